import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { NOTIFICATION_EVENTS, NOTIFICATION_TYPES } from './rules.ts'

/** A notification; `estado` 1 unread, 0 read. `ruta` is the exact place it speaks of, when there is one. */
export const Notification = z.object({
  id: Id,
  tipo: z.enum(NOTIFICATION_TYPES),
  mensaje: z.string(),
  fecha_envio: Instant,
  estado: z.int(),
  ruta: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS

/** Preferences: one row per event, one switch per channel, saved at once. */
export const Preference = z.object({
  evento: z.enum(Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]]),
  campus: z.boolean(),
  correo: z.boolean(),
})
export type Preference = z.infer<typeof Preference>

/** What the live stream says: the unread count changed, perhaps with the new notification. */
export const LiveNotice = z.object({ sin_leer: z.int(), notificacion: Notification.nullable() })
export type LiveNotice = z.infer<typeof LiveNotice>
