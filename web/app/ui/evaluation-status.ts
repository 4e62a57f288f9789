import type { EvaluationCard } from '@campus/contract/learning'
import { EXAM_MODEL, PENDING_TEXT } from '@campus/contract/rules'
import { count, formatDateTime, formatNumber } from '../platform/format'

/** How an evaluation stands, so that it is never told by colour alone. */
export type EvaluationStatus = { tone: 'done' | 'todo' | 'waiting' | 'failed' | 'shut'; text: string }

/** Whether it is graded; any other `modelo` is a survey (campus.md section 3). */
export const isExam = (card: EvaluationCard): boolean => card.modelo === EXAM_MODEL

const left = (card: EvaluationCard) => Math.max(0, card.intentos - card.intentos_usados)

function graded(card: EvaluationCard): EvaluationStatus | null {
  if (card.pendiente) return { tone: 'waiting', text: PENDING_TEXT }
  if (card.porcentaje === null) return null
  const result = `${formatNumber(card.porcentaje)} %`
  if (card.aprobado) return { tone: 'done', text: `Aprobado con ${result}` }
  const more = left(card)
  const rest = more > 0 ? `te ${more === 1 ? 'queda' : 'quedan'} ${count(more, 'intento', 'intentos')}` : 'sin intentos'
  return { tone: 'failed', text: `Desaprobado con ${result}, ${rest}` }
}

/** What a card says of an exam or survey at a moment: result first, then its window, then what is left to do. */
export function evaluationStatus(card: EvaluationCard, now: number): EvaluationStatus {
  const exam = isExam(card)
  if (!exam && card.respondida) return { tone: 'done', text: 'Respondida, ¡gracias!' }
  const result = exam ? graded(card) : null
  if (result) return result
  if (card.fecha_apertura && Date.parse(card.fecha_apertura) > now)
    return { tone: 'shut', text: `Abre el ${formatDateTime(card.fecha_apertura)}` }
  if (card.fecha_cierre && Date.parse(card.fecha_cierre) <= now)
    return { tone: 'shut', text: `Cerró el ${formatDateTime(card.fecha_cierre)}` }
  if (!exam) return { tone: 'todo', text: 'Cuéntanos qué te pareció' }
  if (left(card) === 0) return { tone: 'shut', text: 'Sin intentos' }
  return { tone: 'todo', text: count(left(card), 'intento disponible', 'intentos disponibles') }
}
