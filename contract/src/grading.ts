import { z } from 'zod'
import { Day, Email, FailureBody, Id, IdParams, Instant, PathId } from './common.ts'
import { MAX_ENROLLED } from './enrolments.staff.ts'
import { Attempt, GradeBody, Review, ReviewQuestion } from './exams.ts'
import { Job } from './jobs.ts'
import { StaffListQuery, staleOf } from './staff.ts'
import { writtenProse } from './text-fields.ts'

const version = z.int('Falta la versión.').min(0, 'Falta la versión.').max(2_147_483_647, 'Falta la versión.')
const id = z.coerce.number().pipe(Id)
const reason = writtenProse('Escribe el motivo.', 500, 'El motivo puede tener hasta 500 caracteres.').min(
  3,
  'Escribe el motivo.',
)

/** `orden`: `pregunta` (all answers to one question in a row), `alumno` or `espera`. */
export const GradingQuery = StaffListQuery.extend({
  curso: id.optional(),
  examen: id.optional(),
  /** Received on this day or later. */
  recibida: z.iso.date('La fecha no es válida.').optional(),
})

export const GradingRow = z.object({
  id: Id,
  id_intento: Id,
  numero: z.int(),
  id_evaluacion: Id,
  evaluacion: z.string(),
  id_curso: Id,
  curso: z.string(),
  modulo: z.string().nullable(),
  id_pregunta: Id,
  pregunta: z.string(),
  id_alumno: Id,
  alumno: z.string(),
  valor: z.number(),
  enviado_en: Instant,
})
export type GradingRow = z.infer<typeof GradingRow>

const decision = {
  puntos: z.number().nullable(),
  comentario: z.string().nullable(),
  version: z.int(),
  por: z.object({ id: Id, nombre: z.string() }).nullable(),
  en: Instant.nullable(),
}

export const GradingItem = GradingRow.extend({
  ...decision,
  estado: Attempt.shape.estado,
  respuesta: z.string(),
  criterio: z.string().nullable(),
  imagen: z.string().nullable(),
  imagen_alt: z.string().nullable(),
  explicacion: z.string().nullable(),
  /** Open answers of the attempt without points, this one included. */
  faltan: z.int(),
  anteriores: z.array(
    z.object({
      id_intento: Id,
      numero: z.int(),
      respuesta: z.string(),
      puntos: z.number().nullable(),
      comentario: z.string().nullable(),
    }),
  ),
  siguiente: Id.nullable(),
})
export type GradingItem = z.infer<typeof GradingItem>

/** Without `version` the last decision wins, as long as the attempt waits. */
export const VersionedGradeBody = GradeBody.extend({ version: version.optional() })
export const CorrectionBody = GradeBody.extend({
  version,
  motivo: reason,
  /** Also where a certificate is revoked or says less. */
  acepta_certificados: z.boolean().default(false),
})

/** What a lowered grade does to a valid certificate; `nota_nueva` is null where it is revoked. */
export const CertificateEffect = z.object({
  codigo_certificado: z.string(),
  /** Of its module or course. */
  titulo: z.string(),
  nota: z.number(),
  nota_nueva: z.number().nullable(),
})
export type CertificateEffect = z.infer<typeof CertificateEffect>

export const ResolvedGrade = z.union([
  staleOf(z.object({ puntos: z.number().nullable(), comentario: z.string().nullable() })).extend({
    code: z.literal('YA_RESUELTO'),
  }),
  staleOf(z.array(CertificateEffect)).extend({ code: z.literal('CON_CERTIFICADO') }),
  FailureBody,
])

export const ExamHead = z.object({
  id: Id,
  nombre: z.string(),
  modelo: z.int(),
  id_curso: Id,
  curso: z.string(),
  /** Without a student's extras. */
  intentos: z.int(),
  duracion: z.int().nullable(),
  fecha_cierre: Instant.nullable(),
  preguntas: z.int(),
})
export type ExamHead = z.infer<typeof ExamHead>

export const ExtrasParams = z.object({ id: PathId, alumno: PathId })

export const MAX_EXTRA_ATTEMPTS = 100
export const MAX_EXTRA_MINUTES = 600

const extras = {
  intentos: z.int().min(0).max(MAX_EXTRA_ATTEMPTS),
  minutos: z.int().min(0).max(MAX_EXTRA_MINUTES),
  /** Later than the exam's own closing date. */
  cierre: Instant.nullable(),
}
export const Extras = z.object({ ...extras, version: z.int() })
export type Extras = z.infer<typeof Extras>

export const ExtrasBody = z.object({
  intentos: z
    .int('Los intentos de más van de 0 a 100.')
    .min(0, 'Los intentos de más van de 0 a 100.')
    .max(MAX_EXTRA_ATTEMPTS, 'Los intentos de más van de 0 a 100.'),
  minutos: z
    .int('Los minutos de más van de 0 a 600.')
    .min(0, 'Los minutos de más van de 0 a 600.')
    .max(MAX_EXTRA_MINUTES, 'Los minutos de más van de 0 a 600.'),
  cierre: z.iso.datetime({ offset: true, error: 'La fecha y la hora no son válidas.' }).nullish(),
  motivo: reason,
  version,
  /** Also for the attempt that is open now. */
  abiertos: z.boolean().default(false),
})
export type ExtrasBody = z.infer<typeof ExtrasBody>

