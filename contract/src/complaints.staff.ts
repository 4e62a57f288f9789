import { z } from 'zod'
import { Day, Id, Instant, PageQuery } from './common.ts'
import { COMPLAINT_DOCUMENTS, COMPLAINT_LENGTHS } from './rules.ts'
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

export const ComplaintQuery = PageQuery.extend({
  estado: z.enum(COMPLAINT_STATES, { error: 'El estado no es válido.' }).optional(),
})

export const ComplaintReplyBody = z.object({
  respuesta: paragraphs('Escribe la respuesta.', COMPLAINT_LENGTHS.respuesta),
})
