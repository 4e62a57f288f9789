import { z } from 'zod'
import { Day, Id, Instant, PageQuery } from './common.ts'
import { COMPLAINT_DOCUMENTS, COMPLAINT_LENGTHS } from './rules.ts'

export const COMPLAINT_RECEIVED_TEXT = 'Recibimos tu hoja de reclamación.'
/** Said instead of that when the mailbox has had its copies of the hour. */
export const COMPLAINT_UNMAILED_TEXT =
  'Recibimos tu hoja de reclamación. Ya enviamos varias copias a ese correo en la última hora: descarga la de esta hoja en PDF.'

const needed = (text: string, most: number) =>
  z.string({ error: text }).trim().min(1, text).max(most, `Puede tener hasta ${most} caracteres.`)

/** Text of several lines: line ends alike everywhere, no mountain of empty lines. */
const story = (text: string, most: number) =>
  needed(text, most).transform((value) => value.replace(/\r\n?/g, '\n').replace(/\n{3,}/g, '\n\n'))

const chosen = <const Options extends readonly [string, ...string[]]>(options: Options, text: string) =>
  z.enum(options, { error: text })

const AMOUNT_TEXT = 'Escribe el monto en soles, por ejemplo 149.90.'

/** Soles with at most two decimals; a form's empty field is no amount. */
const Amount = z
  .union([z.number(), z.string().trim()], { error: AMOUNT_TEXT })
  .refine((value) => /^([0-9]{1,7}(\.[0-9]{1,2})?)?$/.test(String(value)), AMOUNT_TEXT)
  .transform((value) => (value === '' ? null : Number(value)))
  .nullable()
  .default(null)

const DOCUMENT_RULES: Record<(typeof COMPLAINT_DOCUMENTS)[number], [form: RegExp, text: string]> = {
  DNI: [/^[0-9]{8}$/, 'El DNI debe tener 8 dígitos.'],
  CE: [/^[0-9A-Z]{9,12}$/i, 'El carné de extranjería tiene entre 9 y 12 letras o dígitos.'],
  Pasaporte: [/^[0-9A-Z]{5,15}$/i, 'El pasaporte tiene entre 5 y 15 letras o dígitos.'],
  RUC: [/^(10|15|17|20)[0-9]{9}$/, 'El RUC debe tener 11 dígitos.'],
}

const NAMED_GUARDIAN_TEXT = 'Escribe el nombre del padre, madre o apoderado.'

const Papers = z.object({
  tipo_documento: chosen(COMPLAINT_DOCUMENTS, 'Elige tu tipo de documento.'),
  numero_documento: needed('Escribe el número de tu documento.', 20),
})
const Minor = z.object({
  menor: z.boolean().default(false),
  /** Parent or guardian; only of a minor. */
  apoderado: z.string().trim().max(240, 'Puede tener hasta 240 caracteres.').default(''),
})

/** Says it beside the other fields' texts, not after they are all right. */
const asSoonAs = (part: z.ZodType) => (payload: { value: unknown }) => part.safeParse(payload.value).success

