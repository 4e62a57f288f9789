import { z } from 'zod'
import { Id } from './common.ts'
import { Question } from './exams.ts'

/** The latest first attempts that a report reads: fewer with more than 20 questions, to bound its time. */
export const mostReported = (questions: number): number => Math.floor(100_000 / Math.max(20, questions))

/** With fewer attempts a figure says little. */
export const SMALL_SAMPLE = 20

export const QUESTION_FLAGS = [
  'revisa_clave',
  'muy_dificil',
  'no_distingue',
  'distractor_sin_uso',
  'muy_facil',
  'muestra_pequena',
] as const
export type QuestionFlag = (typeof QUESTION_FLAGS)[number]

/** Of the best and of the lowest 27 % by total: how many have the question, and how many got all of its points. */
const Group = z.object({ intentos: z.int(), aciertos: z.int() })

/** `vistas`: attempts that offered it; it may be newer than others. */
const ReportedOption = z.object({
  id: Id,
  opcion: z.string(),
  condicion: z.boolean(),
  vistas: z.int(),
  cuenta: z.int(),
  mejores: z.int(),
  menores: z.int(),
})

export const ReportedQuestion = Question.pick({ id: true, pregunta: true, tipo_pregunta: true, valor: true }).extend({
  imagen: z.string().nullable(),
  imagen_alt: z.string().nullable(),
  intentos: z.int(),
  blancos: z.int(),
  /** Mean of points / value, from 0 to 1; null without attempts. */
  dificultad: z.number().nullable(),
  /** Correlation of its points with the rest of the attempt; null where one of them does not vary. */
  discriminacion: z.number().nullable(),
  /** Null while the sample is small or both groups have the same grade. */
  mejores: Group.nullable(),
  menores: Group.nullable(),
  avisos: z.array(z.enum(QUESTION_FLAGS)),
  /** Of kinds 1 and 3. */
  opciones: z.array(ReportedOption),
  /** Of kinds 4 and 5: the most frequent answers. */
  dadas: z.array(z.object({ respuesta: z.string(), cuenta: z.int(), acierta: z.boolean() })),
  /** Of kind 6: how often each left side got its own right side. */
  parejas: z.array(z.object({ izquierda: z.string(), derecha: z.string(), intentos: z.int(), aciertos: z.int() })),
})
export type ReportedQuestion = z.infer<typeof ReportedQuestion>

/** From the first attempts alone (docs/product/exams.md 9.9). */
export const QuestionReport = z.object({
  intentos: z.int(),
  aprobados: z.int(),
  /** Mean of the grades, in percent. */
  promedio: z.number().nullable(),
  /** Grades from 0 to 100 % in ten steps; the last one has 100. */
  tramos: z.array(z.int()),
  preguntas: z.array(ReportedQuestion),
})
export type QuestionReport = z.infer<typeof QuestionReport>
