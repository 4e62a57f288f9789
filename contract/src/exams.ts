import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { CHOICE, MAX_OPEN_ANSWER, OPEN } from './rules.ts'

/** An exam or survey as its intro shows it. */
export const Evaluation = z.object({
  id: Id,
  nombre: z.string(),
  modelo: z.int(),
  instrucciones: z.string(),
  intentos: z.int(),
  /** Minutes. */
  duracion: z.int(),
  fecha_apertura: Instant.nullable(),
  fecha_cierre: Instant.nullable(),
  id_curso: Id,
  id_modulo: Id.nullable(),
  curso: z.string(),
  modulo: z.string().nullable(),
  cantidad_preguntas: z.int(),
  nota_maxima: z.number(),
  /** Server clock, and whether an attempt may begin now. */
  ahora: Instant,
  abierta: z.boolean(),
})
export type Evaluation = z.infer<typeof Evaluation>

/** An attempt as its student may see it: never the key. */
export const Attempt = z.object({
  id: Id,
  numero: z.int(),
  estado: z.enum(['abierto', 'pendiente', 'calificado']),
  inicio: Instant,
  limite: Instant,
  enviado_en: Instant.nullable(),
  cerrado_por_tiempo: z.boolean(),
  nota: z.number().nullable(),
  nota_maxima: z.number(),
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/**
 * The student's record of one evaluation with its current attempt, flattened as the specification has it:
 * `estado` is `sin_iniciar` before the first attempt, then the current (or last) attempt's; `nota`, `nota_maxima`, `porcentaje` and `aprobado` are the
 * last sent attempt's; `mejor_nota` and `mejor_porcentaje` are the best one's.
 */
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
  ahora: Instant,
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  nota_minima: z.number().nullable(),
  porcentaje: z.number().nullable(),
  aprobado: z.boolean().nullable(),
  mejor_nota: z.number().nullable(),
  mejor_porcentaje: z.number().nullable(),
  cerrado_por_tiempo: z.boolean(),
  /** The certificate that the best attempt earned, and whether this submission issued or raised it. */
  certificado: z
    .object({ codigo_certificado: z.string(), novedad: z.enum(['generado', 'actualizado', 'sin_cambio']) })
    .nullable(),
  id_intento: Id.nullable(),
})
export type EvaluationDetail = z.infer<typeof EvaluationDetail>

/** A question of the open attempt with what was saved; `condicion` appears only for staff. */
export const Question = z.object({
  id: Id,
  pregunta: z.string(),
  tipo_pregunta: z.union([z.literal(CHOICE), z.literal(OPEN)]),
  valor: z.number(),
  opciones: z.array(z.object({ id: Id, opcion: z.string(), condicion: z.boolean().optional() })),
  /** The saved answer. */
  id_opcion: Id.nullable(),
  respuesta: z.string().nullable(),
  secuencia: z.int(),
})
export type Question = z.infer<typeof Question>

const AskedQuestion = Question.extend({ opciones: z.array(z.object({ id: Id, opcion: z.string() })) })

/** A begun attempt with its questions, so that a student on a slow line waits once; never the key, whoever asks. */
export const StartedAttempt = EvaluationDetail.extend({ preguntas: z.array(AskedQuestion) })
export type StartedAttempt = z.infer<typeof StartedAttempt>

/** Asks for the student's own detail of an evaluation; the student is the token's. */
export const DetailBody = z.object({
  id_evaluacion: z.int('Indica el examen.').positive('Indica el examen.').max(2_147_483_647, 'Indica el examen.'),
})

/**
 * Submits. Nothing in the body counts for the grade; `id_intento`, when sent, says which attempt the screen shows,
 * so that a stale tab cannot close a newer one.
 */
export const SubmitBody = z.object({ id_intento: Id.nullish() }).nullish()

const rowId = z
  .int('Revisa las respuestas enviadas.')
  .positive('Revisa las respuestas enviadas.')
  .max(2_147_483_647, 'Revisa las respuestas enviadas.')

