import { z } from 'zod'
import { BannerSettings } from './brands.ts'
import { Course, LessonFile, Material, Session, StudentSession, Teacher } from './catalogue.ts'
import { Day, Id, Instant } from './common.ts'

/** Lessons done of all lessons; `porcentaje` is a whole number, 100 only when all are done. */
export const Progress = z.object({ lecciones: z.int(), completadas: z.int(), porcentaje: z.int() })
export type Progress = z.infer<typeof Progress>

/** Where a student left a course. */
export const LastLesson = z.object({
  id_curso: Id,
  id_modulo: Id,
  id_leccion: Id,
  titulo: z.string(),
  modulo: z.string(),
  /** Second of the video. */
  segundo: z.int(),
  /** Null for a lesson that was not opened yet: the first of a course that is to be begun. */
  visto_en: Instant.nullable(),
})
export type LastLesson = z.infer<typeof LastLesson>

/** A live enrolment; `nota` is the final exam's best percentage. */
export const Enrollment = z.object({
  id: Id,
  curso: z.object({ id: Id, nombre: z.string(), imagen: z.string().nullable(), horas: z.number() }),
  nota: z.number().nullable(),
  fecha_vencimiento: Day.nullable(),
  fecha_matricula: Instant,
  progreso: Progress,
  /** The last lesson seen, else the first of the course; null when the course has none. */
  continuar: LastLesson.nullable(),
})
export type Enrollment = z.infer<typeof Enrollment>

/** The dashboard in one answer. */
export const Dashboard = z.object({
  cursos_matriculados: z.int(),
  certificados_obtenidos: z.int(),
  cursos: z.array(Enrollment),
  /** The course to go on with first, by id; null when nothing is begun nor left to do. */
  continuar: LastLesson.nullable(),
  proxima_sesion: StudentSession.nullable(),
  botones: BannerSettings,
})
export type Dashboard = z.infer<typeof Dashboard>

/** What a card says of an exam or survey; no question, no key. */
export const EvaluationCard = z.object({
  id: Id,
  nombre: z.string(),
  modelo: z.int(),
  /** Null for an evaluation of the course: the value of `idmodulocurso` in the exam's route is then the course. */
  id_modulo: Id.nullable(),
  id_curso: Id,
  intentos: z.int(),
  intentos_usados: z.int(),
  /** Best percentage; null without a graded attempt, always null in surveys. */
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
  /** Sent and waiting for a teacher. */
  pendiente: z.boolean(),
  respondida: z.boolean(),
  fecha_apertura: Instant.nullable(),
  fecha_cierre: Instant.nullable(),
})
export type EvaluationCard = z.infer<typeof EvaluationCard>

/** What an enrolled student has in a module. */
export const ModuleState = z.object({
  completadas: z.int(),
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  porcentaje: z.number().nullable(),
  /** Code of the module's certificate. */
  codigo_certificado: z.string().nullable(),
})
export type ModuleState = z.infer<typeof ModuleState>

/** A module in outline; `estado` only for an enrolled student. */
export const Module = z.object({
  id: Id,
  id_curso: Id,
  nombre: z.string(),
  horas: z.number(),
  cantidad_lecciones: z.int(),
  primera_leccion_id: Id.nullable(),
  tiene_examen: z.boolean(),
  estado: ModuleState.nullable(),
})
export type Module = z.infer<typeof Module>

export const Lesson = z.object({
  id: Id,
  id_modulo: Id,
  titulo: z.string(),
  /** Minutes. */
  duracion: z.int(),
  modulo: z.object({ id: Id, id_curso: Id, nombre: z.string() }),
})
export type Lesson = z.infer<typeof Lesson>

/** A lesson in a list, with the student's tick. */
export const LessonItem = z.object({ id: Id, titulo: z.string(), duracion: z.int(), completada: z.boolean() })
export type LessonItem = z.infer<typeof LessonItem>

/** A module with the lessons that a syllabus names: their titles and minutes, never their content. */
export const OutlinedModule = Module.extend({ lecciones: z.array(LessonItem.omit({ completada: true })) })
export type OutlinedModule = z.infer<typeof OutlinedModule>