/** Of live enrolments; `desaprobados` took the exam without passing and wait for no grade; `lista` is by mail. */
export const EXTRAS_GROUPS = ['desaprobados', 'sin_empezar', 'todos', 'lista'] as const

export const ExtrasGroups = z.object({ desaprobados: z.int(), sin_empezar: z.int(), todos: z.int() })
export type ExtrasGroups = z.infer<typeof ExtrasGroups>

const MAILS_TEXT = 'Escribe los correos de los alumnos.'

/** Numbers are added to each student's own extras. */
export const GroupExtrasBody = ExtrasBody.omit({ version: true })
  .extend({
    quienes: z.enum(EXTRAS_GROUPS, 'Elige a quién.'),
    correos: z
      .array(
        Email.transform((mail) => mail.toLowerCase()),
        MAILS_TEXT,
      )
      .max(MAX_ENROLLED, `Son ${MAX_ENROLLED} alumnos por vez como máximo.`)
      .default([]),
    envio: z.uuid('Recarga la página y vuelve a intentarlo.'),
  })
  .refine(({ quienes, correos }) => quienes !== 'lista' || correos.length > 0, { path: ['correos'], error: MAILS_TEXT })
  .refine(({ intentos, minutos, cierre }) => intentos > 0 || minutos > 0 || cierre, {
    path: ['intentos'],
    error: 'Da al menos un intento, un minuto o una fecha.',
  })
export type GroupExtrasBody = z.infer<typeof GroupExtrasBody>

const named = z.object({ id: Id, nombre: z.string() })

export const StudentExam = z.object({
  evaluacion: ExamHead,
  alumno: named,
  extras: Extras,
  usados: z.int(),
  /** The enrolment's last day, and whether it is live: extras give nothing beyond it. */
  hasta: Day.nullable(),
  vigente: z.boolean(),
  /** Whether an attempt is open and within its time. */
  abierto: z.boolean(),
})
export type StudentExam = z.infer<typeof StudentExam>

/** How many open attempts got the exam's current minutes and closing date. */
export const Extended = z.object({ intentos: z.int() })
export type Extended = z.infer<typeof Extended>

/** `orden`: `alumno` or `inicio`. */
export const AttemptsQuery = StaffListQuery.extend({
  estado: z
    .enum([...Attempt.shape.estado.options, 'aprobado', 'desaprobado'], 'Elige el estado del intento.')
    .optional(),
})
export type AttemptsQuery = z.infer<typeof AttemptsQuery>

export const AttemptRow = Attempt.extend({ id_alumno: Id, alumno: z.string() })
export type AttemptRow = z.infer<typeof AttemptRow>

export const AttemptReview = Review.extend({
  alumno: named,
  evaluacion: ExamHead,
  extras: Extras,
  preguntas: z.array(
    ReviewQuestion.extend({ id_respuesta: Id.nullable(), version: z.int(), criterio: z.string().nullable() }),
  ),
})
export type AttemptReview = z.infer<typeof AttemptReview>

/** How a corrected key counts in attempts that were made with another. */
export const REGRADES = ['clave_nueva', 'clave_nueva_o_anterior', 'puntos_a_todos'] as const

export const RegradeBody = z.object({
  id_pregunta: z.int('Elige la pregunta.').positive('Elige la pregunta.'),
  decision: z.enum(REGRADES, 'Elige cómo recalificar.'),
  motivo: reason,
  /** The job only counts what would change. */
  ensayo: z.boolean().default(false),
  envio: z.uuid('Recarga la página y vuelve a intentarlo.'),
})
export type RegradeBody = z.infer<typeof RegradeBody>

/** Grades are of the best attempt; `antes` is null where there was none. */
const RaisedStudent = z.object({
  id: Id,
  nombre: z.string(),
  antes: z.number().nullable(),
  ahora: z.number(),
  aprueba: z.boolean(),
  certificado: z.boolean(),
})
export type RaisedStudent = z.infer<typeof RaisedStudent>

export const Regrade = z.object({ intentos: z.int(), trabajo: Job })
export type Regrade = z.infer<typeof Regrade>

/** What a correction would change, once its job is over. */
export const RegradeTrial = Regrade.extend({
  /** Grades that rise, students who pass, certificates issued. */
  efecto: z.object({ suben: z.int(), aprueban: z.int(), certificados: z.int() }).nullable(),
  /** Students whose best grade rises, at most 100 by name. */
  alumnos: z.object({ total: z.int(), primeros: z.array(RaisedStudent) }).nullable(),
})
export type RegradeTrial = z.infer<typeof RegradeTrial>

export const RegradeTrialParams = IdParams.extend({ trabajo: PathId })
