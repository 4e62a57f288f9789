import { comparedText } from '@campus/contract/compared'
import { decimalOf } from '@campus/contract/numbers'
import type { Pair } from '@campus/contract/questions'
import { CHOICE, KEY_DECIMALS, OPEN, PASS_PERCENT } from '@campus/contract/rules'
import { isWritten } from '@campus/contract/texts'
import type { FrozenKey, FrozenQuestion, NumericKey } from './exams.tables.ts'

export type SavedAnswer = {
  id_pregunta: number
  id_opcion: number | null
  respuesta: string | null
  seleccion?: number[] | null
  parejas?: Pair[] | null
}

/** `puntos` is null while a teacher has to grade it. */
export type QuestionPoints = { id_pregunta: number; puntos: number | null }

/** `nota` is null while a teacher has to grade an answer. */
export type Result = { nota: number | null; aprobado: boolean | null; puntos: QuestionPoints[] }

type Gradable = Pick<
  FrozenQuestion,
  'id' | 'tipo_pregunta' | 'valor' | 'opciones' | 'clave' | 'anteriores' | 'regalada'
>

/** Integer hundredths, because sums of decimals are inexact in floating point. */
const hundredths = (points: number): number => Math.round(points * 100)

export function sumOf(points: number[]): number {
  return points.reduce((total, value) => total + hundredths(value), 0) / 100
}

export const maximumOf = (questions: Pick<FrozenQuestion, 'valor'>[]): number =>
  sumOf(questions.map((question) => question.valor))

/** Compares exactly: 59.99 of 100 fails, 60 passes (docs/product/exams.md 4.3); no one passes an exam worth nothing. */
export function passes(nota: number, notaMaxima: number): boolean {
  return notaMaxima > 0 && hundredths(nota) * 100 >= hundredths(notaMaxima) * PASS_PERCENT
}

export const minimumOf = (notaMaxima: number): number => Math.ceil((hundredths(notaMaxima) * PASS_PERCENT) / 100) / 100

/** Two decimals, never rounded up over the pass mark: 59.996 shows as 59.99. */
export function percentOf(nota: number, notaMaxima: number): number | null {
  if (notaMaxima <= 0) return null
  const rounded = Math.round((hundredths(nota) * 10_000) / hundredths(notaMaxima)) / 100
  return rounded >= PASS_PERCENT && !passes(nota, notaMaxima) ? PASS_PERCENT - 0.01 : rounded
}

/** `parts` of `whole` equal parts of the value, half a hundredth upwards. */
function partOf(value: number, parts: number, whole: number): number {
  if (parts <= 0 || whole <= 0) return 0
  return Math.floor((2 * hundredths(value) * parts + whole) / (2 * whole)) / 100
}

/** A right option adds a part, a wrong one takes a part away. */
function selectionParts(options: FrozenQuestion['opciones'], chosen: number[]): { parts: number; whole: number } {
  const right = options.filter((option) => option.condicion).map(({ id }) => id)
  const hits = right.filter((id) => chosen.includes(id)).length
  return { parts: hits - (new Set(chosen).size - hits), whole: right.length }
}

const DECIMALS = 20

/** As an integer of 10^-20, because 0.4 - 0.3 is more than 0.1 in floating point. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole.replace('-', '') + fraction.padEnd(DECIMALS, '0')) * (decimal.startsWith('-') ? -1n : 1n)
}

const exactly = (value: number): bigint => scaled(value.toFixed(KEY_DECIMALS))

function isInside(key: NumericKey, answer: string): boolean {
  const decimal = decimalOf(answer)
  if (decimal === null) return false
  const value = scaled(decimal)
  if ('desde' in key) return value >= exactly(key.desde) && value <= exactly(key.hasta)
  const away = value - exactly(key.valor)
  return (away < 0n ? -away : away) <= exactly(key.tolerancia)
}

/** What a key without options says of an answer, in parts. */
function keyParts(key: FrozenKey, { respuesta, parejas }: SavedAnswer): { parts: number; whole: number } {
  if ('parejas' in key) {
    const hits = key.parejas.filter((right, left) =>
      parejas?.some(({ izquierda, derecha }) => izquierda === left && derecha === right),
    )
    return { parts: hits.length, whole: key.parejas.length }
  }
  if (!respuesta?.trim()) return { parts: 0, whole: 1 }
  const right =
    'textos' in key
      ? key.textos.some((text) => comparedText(text) === comparedText(respuesta))
      : isInside(key, respuesta)
  return { parts: Number(right), whole: 1 }
}

function partsOf({ tipo_pregunta, opciones, clave }: Gradable, answer: SavedAnswer) {
  if (clave) return keyParts(clave, answer)
  if (tipo_pregunta !== CHOICE) return selectionParts(opciones, answer.seleccion ?? [])
  return { parts: Number(opciones.some((option) => option.condicion && option.id === answer.id_opcion)), whole: 1 }
}

/** The question under each key that counts: its own, then those that a correction replaced. */
function underEachKey(question: Gradable): Gradable[] {
  const former = (question.anteriores ?? []).map((key) =>
    'clave' in key
      ? { ...question, clave: key.clave }
      : {
          ...question,
          opciones: question.opciones.map((option) => ({ ...option, condicion: key.correctas.includes(option.id) })),
        },
  )
  return [question, ...former]
}

/** 0 for a blank, null for an open answer that a teacher must grade (docs/product/exams.md 4.4). */
export function pointsOf(question: Gradable, answer: SavedAnswer | undefined): number | null {
  if (question.regalada) return question.valor
  if (question.tipo_pregunta === OPEN) return isWritten(answer?.respuesta ?? '') ? null : 0
  if (!answer) return 0
  const points = underEachKey(question).map((keyed) => {
    const { parts, whole } = partsOf(keyed, answer)
    return partOf(question.valor, parts, whole)
  })
  return Math.max(...points)
}

/** Whether an answer is right as a whole. */
export function isRight(question: Gradable, answer: SavedAnswer | undefined): boolean {
  if (question.regalada) return true
  if (!answer || question.tipo_pregunta === OPEN) return false
  return underEachKey(question).some((keyed) => {
    const { parts, whole } = partsOf(keyed, answer)
    return whole > 0 && parts === whole
  })
}

/** Uses only the frozen questions and the saved answers (docs/product/exams.md 4.1). */
export function gradeAttempt(questions: Gradable[], answers: SavedAnswer[]): Result {
  const byQuestion = new Map(answers.map((answer) => [answer.id_pregunta, answer]))
  const puntos = questions.map((question) => ({
    id_pregunta: question.id,
    puntos: pointsOf(question, byQuestion.get(question.id)),
  }))
  const graded = puntos.map((entry) => entry.puntos).filter((value) => value !== null)
  if (graded.length < puntos.length) return { nota: null, aprobado: null, puntos }
  const nota = sumOf(graded)
  return { nota, aprobado: passes(nota, maximumOf(questions)), puntos }
}
