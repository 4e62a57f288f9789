import { z } from 'zod'
import { Day, Id, Instant } from './common.ts'

/** What the calendar shows: live sessions, exams that open or close, enrolments that end. */
export const CalendarEvent = z.object({
  /** Stable: also the UID of the subscription. */
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
  /** HH:MM in Lima; null for a whole day. */
  hora_inicio: z.string().nullable(),
  inicio: Instant,
  fin: Instant,
  enlace: z.string().nullable(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** The private address of the subscription. */
export const CalendarFeed = z.object({ url: z.string() })
