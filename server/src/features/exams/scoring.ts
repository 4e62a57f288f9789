import { CHOICE, PASS_PERCENT } from '@campus/contract/rules'
import type { FrozenQuestion } from './exams.tables.ts'

/** What a student saved for a question. */
export type SavedAnswer = { id_pregunta: number; id_opcion: number | null; respuesta: string | null }

/** A graded question: `puntos` is null while a teacher has to decide. */
export type QuestionPoints = { id_pregunta: number; puntos: number | null }

/** An attempt's result; without `nota` it waits for a teacher. */
export type Result = { nota: number | null; aprobado: boolean | null; puntos: QuestionPoints[] }

type Gradable = Pick<FrozenQuestion, 'id' | 'tipo_pregunta' | 'valor' | 'opciones'>

/** Hundredths as an integer: sums and comparisons of grades are exact. */
const hundredths = (points: number): number => Math.round(points * 100)

/** Sum of points, exact to two decimals. */
export function sumOf(points: number[]): number {
  return points.reduce((total, value) => total + hundredths(value), 0) / 100
}

/** The grade of an attempt in which everything is right. */
export const maximumOf = (questions: Pick<FrozenQuestion, 'valor'>[]): number =>
  sumOf(questions.map((question) => question.valor))

/**
 * Passed when `nota*100 >= nota_maxima*60`, exactly (contract section 4): 59.99 of 100 fails, 60 passes.
 * With a maximum of 0 nobody passes: 60 % of nothing would pass everybody.
 */
export function passes(nota: number, notaMaxima: number): boolean {
  return notaMaxima > 0 && hundredths(nota) * 100 >= hundredths(notaMaxima) * PASS_PERCENT
}

/** The least grade that passes, rounded up to what a grade can be. */
export const minimumOf = (notaMaxima: number): number => Math.ceil((hundredths(notaMaxima) * PASS_PERCENT) / 100) / 100

/**
 * Percentage with two decimals. Rounding never carries a failed attempt over the pass mark: 59.996 shows as 59.99.
 * Null without a maximum.
 */
export function percentOf(nota: number, notaMaxima: number): number | null {
  if (notaMaxima <= 0) return null
  const rounded = Math.round((hundredths(nota) * 10_000) / hundredths(notaMaxima)) / 100
  return rounded >= PASS_PERCENT && !passes(nota, notaMaxima) ? PASS_PERCENT - 0.01 : rounded
}

/** Points of one question: all or nothing for a choice, 0 for a blank, null for an open answer that a teacher must read. */
export function pointsOf(question: Gradable, answer: SavedAnswer | undefined): number | null {
  if (question.tipo_pregunta !== CHOICE) return answer?.respuesta?.trim() ? null : 0
  const chosen = question.opciones.find((option) => option.id === answer?.id_opcion)
  return chosen?.condicion ? question.valor : 0
}

/** Grades the saved answers against the frozen questions, and nothing else (contract section 4). */
export function gradeAttempt(questions: Gradable[], answers: SavedAnswer[]): Result {
  const byQuestion = new Map(answers.map((answer) => [answer.id_pregunta, answer]))
  const puntos = questions.map((question) => ({
    id_pregunta: question.id,
    puntos: pointsOf(question, byQuestion.get(question.id)),
  }))
  const known = puntos.map((entry) => entry.puntos).filter((value) => value !== null)
  if (known.length < puntos.length) return { nota: null, aprobado: null, puntos }
  const nota = sumOf(known)
  return { nota, aprobado: passes(nota, maximumOf(questions)), puntos }
}