/** A course whole: outline for anyone, and for the enrolled student what is done (contract section 4). */
export const DetailedCourse = Course.extend({
  matriculado: z.boolean(),
  progreso: Progress.nullable(),
  continuar: LastLesson.nullable(),
  docentes: z.array(Teacher),
  modulos: z.array(Module.extend({ lecciones: z.array(LessonItem), evaluaciones: z.array(EvaluationCard) })),
  /** Exams and surveys of the course itself. */
  evaluaciones: z.array(EvaluationCard),
  codigo_certificado: z.string().nullable(),
})
export type DetailedCourse = z.infer<typeof DetailedCourse>

/** The row of campus.md section 3 "Attendance". */
export const Attendance = z.object({
  id: Id,
  usuario_id: Id,
  leccion_id: Id,
  asistio: z.boolean(),
  fecha_asistencia: Instant,
  fecha_cierre: Instant.nullable(),
})
export type Attendance = z.infer<typeof Attendance>

const Neighbour = z.object({ id: Id, id_modulo: Id, titulo: z.string() }).nullable()

/** Everything that the lesson's screen shows, in one answer. */
export const DetailedLesson = Lesson.extend({
  contenido: z.string(),
  curso: z.object({ id: Id, nombre: z.string() }),
  archivos: z.array(LessonFile),
  materiales: z.array(Material),
  sesiones: z.array(Session),
  completada: z.boolean(),
  /** The remembered second of the video. */
  segundo: z.int(),
  asistencia: Attendance.nullable(),
  /** All lessons of the module, in order. */
  lecciones: z.array(LessonItem),
  anterior: Neighbour,
  siguiente: Neighbour,
  /** Exams and surveys of the module. */
  evaluaciones: z.array(EvaluationCard),
})
export type DetailedLesson = z.infer<typeof DetailedLesson>

/** A lesson of a module's list, with the student's tick. */
export const ListedLesson = Lesson.extend({ completada: z.boolean() })
export type ListedLesson = z.infer<typeof ListedLesson>

/** `GET /horas/modulo/{id}`. */
export const ModuleHours = z.object({ horas: z.number() })

const SECOND_TEXT = 'El segundo no es válido.'

/** `PUT /progreso/leccion/{id}`: the player's second, and the mark "done" when it is sent. */
export const ProgressBody = z.object({
  segundo: z.int(SECOND_TEXT).min(0, SECOND_TEXT).max(86_400, SECOND_TEXT).optional(),
  completada: z.boolean('Indica si la lección está hecha.').optional(),
})
export const LessonProgress = z.object({ segundo: z.int(), completada: z.boolean() })
export type LessonProgress = z.infer<typeof LessonProgress>

const DAY_TEXT = 'La fecha no es válida.'

/** `GET /sesiones/usuario/{id}`: from 60 days ago to 180 days ahead unless said otherwise, at most 400 days. */
export const SessionsQuery = z
  .object({ desde: z.iso.date(DAY_TEXT).optional(), hasta: z.iso.date(DAY_TEXT).optional() })
  .refine(({ desde, hasta }) => !desde || !hasta || Date.parse(hasta) - Date.parse(desde) <= 400 * 86_400_000, {
    path: ['hasta'],
    error: 'El periodo puede tener hasta 400 días.',
  })
  .refine(({ desde, hasta }) => !desde || !hasta || desde <= hasta, {
    path: ['hasta'],
    error: 'El periodo termina antes de empezar.',
  })

const LESSON_TEXT = 'Indica la lección.'

/** `usuario_id` is ignored: the person is the token's (contract section 2). */
export const AttendanceBody = z.object({
  leccion_id: z.int(LESSON_TEXT).positive(LESSON_TEXT),
  usuario_id: z.unknown().optional(),
  asistio: z.unknown().optional(),
})

const queryId = (text: string) =>
  z
    .string(text)
    .regex(/^[1-9][0-9]{0,9}$/, text)
    .transform(Number)
    .pipe(z.int(text).max(2_147_483_647, text))

/** `GET /asistencias/usuario-leccion`: without `usuario_id`, the token's own. */
export const AttendanceQuery = z.object({
  usuario_id: queryId('El usuario no es válido.').optional(),
  leccion_id: queryId(LESSON_TEXT),
})

/** `POST /asistencia/cerrar`, without an envelope alone (contract section 1). */
export const ClosedAttendance = z.object({ fecha_cierre: Instant, data: Attendance })
