import { z } from 'zod'
import { Id, Instant, oneOf } from './common.ts'
import { NOTIFICATION_EVENTS, NOTIFICATION_TYPES } from './rules.ts'
import { StaffListQuery, staffListOf } from './staff.ts'

/** `estado`: 1 unread, 0 read. */
export const Notification = z.object({
  id: Id,
  tipo: z.enum(NOTIFICATION_TYPES),
  /** Its first line says what happened; details follow in further lines. */
  mensaje: z.string(),
  fecha_envio: Instant,
  estado: z.int(),
  ruta: z.string().nullable(),
  /** The course, topic, class or order that it is about; null where there is none, and in rows of earlier versions. */
  asunto: z.string().nullable(),
  /** Events grouped in this row, their last authors, and the newest text. */
  cuenta: z.int(),
  autores: z.array(
    z.object({ id: Id, nombres: z.string(), apellidos: z.string(), foto_perfil: z.string().nullable() }),
  ),
  extracto: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS

export const Preference = z.object({
  evento: z.enum(Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]]),
  campus: z.boolean(),
  correo: z.boolean(),
})
export type Preference = z.infer<typeof Preference>

export const LiveNotice = z.object({ sin_leer: z.int(), notificacion: Notification.nullable() })
export type LiveNotice = z.infer<typeof LiveNotice>

/** Notices whose mail was given up. */
export const FailedMail = z.object({
  id: Id,
  nombre: z.string(),
  /** Masked: `a•••@prueba.pe`. */
  correo: z.string(),
  asunto: z.string(),
  fecha: Instant,
  /** `rechazado`: the recipient's server refused it; `sin_servidor`: the academy's mail server did not answer. */
  causa: z.enum(['rechazado', 'sin_servidor']),
})
export type FailedMail = z.infer<typeof FailedMail>
export const FailedMails = staffListOf(FailedMail)

/** Of orders, invitations, accounts, support and complaints. */
export const FailedJobMail = FailedMail.extend({
  id: z.uuid(),
  /** Null for the academy itself, and for a complaint without an account. */
  nombre: z.string().nullable(),
  correo: z.string().nullable(),
})
export type FailedJobMail = z.infer<typeof FailedJobMail>
/** `correos` is empty when there are too many to read. */
export const FailedJobMails = oneOf(z.object({ total: z.int(), correos: z.array(FailedJobMail) }))
export const JobMailParams = z.object({ id: z.uuid() })

export const FailedMailsQuery = StaffListQuery.extend({ orden: z.enum(['fecha', '-fecha']).optional() })
export const RetriedMails = oneOf(z.object({ correos: z.int() }))
