import { z } from 'zod'
import { Id, Instant, oneOf, PathId } from './common.ts'
import { eachOnce } from './lists.ts'
import { StaffListQuery, staffListOf } from './staff.ts'

/** `no`: none; `abierta`: the student arrived; `cerrada`: it counts, and the lesson is done. */
const AttendanceState = z.enum(['no', 'abierta', 'cerrada'])
export type AttendanceState = z.infer<typeof AttendanceState>

/** Counts stop at 10,000. */
export const AttendedClass = oneOf(
  z.object({
    id: Id,
    nombre: z.string(),
    id_curso: Id,
    curso: z.string(),
    leccion: z.string(),
    /** Whose class it is alone. */
    grupo: z.string().nullable(),
    inicio: Instant,
    cancelada: z.boolean(),
    /** Classes of the lesson that are not cancelled: attendance is the lesson's. */
    clases: z.int(),
    alumnos: z.int(),
    asistieron: z.int(),
  }),
)
export type AttendedClass = z.infer<typeof AttendedClass>['data']

/** The live enrolments of the course, by surname. */
export const AttendanceRow = z.object({
  id_usuario: Id,
  nombres: z.string(),
  apellidos: z.string(),
  foto_perfil: z.string().nullable(),
  id_asistencia: Id.nullable(),
  estado: AttendanceState,
  fecha_asistencia: Instant.nullable(),
})
export type AttendanceRow = z.infer<typeof AttendanceRow>
export const AttendanceRows = staffListOf(AttendanceRow)
export const AttendanceRowsQuery = StaffListQuery.extend({ orden: z.enum(['alumno', '-alumno']).optional() })

export const StudentParams = z.object({ id: PathId, alumno: PathId })

/** `antes` is what was on the screen. */
export const MarkBody = z.object({
  estado: AttendanceState,
  antes: z.object({ id_asistencia: Id.nullable(), estado: AttendanceState }),
})
export type MarkBody = z.infer<typeof MarkBody>
export const MarkedStudent = oneOf(AttendanceRow)

export const MAX_MARKED = 500

const Mark = z.object({ id_asistencia: Id, antes: z.enum(['no', 'abierta']) })
/** Marks the students without a mark; `quedan`: there were more than {@link MAX_MARKED}. */
export const MarkedAll = oneOf(z.object({ marcas: z.array(Mark), quedan: z.boolean() }))
export type MarkedAll = z.infer<typeof MarkedAll>['data']

export const UndoBody = z.object({
  marcas: eachOnce(
    z.array(Mark).min(1, 'No hay nada que deshacer.').max(MAX_MARKED, 'Son demasiadas asistencias.'),
    'Cada asistencia va una sola vez.',
    ({ id_asistencia }) => id_asistencia,
  ),
})
export type UndoBody = z.infer<typeof UndoBody>
export const UndoneMarks = oneOf(z.object({ deshechas: z.int() }))
