import { z } from 'zod'
import { Day, FailureBody, Id, Instant, PageQuery } from './common.ts'
import { greetingTo } from './greetings.ts'
import { COMPLAINT_DOCUMENTS, COMPLAINT_KINDS, COMPLAINT_LENGTHS } from './rules.ts'
import { staleOf } from './staff.ts'
import { paragraphs } from './text-fields.ts'

/** `por_vencer`: due in 3 business days or less. */
export const COMPLAINT_STATES = ['pendiente', 'por_vencer', 'vencido', 'respondido'] as const

export const ComplaintRow = z.object({
  id: Id,
  numero: z.string(),
  tipo: z.enum(['reclamo', 'queja']),
  nombres: z.string(),
  apellidos: z.string(),
  creado_en: Instant,
  vence: Day,
  estado: z.enum(COMPLAINT_STATES),
  /** Business days left after today: 0 on the last day and after it; null once answered. */
  dias_habiles: z.int().nullable(),
  respondido_en: Instant.nullable(),
})
export type ComplaintRow = z.infer<typeof ComplaintRow>

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
  respondido_por: z.string().nullable(),
  pdf: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

const COMPLAINT_FILTERS = ['sin_responder', ...COMPLAINT_STATES] as const
export type ComplaintFilter = (typeof COMPLAINT_FILTERS)[number]

export const ComplaintQuery = PageQuery.extend({
  estado: z.enum(COMPLAINT_FILTERS, { error: 'El estado no es válido.' }).optional(),
})

export const ComplaintReplyBody = z.object({
  respuesta: paragraphs('Escribe la respuesta.', COMPLAINT_LENGTHS.respuesta),
})

export const ComplaintAnswered = z.union([
  staleOf(z.object({ respuesta: z.string() })).extend({ code: z.literal('RECLAMO_RESPONDIDO') }),
  FailureBody,
])

type AnsweredSheet = Pick<ComplaintRow, 'tipo' | 'numero' | 'nombres'> & { respuesta: string }

/** The mail to the consumer; the screen previews it. */
export const answerMail = (marca: string, { tipo, numero, nombres, respuesta }: AnsweredSheet) => ({
  asunto: `Respuesta a tu hoja de reclamación N.º ${numero}`,
  saludo: greetingTo(nombres),
  lineas: [
    `${marca} responde a tu ${COMPLAINT_KINDS[tipo].nombre.toLowerCase()} N.º ${numero}:`,
    respuesta,
    'La hoja completa va adjunta.',
  ],
})
