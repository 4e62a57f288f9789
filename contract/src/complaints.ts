import { z } from 'zod'
import { lettersAndDigits } from './codes.ts'
import { Day, Email, Instant, Message, Phone } from './common.ts'
import { isPrintable } from './printable.ts'
import { DOCUMENT_RULES, RUC_TEXT } from './receipt-rules.ts'
import { COMPLAINT_DOCUMENTS, COMPLAINT_LENGTHS, MAX_PASTED_CODE } from './rules.ts'
import { isInCents, line, optionalSoles, paragraphs, writtenLine } from './text-fields.ts'

export const COMPLAINT_RECEIVED_TEXT = 'Recibimos tu hoja de reclamación.'
export const COMPLAINT_UNMAILED_TEXT =
  'Recibimos tu hoja de reclamación. Ya enviamos varias copias a ese correo en la última hora: descarga la de esta hoja en PDF.'

export const COMPLAINT_UNSENT_TEXT = 'Recibimos tu hoja de reclamación. Descarga tu copia en PDF.'

const choiceOf = <const Options extends readonly [string, ...string[]]>(options: Options, text: string) =>
  z.enum(options, { error: text })

const AMOUNT_TEXT = 'Escribe el monto en soles, por ejemplo 149.90.'

const Amount = optionalSoles(AMOUNT_TEXT)
  .pipe(z.number().min(0, AMOUNT_TEXT).max(9_999_999.99, AMOUNT_TEXT).refine(isInCents, AMOUNT_TEXT).nullable())
  .nullable()
  .default(null)

const COMPLAINT_RULES: Record<(typeof COMPLAINT_DOCUMENTS)[number], readonly [form: RegExp, text: string]> = {
  ...DOCUMENT_RULES,
  RUC: [/^(10|15|17|20)[0-9]{9}$/, RUC_TEXT],
}

const NAME_TEXT = 'Alguna letra no se puede imprimir en tu hoja: escríbela en letras latinas.'
const NUMBER_TEXT = 'Escribe el número de tu documento.'
const NAMED_GUARDIAN_TEXT = 'Escribe el nombre del padre, madre o apoderado.'

const IdentityDocument = z.object({
  tipo_documento: choiceOf(COMPLAINT_DOCUMENTS, 'Elige tu tipo de documento.'),
  numero_documento: z
    .string({ error: NUMBER_TEXT })
    .max(MAX_PASTED_CODE, { error: NUMBER_TEXT, abort: true })
    .overwrite(lettersAndDigits)
    .min(1, NUMBER_TEXT)
    .max(20, NUMBER_TEXT),
})
const Minor = z.object({
  menor: z.boolean().default(false),
  apoderado: line(240).refine(isPrintable, NAME_TEXT).default(''),
})

/** Runs a refinement once its own fields are valid: all errors appear together. */
const whenValid = (part: z.ZodType) => (payload: { value: unknown }) => part.safeParse(payload.value).success

/** The fields of Anexo I of DS 011-2011-PCM. */
export const ComplaintBody = z
  .object({
    /** Idempotency key made by the browser. */
    envio: z.uuid('El envío no es válido.'),
    nombres: writtenLine('Escribe tus nombres.', 120).refine(isPrintable, NAME_TEXT),
    apellidos: writtenLine('Escribe tus apellidos.', 120).refine(isPrintable, NAME_TEXT),
    ...IdentityDocument.shape,
    domicilio: writtenLine('Escribe tu domicilio.', 250),
    telefono: Phone.default(''),
    correo: Email,
    ...Minor.shape,
    bien: choiceOf(['producto', 'servicio'], 'Elige si es un producto o un servicio.'),
    bien_descripcion: paragraphs('Describe qué compraste.', COMPLAINT_LENGTHS.bien_descripcion),
    monto: Amount,
    tipo: choiceOf(['reclamo', 'queja'], 'Elige si es un reclamo o una queja.'),
    detalle: paragraphs('Cuéntanos qué pasó.', COMPLAINT_LENGTHS.detalle),
    pedido: paragraphs('Escribe qué solución pides.', COMPLAINT_LENGTHS.pedido),
    canal_respuesta: choiceOf(['correo', 'domicilio'], 'Elige dónde quieres la respuesta.'),
    conforme: z.literal(true, { error: 'Marca la casilla para firmar tu hoja.' }),
  })
  .refine((sheet) => COMPLAINT_RULES[sheet.tipo_documento][0].test(sheet.numero_documento), {
    path: ['numero_documento'],
    error: ({ input }) => COMPLAINT_RULES[IdentityDocument.parse(input).tipo_documento][1],
    when: whenValid(IdentityDocument),
  })
  .refine((sheet) => !sheet.menor || sheet.apoderado !== '', {
    path: ['apoderado'],
    error: NAMED_GUARDIAN_TEXT,
    when: whenValid(Minor),
  })
export type ComplaintBody = z.infer<typeof ComplaintBody>

export const ComplaintReceipt = z.object({
  numero: z.string(),
  creado_en: Instant,
  vence: Day,
  correo: z.string(),
  /** False when that mailbox reached its limit of copies per hour; the PDF is then the copy. */
  copia: z.boolean(),
  pdf: z.string(),
})
export type ComplaintReceipt = z.infer<typeof ComplaintReceipt>

export const ComplaintResponse = Message.extend({ data: ComplaintReceipt })