/** A sheet of the complaints book as the consumer fills it in: the fields of Anexo I of DS 011-2011-PCM. */
export const ComplaintBody = z
  .object({
    /** What the browser made for this form: sent twice, it is one sheet. */
    envio: z.uuid('El envío no es válido.'),
    nombres: needed('Escribe tus nombres.', 120),
    apellidos: needed('Escribe tus apellidos.', 120),
    ...Papers.shape,
    domicilio: needed('Escribe tu domicilio.', 250),
    telefono: z
      .string()
      .trim()
      .regex(/^$|^[+0-9 ()-]{6,20}$/, 'El teléfono solo puede tener números, espacios y el signo +.')
      .default(''),
    correo: z
      .string({ error: 'Escribe tu correo.' })
      .trim()
      .min(1, 'Escribe tu correo.')
      .max(254, 'El correo es demasiado largo.')
      .pipe(z.email('Escribe un correo válido.')),
    ...Minor.shape,
    bien: chosen(['producto', 'servicio'], 'Elige si es un producto o un servicio.'),
    bien_descripcion: story('Describe qué compraste.', COMPLAINT_LENGTHS.bien_descripcion),
    monto: Amount,
    tipo: chosen(['reclamo', 'queja'], 'Elige si es un reclamo o una queja.'),
    detalle: story('Cuéntanos qué pasó.', COMPLAINT_LENGTHS.detalle),
    pedido: story('Escribe qué solución pides.', COMPLAINT_LENGTHS.pedido),
    canal_respuesta: chosen(['correo', 'domicilio'], 'Elige dónde quieres la respuesta.'),
    /** Stands for the signature of a paper sheet. */
    conforme: z.literal(true, { error: 'Marca la casilla para firmar tu hoja.' }),
  })
  .refine((sheet) => DOCUMENT_RULES[sheet.tipo_documento][0].test(sheet.numero_documento), {
    path: ['numero_documento'],
    error: ({ input }) => DOCUMENT_RULES[Papers.parse(input).tipo_documento][1],
    when: asSoonAs(Papers),
  })
  .refine((sheet) => !sheet.menor || sheet.apoderado !== '', {
    path: ['apoderado'],
    error: NAMED_GUARDIAN_TEXT,
    when: asSoonAs(Minor),
  })
export type ComplaintBody = z.infer<typeof ComplaintBody>

/** What the consumer is told at once. */
export const ComplaintReceipt = z.object({
  /** `000000001-2026` */
  numero: z.string(),
  creado_en: Instant,
  /** Last day to answer. */
  vence: Day,
  correo: z.string(),
  /** Whether a copy goes to that mail; otherwise there were too many in an hour, and the PDF below is the copy. */
  copia: z.boolean(),
  /** Address of the sheet as PDF. */
  pdf: z.string(),
})
export type ComplaintReceipt = z.infer<typeof ComplaintReceipt>

export const ComplaintAnswer = z.object({ message: z.string(), mensaje: z.string(), data: ComplaintReceipt })

/** Where a sheet stands: still time, due in 3 business days or less, the term is over, answered. */
export const COMPLAINT_STATES = ['pendiente', 'por_vencer', 'vencido', 'respondido'] as const

/** A line of the staff's list. */
export const ComplaintRow = z.object({
  id: Id,
  numero: z.string(),
  tipo: z.enum(['reclamo', 'queja']),
  nombres: z.string(),
  apellidos: z.string(),
  creado_en: Instant,
  vence: Day,
  estado: z.enum(COMPLAINT_STATES),
  respondido_en: Instant.nullable(),
})
export type ComplaintRow = z.infer<typeof ComplaintRow>

/** A whole sheet, for the staff of its brand. */
export const Complaint = ComplaintRow.extend({
  proveedor: z.object({ razon_social: z.string(), ruc: z.string(), direccion: z.string(), nombre: z.string() }),
  tipo_documento: z.enum(COMPLAINT_DOCUMENTS),
  numero_documento: z.string(),
  domicilio: z.string(),
  telefono: z.string(),
  correo: z.string(),
  apoderado: z.string().nullable(),
  bien: z.enum(['producto', 'servicio']),
  bien_descripcion: z.string(),
  monto: z.number().nullable(),
  detalle: z.string(),
  pedido: z.string(),
  canal_respuesta: z.enum(['correo', 'domicilio']),
  respuesta: z.string().nullable(),
  /** Who answered, by name. */
  respondido_por: z.string().nullable(),
  pdf: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

/** `?estado=` besides the page. */
export const ComplaintQuery = PageQuery.extend({
  estado: z.enum(COMPLAINT_STATES, { error: 'El estado no es válido.' }).optional(),
})

/** What the provider did and answers; written once. */
export const ComplaintReplyBody = z.object({
  respuesta: story('Escribe la respuesta.', COMPLAINT_LENGTHS.respuesta),
})
