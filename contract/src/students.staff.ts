import { z } from 'zod'
import { Day, Id, Instant, listOf, oneOf, Phone } from './common.ts'
import { Attempt } from './exams.ts'
import { ORDER_STATES } from './order-rules.ts'
import { Dni, isPrintedTogether, PersonName, TOGETHER } from './registration.ts'
import { conflictOf, StaffListQuery, staffListOf } from './staff.ts'
import { writtenProse } from './text-fields.ts'

/** An enrolment is `por_vencer` this many days before its last one. */
export const ENDING_DAYS = 30

/** `por_vencer` is live too. */
export const ENROLMENT_STATES = ['vigente', 'por_vencer', 'vencida', 'suspendida'] as const

/** `sin_confirmar`: has not opened the link of the mail yet. `eliminada`: the student closed the account. */
export const STUDENT_STATES = ['activa', 'sin_confirmar', 'desactivada', 'eliminada'] as const

const ORDERS = ['nombre', '-nombre', 'alta', '-alta'] as const

/** `curso` and `matricula` together must match one enrolment. */
export const StudentsQuery = StaffListQuery.extend({
  curso: z.coerce.number().pipe(Id).optional(),
  matricula: z.enum(ENROLMENT_STATES, 'Elige cómo está la matrícula.').optional(),
  falta_nombre: z.literal('1').optional(),
  /** Those that the figure `alumnos_activos` counts. */
  activos: z.literal('1').optional(),
  /** Not seen on this day of Lima or later. */
  inactivo: z.iso.date('La fecha no es válida.').optional(),
  orden: z.enum(ORDERS, 'Esta lista no se ordena así.').optional(),
})
export type StudentsQuery = z.infer<typeof StudentsQuery>

export const StudentRow = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  /** No one wrote the name: their certificates wait for it. */
  falta_nombre: z.boolean(),
  foto_perfil: z.string().nullable(),
  correo: z.string(),
  /** With `alumnos.gestionar` alone. */
  numero_documento: z.string().nullable(),
  /** Live enrolments in the caller's courses, and the mean of their progress. */
  cursos_vigentes: z.int(),
  avance: z.int().nullable(),
  /** Their last login or use of an open session. */
  ultima_actividad: Instant.nullable(),
  creado_en: Instant,
  estado: z.enum(STUDENT_STATES),
})
export type StudentRow = z.infer<typeof StudentRow>
export const Students = staffListOf(StudentRow)

export const StudentCourses = listOf(z.object({ id: Id, nombre: z.string() }))

const EnrolledCourse = z.object({
  /** The enrolment, with the version of its state and last day. */
  id: Id,
  version: z.int(),
  id_curso: Id,
  nombre: z.string(),
  id_grupo: Id.nullable(),
  grupo: z.string().nullable(),
  estado: z.enum(ENROLMENT_STATES),
  desde: Instant,
  /** The last day; null without an end. */
  vence: Day.nullable(),
  /** By an order that was paid. */
  comprada: z.boolean(),
  porcentaje: z.int(),
  lecciones: z.int(),
  completadas: z.int(),
  asistencias: z.int(),
  ultima_actividad: Instant.nullable(),
  codigo_certificado: z.string().nullable(),
})
export type EnrolledCourse = z.infer<typeof EnrolledCourse>

/** Null with `alumnos.ver` alone: document, telephone, address, birthday. */
export const Student = StudentRow.extend({
  telefono: z.string().nullable(),
  direccion: z.string().nullable(),
  fecha_nacimiento: Day.nullable(),
  ciudad: z.string().nullable(),
  profesion: z.string().nullable(),
  version: z.int(),
  /** What their mail becomes when they confirm it; with `alumnos.gestionar` alone. */
  correo_pendiente: z.string().nullable(),
  /** Has not chosen a password yet. */
  invitada: z.boolean(),
  /** Certificates that were printed with a name that no one wrote; valid, and printed again with the name. */
  certificados_sin_nombre: z.int(),
  cursos: z.array(EnrolledCourse),
})
export type Student = z.infer<typeof Student>
export const OneStudent = oneOf(Student)
export const StudentConflict = conflictOf(Student)

const REASON_TEXT = 'Escribe por qué se corrige.'

/** An empty document stays empty; a telephone is taken away by an empty one. */
export const StudentCorrection = z
  .object({
    nombres: PersonName('Escribe los nombres.'),
    apellidos: PersonName('Escribe los apellidos.'),
    numero_documento: z.union([z.literal('').transform(() => null), Dni]),
    telefono: Phone.transform((value) => value || null).optional(),
    motivo: writtenProse(REASON_TEXT, 500, 'El motivo puede tener hasta 500 caracteres.').min(3, REASON_TEXT),
  })
  .refine(isPrintedTogether, TOGETHER)
export const CorrectStudentBody = StudentCorrection.extend({
  version: z.int('Falta la versión.').min(0, 'Falta la versión.').max(2_147_483_647, 'Falta la versión.'),
})
export type CorrectStudentBody = z.infer<typeof CorrectStudentBody>

export const StudentPartQuery = StaffListQuery.pick({ desde: true })

const StudentAttempt = Attempt.pick({
  id: true,
  numero: true,
  estado: true,
  inicio: true,
  enviado_en: true,
  nota: true,
  nota_maxima: true,
  aprobado: true,
}).extend({
  evaluacion: z.string(),
  curso: z.string(),
  /** Of a course that the caller grades, who may open it. */
  calificable: z.boolean(),
  /** Its first open answer without points. */
  por_calificar: Id.nullable(),
})
export type StudentAttempt = z.infer<typeof StudentAttempt>
export const StudentAttempts = staffListOf(StudentAttempt)

/** The exams of the student's courses that the caller grades. */
const ExamChoice = z.object({
  id: Id,
  nombre: z.string(),
  id_curso: Id,
  curso: z.string(),
  modulo: z.string().nullable(),
})
export type ExamChoice = z.infer<typeof ExamChoice>
export const StudentExams = listOf(ExamChoice)

const StudentOrder = z.object({
  numero: z.string(),
  estado: z.enum(ORDER_STATES),
  total: z.number(),
  /** Sums of movements, as in *Ventas*. */
  cobrado: z.number(),
  devuelto: z.number(),
  cursos: z.array(z.string()),
  creada_en: Instant,
  pagada_en: Instant.nullable(),
})
export type StudentOrder = z.infer<typeof StudentOrder>
export const StudentOrders = staffListOf(StudentOrder)
