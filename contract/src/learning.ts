import { z } from 'zod'
import { Attendance } from './attendance.ts'
import { BannerSettings } from './brands.ts'
import { Course, LessonFile, Material, Session, StudentSession, Teacher } from './catalogue.ts'
import { Day, Id, Instant } from './common.ts'
import { OfferedGroup } from './groups.ts'

/** `porcentaje`: lessons done and exams passed; 100 only when all are finished (docs/product/learning.md 5.6). */
export const Progress = z.object({
  lecciones: z.int(),
  completadas: z.int(),
  examenes: z.int(),
  aprobados: z.int(),
  porcentaje: z.int(),
})
export type Progress = z.infer<typeof Progress>

/** The piece of a course to go on with (docs/product/learning.md 5.7). */
export const NextPiece = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('leccion'),
    id_curso: Id,
    id_modulo: Id,
    id_leccion: Id,
    titulo: z.string(),
    modulo: z.string(),
    /** Position of its video, in seconds. */
    segundo: z.int(),
  }),
  z.object({
    tipo: z.literal('examen'),
    id_curso: Id,
    /** Null for the final exam. */
    id_modulo: Id.nullable(),
    id_evaluacion: Id,
    titulo: z.string(),
    modulo: z.string().nullable(),
  }),
])
export type NextPiece = z.infer<typeof NextPiece>

/** An exam opens at `desde` percent of the lessons before it: `faltan` more of them (docs/product/exams.md 1.7). */
export const ClosedByLessons = z.object({ desde: z.int(), faltan: z.int() })
export type ClosedByLessons = z.infer<typeof ClosedByLessons>

export const CourseState = z.enum(['sin_empezar', 'en_curso', 'terminado'])
export type CourseState = z.infer<typeof CourseState>

/** Where a student is in a course: the same in every response that names one of their courses. */
export const Place = z.object({
  progreso: Progress,
  siguiente: NextPiece.nullable(),
  estado_avance: CourseState,
  /** Of a finished lesson, a registered attendance or a submitted exam; opening something is none. */
  ultima_actividad: Instant.nullable(),
  codigo_certificado: z.string().nullable(),
})
export type Place = z.infer<typeof Place>

/** `ahora` is the server's clock, from which the time left is computed. */
export const OpenAttempt = z.object({
  id_evaluacion: Id,
  id_intento: Id,
  limite: Instant,
  ahora: Instant,
  nombre: z.string(),
  id_curso: Id,
  id_modulo: Id.nullable(),
})
export type OpenAttempt = z.infer<typeof OpenAttempt>

export const OwnCourse = Course.extend(Place.shape)
export type OwnCourse = z.infer<typeof OwnCourse>

/** `nota` is the final exam's best percentage. */
export const Enrollment = Place.extend({
  id: Id,
  curso: z.object({ id: Id, nombre: z.string(), imagen: z.string().nullable(), horas: z.number() }),
  nota: z.number().nullable(),
  fecha_vencimiento: Day.nullable(),
  fecha_matricula: Instant,
})
export type Enrollment = z.infer<typeof Enrollment>

/** The student's own goal: days of a week with a finished piece. */
export const StudyGoal = z.object({ activo: z.boolean(), meta: z.int() })
export type StudyGoal = z.infer<typeof StudyGoal>

const GOAL_TEXT = 'Elige de 1 a 7 días por semana.'

export const StudyGoalBody = z.object({
  activo: z.boolean('Indica si quieres ver tu ritmo.').optional(),
  meta: z.int(GOAL_TEXT).min(1, GOAL_TEXT).max(7, GOAL_TEXT).optional(),
})

/** By the days of Lima (docs/product/learning.md 6.4). */
export const Week = StudyGoal.extend({
  /** Monday to Sunday: whether a piece was finished. */
  semana: z.array(z.boolean()),
  /** The index of today in `semana`. */
  hoy: z.int(),
  /** Days in a row, until today or yesterday. */
  racha: z.int(),
  puntos: z.int(),
})
export type Week = z.infer<typeof Week>

/** `termina`: when the course of `siguiente` ends at the pace of the last four weeks. */
export const Momentum = Week.extend({ termina: Day.nullable() })
export type Momentum = z.infer<typeof Momentum>

