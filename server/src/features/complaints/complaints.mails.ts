import { COMPLAINT_KINDS, COMPLAINT_NOTES } from '@campus/contract/rules'
import type { Deps } from '../../platform/http/http.ts'
import type { Letter } from '../../platform/mail.ts'
import { findBrand } from '../brands/brands.ts'
import { dayText, findSheet, type Sheet, sheetAddress, sheetNumber } from './complaints.ts'
import { sheetFile, sheetPdf } from './pdf.ts'

type Parts = Pick<Deps, 'db' | 'storage' | 'config'>

async function attached(deps: Parts, sheet: Sheet): Promise<Letter['attachments']> {
  const content = await sheetPdf(deps, sheet)
  return [{ filename: sheetFile(sheet), content, contentType: 'application/pdf' }]
}

/** The same job run twice is the same mail to whoever reads it. */
const idOf = (sheet: Sheet, kind: string, { publicUrl }: Deps['config']): string =>
  `<reclamo-${kind}-${sheet.id}@${new URL(publicUrl).hostname}>`

const kindOf = ({ tipo }: Sheet): string => COMPLAINT_KINDS[tipo].nombre.toLowerCase()

/** The consumer's copy, with the sheet as PDF. */
async function copyLetter(deps: Parts, sheet: Sheet): Promise<Letter> {
  const { nombre, correo } = await findBrand(deps.db, sheet.id_cliente)
  const number = sheetNumber(sheet)
  return {
    to: sheet.correo,
    subject: `Tu hoja de reclamación N.º ${number} de ${nombre}`,
    text: [
      `Hola, ${sheet.nombres.split(' ')[0]}:`,
      '',
      `Registramos tu ${kindOf(sheet)} en el Libro de Reclamaciones de ${nombre} con el número ${number}.`,
      `Te responderemos a más tardar el ${dayText(sheet.vence)}.`,
      '',
      `Tu copia va adjunta y también está en ${deps.config.publicUrl}${sheetAddress(sheet)}`,
      '',
      ...COMPLAINT_NOTES,
    ].join('\n'),
    ...(correo && { replyTo: correo }),
    messageId: idOf(sheet, 'copia', deps.config),
    attachments: await attached(deps, sheet),
  }
}

/** The provider's copy; answering that mail answers the consumer. Null when the brand has no mail. */
async function providerLetter(deps: Parts, sheet: Sheet): Promise<Letter | null> {
  const { correo, nombre } = await findBrand(deps.db, sheet.id_cliente)
  if (!correo) return null
  const article = sheet.tipo === 'queja' ? 'una' : 'un'
  const number = sheetNumber(sheet)
  return {
    to: correo,
    replyTo: sheet.correo,
    subject: `[Libro de Reclamaciones] Hoja N.º ${number}: responder hasta el ${dayText(sheet.vence)}`,
    text: [
      `${sheet.nombres} ${sheet.apellidos} presentó ${article} ${kindOf(sheet)} en el Libro de Reclamaciones de ${nombre}.`,
      '',
      `Hoja N.º ${number}. Último día para responder: ${dayText(sheet.vence)} (15 días hábiles, improrrogables).`,
      '',
      sheet.detalle,
      '',
      `Pide: ${sheet.pedido}`,
    ].join('\n'),
    messageId: idOf(sheet, 'aviso', deps.config),
    attachments: await attached(deps, sheet),
  }
}

/** The provider's answer to the consumer, with the sheet that now carries it. */
async function answerLetter(deps: Parts, sheet: Sheet): Promise<Letter | null> {
  if (sheet.respuesta === null) return null
  const { nombre, correo } = await findBrand(deps.db, sheet.id_cliente)
  const number = sheetNumber(sheet)
  return {
    to: sheet.correo,
    subject: `Respuesta a tu hoja de reclamación N.º ${number}`,
    text: [
      `Hola, ${sheet.nombres.split(' ')[0]}:`,
      '',
      `${nombre} responde a tu ${kindOf(sheet)} N.º ${number}:`,
      '',
      sheet.respuesta,
      '',
      `La hoja completa va adjunta y también está en ${deps.config.publicUrl}${sheetAddress(sheet)}`,
      '',
      COMPLAINT_NOTES[0],
    ].join('\n'),
    ...(correo && { replyTo: correo }),
    messageId: idOf(sheet, 'respuesta', deps.config),
    attachments: await attached(deps, sheet),
  }
}

const LETTERS = { copia: copyLetter, aviso: providerLetter, respuesta: answerLetter }

/** The mail of a sheet that a job sends; null when there is nobody to send it to. */
export async function complaintLetter(deps: Parts, kind: keyof typeof LETTERS, id: number): Promise<Letter | null> {
  const sheet = await findSheet(deps.db, id)
  return sheet ? LETTERS[kind](deps, sheet) : null
}
