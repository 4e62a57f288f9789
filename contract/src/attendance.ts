import { z } from 'zod'
import { ID, Id, Instant } from './common.ts'

export const Attendance = z.object({
  id: Id,
  usuario_id: Id,
  leccion_id: Id,
  asistio: z.boolean(),
  fecha_asistencia: Instant,
  fecha_cierre: Instant.nullable(),
})
export type Attendance = z.infer<typeof Attendance>

const LESSON_TEXT = 'Indica la lección.'

/** `usuario_id` is ignored: the server takes it from the token (docs/product/accounts.md 1.3). */
export const AttendanceBody = z.object({
  leccion_id: z.int(LESSON_TEXT).positive(LESSON_TEXT),
  usuario_id: z.unknown().optional(),
  asistio: z.unknown().optional(),
})

const queryId = (text: string) => z.string(text).regex(ID, text).transform(Number).pipe(z.int(text))

export const AttendanceQuery = z.object({
  usuario_id: queryId('El usuario no es válido.').optional(),
  leccion_id: queryId(LESSON_TEXT),
})

export const ClosedAttendance = z.object({ fecha_cierre: Instant, data: Attendance, puntos: z.int() })
