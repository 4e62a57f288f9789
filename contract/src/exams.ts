import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { ClosedByLessons } from './learning.ts'
import { Key, Pair } from './questions.ts'
import { MAX_OPEN_ANSWER, MAX_OPTIONS, MAX_PAIRS, QUESTION_KINDS } from './rules.ts'
import { prose, unfinished } from './text-fields.ts'

export const Evaluation = z.object({
  id: Id,
  nombre: z.string(),
  modelo: z.int(),
  instrucciones: z.string(),
  intentos: z.int(),
  /** Minutes; null for a survey without a clock. */
  duracion: z.int().nullable(),
  fecha_apertura: Instant.nullable(),
  fecha_cierre: Instant.nullable(),
  id_curso: Id,
  id_modulo: Id.nullable(),
  curso: z.string(),
  modulo: z.string().nullable(),
  cantidad_preguntas: z.int(),
  nota_maxima: z.number(),
  /** Server time, and whether an attempt may begin now. */
  ahora: Instant,
  abierta: z.boolean(),
  cerrado_por_lecciones: ClosedByLessons.nullable(),
})
export type Evaluation = z.infer<typeof Evaluation>

/** How long the service was away during the attempt; already part of `limite`. */
const ReturnedSeconds = z.int().min(0)

export const Attempt = z.object({
  id: Id,
  numero: z.int(),
  estado: z.enum(['abierto', 'pendiente', 'calificado']),
  inicio: Instant,
  limite: Instant.nullable(),
  segundos_devueltos: ReturnedSeconds,
  enviado_en: Instant.nullable(),
  cerrado_por_tiempo: z.boolean(),
  nota: z.number().nullable(),
  nota_maxima: z.number(),
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** Flattened: `nota` to `aprobado` are the last submitted attempt's, `mejor_*` the best one's. */
export const EvaluationDetail = z.object({
  id: Id,
  id_evaluacion: Id,
  id_alumno: Id,
  fecha_evaluacion: Instant,
  estado: z.enum(['sin_iniciar', 'abierto', 'pendiente', 'calificado', 'respondida']),
  /** *Aprobado*, *Desaprobado*, *Pendiente de calificación* or empty. */
  condicion: z.string(),
  intentos: z.int(),
  intentos_restantes: z.int(),
  inicio: Instant.nullable(),
  limite: Instant.nullable(),
  segundos_devueltos: ReturnedSeconds,
  ahora: Instant,
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  nota_minima: z.number().nullable(),
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
  mejor_nota: z.number().nullable(),
  mejor_porcentaje: z.number().nullable(),
  cerrado_por_tiempo: z.boolean(),
  certificado: z
    .object({ codigo_certificado: z.string(), novedad: z.enum(['generado', 'actualizado', 'sin_cambio']) })
    .nullable(),
  id_intento: Id.nullable(),
})
export type EvaluationDetail = z.infer<typeof EvaluationDetail>

export const SubmittedExam = EvaluationDetail.extend({ puntos: z.int() })
export type SubmittedExam = z.infer<typeof SubmittedExam>

/** Parts that the question's kind does not have are absent. */
const questionParts = {
  imagen: z.string().optional(),
  imagen_alt: z.string().optional(),
  /** Both sides of a question of pairs; a pair names them by their positions from 0. */
  izquierdas: z.array(z.string()).optional(),
  derechas: z.array(z.string()).optional(),
}
const answerParts = { seleccion: z.array(Id).optional(), parejas: z.array(Pair).optional() }

/** `condicion` and `clave` are sent to staff only. */
export const Question = z.object({
  id: Id,
  pregunta: z.string(),
  tipo_pregunta: z.union(QUESTION_KINDS.map((kind) => z.literal(kind))),
  valor: z.number(),
  opciones: z.array(z.object({ id: Id, opcion: z.string(), condicion: z.boolean().optional() })),
  ...questionParts,
  clave: Key.optional(),
  id_opcion: Id.nullable(),
  respuesta: z.string().nullable(),
  ...answerParts,
  secuencia: z.int(),
})
export type Question = z.infer<typeof Question>

const AskedQuestion = Question.omit({ clave: true }).extend({
  opciones: z.array(z.object({ id: Id, opcion: z.string() })),
})

/** Includes the questions, which saves slow connections a round trip; never the key. */
export const StartedAttempt = EvaluationDetail.extend({ preguntas: z.array(AskedQuestion) })
export type StartedAttempt = z.infer<typeof StartedAttempt>

export const DetailBody = z.object({
  id_evaluacion: z.int('Indica el examen.').positive('Indica el examen.'),
})

/**
 * `id_intento` is the attempt on screen: a stale tab must not close a newer one. `por_tiempo` submits only what has no time left:
 * the browser cannot know of time that an outage gave back.
 */
export const SubmitBody = z.object({ id_intento: Id.nullish(), por_tiempo: z.boolean().optional() }).nullish()
export type SubmitBody = z.infer<typeof SubmitBody>

const rowId = z.int('Revisa las respuestas enviadas.').positive('Revisa las respuestas enviadas.')

export const Answer = z.object({
  id_detalle_evaluacion: rowId,
  id_pregunta: rowId,
  /** The attempt on screen; an answer for another attempt is rejected. */
  id_intento: rowId.nullish(),
  /** Alias of `respuesta` for questions with options. */
  id_opcion: rowId.nullable().optional(),
  respuesta: z
    .union(
      [
        unfinished(MAX_OPEN_ANSWER, `La respuesta puede tener hasta ${MAX_OPEN_ANSWER} caracteres.`),
        z.number().transform(String),
      ],
      'Revisa las respuestas enviadas.',
    )
    .nullable()
    .optional(),
  seleccion: z.array(rowId).max(MAX_OPTIONS, 'Revisa las respuestas enviadas.').nullish(),
  parejas: z.array(Pair).max(MAX_PAIRS, 'Revisa las respuestas enviadas.').nullish(),
  /** A save whose sequence is not greater is ignored. */
  secuencia: z
    .int('Revisa las respuestas enviadas.')
    .min(0, 'Revisa las respuestas enviadas.')
    .max(Number.MAX_SAFE_INTEGER)
    .default(0),
})
export type Answer = z.infer<typeof Answer>

/** Of a preview, which has no attempt. */
export const TriedAnswer = Answer.omit({ id_detalle_evaluacion: true, id_intento: true })
export type TriedAnswer = z.infer<typeof TriedAnswer>

export const AnswersBody = z.union(
  [
    z.array(Answer).min(1, 'Revisa las respuestas enviadas.').max(200, 'Puedes enviar hasta 200 respuestas a la vez.'),
    Answer,
  ],
  'Revisa las respuestas enviadas.',
)

export const SavedAnswers = z.object({
  data: z.array(
    z.object({
      id_pregunta: Id,
      secuencia: z.int(),
      id_opcion: Id.nullable(),
      respuesta: z.string().nullable(),
      ...answerParts,
    }),
  ),
  ahora: Instant,
  limite: Instant.nullable(),
  segundos_devueltos: ReturnedSeconds,
})

/** `es_correcta` is null where a teacher decides; the key is absent until its release (docs/product/exams.md 6). */
export const ReviewQuestion = z.object({
  id: Id,
  pregunta: z.string(),
  tipo_pregunta: z.int(),
  valor: z.number(),
  puntos: z.number().nullable(),
  es_correcta: z.boolean().nullable(),
  /** All students got its points (docs/product/exams.md 9.10). */
  anulada: z.boolean(),
  respuesta: z.string().nullable(),
  id_opcion: Id.nullable(),
  comentario: z.string().nullable(),
  opciones: z.array(z.object({ id: Id, opcion: z.string() })),
  ...questionParts,
  ...answerParts,
  id_opcion_correcta: Id.nullable(),
  /** Of kinds 3 to 6, absent until its release. */
  clave: Key.optional(),
  explicacion: z.string().nullable(),
  leccion: z.object({ id: Id, id_modulo: Id, titulo: z.string(), segundo: z.int().nullable() }).nullable(),
})
export type ReviewQuestion = z.infer<typeof ReviewQuestion>

/** The attempt that is reviewed; without it the last one. */
export const ReviewQuery = z.object({ intento: z.coerce.number().pipe(Id).optional() })

export const Review = z.object({ intento: Attempt, clave_liberada: z.boolean(), preguntas: z.array(ReviewQuestion) })
export type Review = z.infer<typeof Review>

export const ModuleGrade = z.object({
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  porcentaje: z.number().nullable(),
})

export const PendingAnswer = z.object({
  id_respuesta: Id,
  id_intento: Id,
  numero: z.int(),
  id_evaluacion: Id,
  evaluacion: z.string(),
  id_curso: Id,
  curso: z.string(),
  modulo: z.string().nullable(),
  id_alumno: Id,
  alumno: z.string(),
  pregunta: z.string(),
  respuesta: z.string(),
  valor: z.number(),
  enviado_en: Instant,
})
export type PendingAnswer = z.infer<typeof PendingAnswer>

export const GradeBody = z.object({
  puntos: z
    .number('Indica los puntos.')
    .min(0, 'Los puntos no pueden ser negativos.')
    .max(1_000_000, 'Son demasiados puntos.'),
  comentario: prose(2000, 'El comentario puede tener hasta 2000 caracteres.').nullish(),
})

/** `faltan` open answers remain; at 0 the attempt has its grade. */
export const GradedAnswer = z.object({
  id_respuesta: Id,
  puntos: z.number(),
  comentario: z.string().nullable(),
  faltan: z.int(),
  intento: Attempt,
})
export type GradedAnswer = z.infer<typeof GradedAnswer>

export const SurveyResults = z.object({
  id: Id,
  nombre: z.string(),
  respondieron: z.int(),
  preguntas: z.array(
    z.object({
      id: Id,
      pregunta: z.string(),
      tipo_pregunta: z.int(),
      opciones: z.array(z.object({ id: Id, opcion: z.string(), cuenta: z.int() })),
      respuestas: z.array(z.string()),
    }),
  ),
})
export type SurveyResults = z.infer<typeof SurveyResults>