/** One answer: an option's id for a choice, text for an open question; `null` clears it. Server-owned fields are ignored. */
export const Answer = z.object({
  id_detalle_evaluacion: rowId,
  id_pregunta: rowId,
  /** The attempt that the screen shows; an answer meant for another attempt is refused. */
  id_intento: rowId.nullish(),
  id_opcion: rowId.nullable().optional(),
  respuesta: z
    .string()
    .max(MAX_OPEN_ANSWER, `La respuesta puede tener hasta ${MAX_OPEN_ANSWER} caracteres.`)
    .nullable()
    .optional(),
  /** Grows with each save of the question; a save that does not grow is ignored. */
  secuencia: z
    .int('Revisa las respuestas enviadas.')
    .min(0, 'Revisa las respuestas enviadas.')
    .max(Number.MAX_SAFE_INTEGER)
    .default(0),
})
export type Answer = z.infer<typeof Answer>

/** `POST /respuestas` and `POST /respuestasabiertas` take one answer or an array of them. */
export const AnswersBody = z.union(
  [
    z.array(Answer).min(1, 'Revisa las respuestas enviadas.').max(200, 'Puedes enviar hasta 200 respuestas a la vez.'),
    Answer,
  ],
  'Revisa las respuestas enviadas.',
)

/** What was saved: each answer's sequence as the server now holds it. */
export const SavedAnswers = z.object({
  data: z.array(
    z.object({ id_pregunta: Id, secuencia: z.int(), id_opcion: Id.nullable(), respuesta: z.string().nullable() }),
  ),
  ahora: Instant,
  limite: Instant,
})

/** A question of a sent attempt: own answer always; of a choice, right or wrong and the key only after the release. */
export const ReviewQuestion = z.object({
  id: Id,
  pregunta: z.string(),
  tipo_pregunta: z.int(),
  valor: z.number(),
  puntos: z.number().nullable(),
  es_correcta: z.boolean().nullable(),
  respuesta: z.string().nullable(),
  id_opcion: Id.nullable(),
  comentario: z.string().nullable(),
  opciones: z.array(z.object({ id: Id, opcion: z.string() })),
  /** Only after the last attempt or the closing date. */
  id_opcion_correcta: Id.nullable(),
  explicacion: z.string().nullable(),
  /** Where the answer is explained. */
  leccion: z.object({ id: Id, id_modulo: Id, titulo: z.string(), segundo: z.int().nullable() }).nullable(),
})
export type ReviewQuestion = z.infer<typeof ReviewQuestion>

export const Review = z.object({ intento: Attempt, clave_liberada: z.boolean(), preguntas: z.array(ReviewQuestion) })
export type Review = z.infer<typeof Review>

/** Best result in a module (contract section 4). */
export const ModuleGrade = z.object({
  nota: z.number().nullable(),
  nota_maxima: z.number().nullable(),
  porcentaje: z.number().nullable(),
})

/** An open answer that waits for a teacher. */
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

/** A teacher's grade of an open answer: 0 to the question's value, two decimals. */
export const GradeBody = z.object({
  puntos: z
    .number('Indica los puntos.')
    .min(0, 'Los puntos no pueden ser negativos.')
    .max(1_000_000, 'Son demasiados puntos.'),
  comentario: z.string().trim().max(2000, 'El comentario puede tener hasta 2000 caracteres.').nullish(),
})

/** What grading an answer did: `faltan` open answers of the attempt still wait; with none left the attempt has its grade. */
export const GradedAnswer = z.object({
  id_respuesta: Id,
  puntos: z.number(),
  comentario: z.string().nullable(),
  faltan: z.int(),
  intento: Attempt,
})
export type GradedAnswer = z.infer<typeof GradedAnswer>

/** What a survey gathered, without anybody: counts by option, and what was written, in no order that tells who. */
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
