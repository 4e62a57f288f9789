import { z } from 'zod'
import { Day, Id, Instant } from './common.ts'

export const CalendarEvent = z.object({
  /** Stable: it is the UID of the iCalendar event. */
  uid: z.string(),
  tipo: z.enum(['sesion', 'examen_abre', 'examen_cierra', 'matricula_vence']),
  nombre: z.string(),
  curso: z.string(),
  id_curso: Id,
  id_modulo: Id.nullable(),
  id_leccion: Id.nullable(),
  id_evaluacion: Id.nullable(),
  id_sesion: Id.nullable(),
  fecha: Day,
  hora_inicio: z.string().nullable(),
  inicio: Instant,
  fin: Instant,
  enlace: z.string().nullable(),
  cancelada: z.boolean(),
  /** Rises with every change of a session. */
  secuencia: z.int(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

export const CalendarFeed = z.object({ url: z.string() })