export const Dashboard = z.object({
  cursos_matriculados: z.int(),
  certificados_obtenidos: z.int(),
  cursos: z.array(Enrollment),
  /** Names of courses that an overdue instalment suspended. */
  en_pausa: z.array(z.string()),
  /** Of the first course in `cursos` that is not finished. */
  siguiente: NextPiece.nullable(),
  intento_abierto: OpenAttempt.nullable(),
  proxima_sesion: StudentSession.nullable(),
  botones: BannerSettings,
  /** Null when the student turned it off. */
  ritmo: Momentum.nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const EvaluationCard = z.object({
  id: Id,
  nombre: z.string(),
  modelo: z.int(),
  /** Null for an evaluation of the course itself: the exam's URL then carries the course's id. */
  id_modulo: Id.nullable(),
  id_curso: Id,
  intentos: z.int(),
  intentos_usados: z.int(),
  /** Best percentage; null without a graded attempt and in surveys. */
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
  /** Whether an attempt is under way. */
  abierto: z.boolean(),
  pendiente: z.boolean(),
  respondida: z.boolean(),
  fecha_apertura: Instant.nullable(),
  fecha_cierre: Instant.nullable(),
  cerrado_por_lecciones: ClosedByLessons.nullable(),
})
export type EvaluationCard = z.infer<typeof EvaluationCard>

export const ModuleState = z.object({
  completadas: z.int(),
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  porcentaje: z.number().nullable(),
  codigo_certificado: z.string().nullable(),
})
export type ModuleState = z.infer<typeof ModuleState>

/** `estado` is null unless the student is enrolled. */
export const Module = z.object({
  id: Id,
  id_curso: Id,
  nombre: z.string(),
  horas: z.number(),
  cantidad_lecciones: z.int(),
  primera_leccion_id: Id.nullable(),
  tiene_examen: z.boolean(),
  estado: ModuleState.nullable(),
  intento_abierto: OpenAttempt.nullable(),
})
export type Module = z.infer<typeof Module>

export const Lesson = z.object({
  id: Id,
  id_modulo: Id,
  titulo: z.string(),
  duracion: z.int(),
  modulo: z.object({ id: Id, id_curso: Id, nombre: z.string() }),
})
export type Lesson = z.infer<typeof Lesson>

/** `gratis`: visitors may see it before they buy. */
export const LessonItem = z.object({
  id: Id,
  titulo: z.string(),
  duracion: z.int(),
  gratis: z.boolean(),
  completada: z.boolean(),
})
export type LessonItem = z.infer<typeof LessonItem>

export const OutlinedModule = Module.extend({
  lecciones: z.array(LessonItem.omit({ completada: true })),
  /** Null unless enrolled. */
  curso: z.object({ siguiente: NextPiece.nullable(), estado_avance: CourseState }).nullable(),
})
export type OutlinedModule = z.infer<typeof OutlinedModule>

/** `archivos`: the videos of a free lesson, which play before one buys. */
const OfferedLesson = LessonItem.extend({ archivos: z.array(LessonFile) })

/** For visitors: only free lessons are open in its outline. */
export const FreeLesson = z.object({
  id: Id,
  id_modulo: Id,
  titulo: z.string(),
  duracion: z.int(),
  contenido: z.string(),
  archivos: z.array(LessonFile),
  curso: z.object({ id: Id, nombre: z.string(), imagen: z.string().nullable(), id_cliente: Id }),
  modulos: z.array(z.object({ id: Id, nombre: z.string(), lecciones: z.array(LessonItem.omit({ completada: true })) })),
})
export type FreeLesson = z.infer<typeof FreeLesson>

/** The outline is public, the progress is the enrolled student's (docs/product/learning.md 2.1). */
export const DetailedCourse = Course.extend({
  id_cliente: Id,
  certificado: z.boolean(),
  proxima_clase: Instant.nullable(),
  /** For one of which it is sold; null where it is sold without. */
  grupos: z.array(OfferedGroup).nullable(),
  matriculado: z.boolean(),
  progreso: Progress.nullable(),
  siguiente: NextPiece.nullable(),
  estado_avance: CourseState.nullable(),
  ultima_actividad: Instant.nullable(),
  intento_abierto: OpenAttempt.nullable(),
  docentes: z.array(Teacher),
  modulos: z.array(Module.extend({ lecciones: z.array(OfferedLesson), evaluaciones: z.array(EvaluationCard) })),
  evaluaciones: z.array(EvaluationCard),
  codigo_certificado: z.string().nullable(),
})
export type DetailedCourse = z.infer<typeof DetailedCourse>

const Neighbour = z.object({ id: Id, id_modulo: Id, titulo: z.string() }).nullable()

const LessonTeacher = Teacher.pick({ id: true, nombres: true, apellidos: true, foto_perfil: true })

export const DetailedLesson = Lesson.extend({
  contenido: z.string(),
  /** The student's place, null for staff (docs/product/learning.md 5.7). */
  curso: z.object({
    id: Id,
    nombre: z.string(),
    imagen: z.string().nullable(),
    siguiente: NextPiece.nullable(),
    estado_avance: CourseState.nullable(),
    codigo_certificado: z.string().nullable(),
  }),
  docentes: z.array(LessonTeacher),
  /** Comments and replies that are not deleted. */
  comentarios: z.int(),
  archivos: z.array(LessonFile),
  materiales: z.array(Material),
  sesiones: z.array(Session),
  completada: z.boolean(),
  segundo: z.int(),
  asistencia: Attendance.nullable(),
  lecciones: z.array(LessonItem),
  anterior: Neighbour,
  siguiente: Neighbour,
  evaluaciones: z.array(EvaluationCard),
})
export type DetailedLesson = z.infer<typeof DetailedLesson>

export const ListedLesson = Lesson.extend({ completada: z.boolean() })
export type ListedLesson = z.infer<typeof ListedLesson>

export const ModuleHours = z.object({ horas: z.number() })

const SECOND_TEXT = 'El segundo no es válido.'

export const ProgressBody = z.object({
  segundo: z.int(SECOND_TEXT).min(0, SECOND_TEXT).max(86_400, SECOND_TEXT).optional(),
  completada: z.boolean('Indica si la lección está hecha.').optional(),
})
/** `ritmo`: the week after a lesson was marked as done; null otherwise, or where the student turned it off. */
export const LessonProgress = z.object({ segundo: z.int(), completada: z.boolean(), ritmo: Week.nullable() })
export type LessonProgress = z.infer<typeof LessonProgress>

/** `siguiente` is the piece to go on with; null when every other piece is finished. */
export const CompletedLesson = z.object({
  completada: z.boolean(),
  asistencia: Attendance.nullable(),
  siguiente: NextPiece.nullable(),
  puntos: z.int(),
  ritmo: Week.nullable(),
})
export type CompletedLesson = z.infer<typeof CompletedLesson>

const DAY_TEXT = 'La fecha no es válida.'

/** Defaults to 60 days ago until 180 days ahead. */
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
