import { answerMail } from '@campus/contract/complaints.staff'
import { COMPLAINT_KINDS, COMPLAINT_NOTES } from '@campus/contract/rules'
import { isolate } from '@campus/contract/texts'
import { brandedLetter, greetingTo } from '../../kit/mail-layout/mail-layout.ts'
import type { Deps } from '../../platform/http/http.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail, findBrand } from '../brands/brands.ts'
import { dayText, findSheet, type Sheet, sheetAddress, sheetNumber, sheetScreen } from './complaints.ts'
import { readPrinted, sheetFile, sheetPdf } from './pdf.ts'

type MailDeps = Pick<Deps, 'db' | 'storage' | 'config'>

/** The PDF, and a fixed Message-ID, so that mail clients drop the duplicate of a repeated job. */
async function sheetParts(deps: MailDeps, sheet: Sheet, kind: string) {
  const content = await sheetPdf(deps.storage, await readPrinted(deps.db, sheet))
  return {
    messageId: `<reclamo-${kind}-${sheet.id}@${new URL(deps.config.publicUrl).hostname}>`,
    attachments: [{ filename: sheetFile(sheet), content, contentType: 'application/pdf' }],
  }
}

const kindOf = ({ tipo }: Sheet): string => COMPLAINT_KINDS[tipo].nombre.toLowerCase()

/** The consumer has no account: the page of the sheet is all that the mail links to. */
const sheetButton = ({ config }: MailDeps, sheet: Sheet) => ({
  label: 'Ver mi hoja',
  url: `${config.publicUrl}${sheetAddress(sheet)}`,
})

async function copyLetter(deps: MailDeps, sheet: Sheet): Promise<Letter> {
  const { nombre, correo } = await findBrand(deps.db, sheet.id_cliente)
  const number = sheetNumber(sheet)
  return brandedLetter({
    brand: await brandOfMail(deps.db, sheet.id_cliente, deps.config.publicUrl),
    to: sheet.correo,
    subject: `Tu hoja de reclamación N.º ${number} de ${nombre}`,
    greeting: greetingTo(sheet.nombres),
    lines: [
      `Registramos tu ${kindOf(sheet)} en el Libro de Reclamaciones de ${nombre} con el número ${number}.`,
      `Te responderemos a más tardar el ${dayText(sheet.vence)}. Tu copia va adjunta.`,
    ],
    button: sheetButton(deps, sheet),
    notes: [...COMPLAINT_NOTES],
    ...(correo && { replyTo: correo }),
    ...(await sheetParts(deps, sheet, 'copia')),
  })
}

/** Null when the brand has no email; replying to it writes to the consumer. */
async function providerLetter(deps: MailDeps, sheet: Sheet): Promise<Letter | null> {
  const { correo, nombre } = await findBrand(deps.db, sheet.id_cliente)
  if (!correo) return null
  const article = sheet.tipo === 'queja' ? 'una' : 'un'
  const number = sheetNumber(sheet)
  const brand = await brandOfMail(deps.db, sheet.id_cliente, deps.config.publicUrl)
  return brandedLetter({
    brand,
    to: correo,
    replyTo: sheet.correo,
    subject: `[Libro de Reclamaciones] Hoja N.º ${number}: responder hasta el ${dayText(sheet.vence)}`,
    lines: [
      `${isolate(`${sheet.nombres} ${sheet.apellidos}`)} presentó ${article} ${kindOf(sheet)} en el Libro de Reclamaciones de ${nombre}.`,
      `Hoja N.º ${number}. Último día para responder: ${dayText(sheet.vence)} (15 días hábiles, improrrogables).`,
      sheet.detalle,
      `Pide: ${sheet.pedido}`,
    ],
    button: { label: 'Responder', url: brand.link(sheetScreen(sheet)) },
    ...(await sheetParts(deps, sheet, 'aviso')),
  })
}

async function answerLetter(deps: MailDeps, sheet: Sheet): Promise<Letter | null> {
  const { respuesta } = sheet
  if (respuesta === null) return null
  const { nombre, correo } = await findBrand(deps.db, sheet.id_cliente)
  const { asunto, saludo, lineas } = answerMail(nombre, { ...sheet, numero: sheetNumber(sheet), respuesta })
  return brandedLetter({
    brand: await brandOfMail(deps.db, sheet.id_cliente, deps.config.publicUrl),
    to: sheet.correo,
    subject: asunto,
    greeting: saludo,
    lines: lineas,
    button: sheetButton(deps, sheet),
    notes: [COMPLAINT_NOTES[0]],
    ...(correo && { replyTo: correo }),
    ...(await sheetParts(deps, sheet, 'respuesta')),
  })
}

const LETTERS = { copia: copyLetter, aviso: providerLetter, respuesta: answerLetter }

/** Null when there is no one to send it to. */
export async function complaintLetter(deps: MailDeps, kind: keyof typeof LETTERS, id: number): Promise<Letter | null> {
  const sheet = await findSheet(deps.db, id)
  return sheet ? LETTERS[kind](deps, sheet) : null
}
