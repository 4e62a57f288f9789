import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import type { EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { examState } from '../../lib/exam-state'
import { count } from '../../lib/format'
import { formatDeadline } from '../../lib/session-time'

/** `text` so that the status is never shown by colour alone. */
export type EvaluationStatus = {
  tone: 'done' | 'todo' | 'running' | 'waiting' | 'failed' | 'exhausted' | 'closed'
  text: string
}

const attemptsLeft = (card: EvaluationCard) => Math.max(0, card.intentos - card.intentos_usados)

function attemptsText(card: EvaluationCard): string {
  const left = attemptsLeft(card)
  return `${examState(card).text}, te ${left === 1 ? 'queda' : 'quedan'} ${count(left, 'intento', 'intentos')}`
}

/** The lessons it waits for. */
export const waitText = ({ cerrado_por_lecciones: waits }: EvaluationCard): string | null =>
  waits && closedByLessonsText(waits)

function attemptedStatus(card: EvaluationCard, closed: string | null): EvaluationStatus | null {
  const { tone, text } = examState(card)
  if (tone === 'wait') return { tone: card.abierto ? 'running' : 'waiting', text }
  if (tone !== 'plain') return { tone: 'done', text }
  if (card.porcentaje === null) return null
  // What is left of the attempts counts for nothing then.
  if (closed) return { tone: 'exhausted', text: `${text}, cerró el ${closed}` }
  if (attemptsLeft(card) === 0) return { tone: 'exhausted', text: `${text}, sin intentos` }
  const waits = waitText(card)
  return waits ? { tone: 'closed', text: `${text}. ${waits}` } : { tone: 'failed', text: attemptsText(card) }
}

/** The result first, then the time window, then the attempts left, then the lessons it waits for. */
export function evaluationStatus(card: EvaluationCard, now: number): EvaluationStatus {
  const exam = isExam(card)
  if (!exam && card.respondida) return { tone: 'done', text: 'Respondida, ¡gracias!' }
  const closed = card.fecha_cierre && Date.parse(card.fecha_cierre) <= now ? formatDeadline(card.fecha_cierre) : null
  const result = exam ? attemptedStatus(card, closed) : null
  if (result) return result
  if (card.fecha_apertura && Date.parse(card.fecha_apertura) > now)
    return { tone: 'closed', text: `Abre el ${formatDeadline(card.fecha_apertura)}` }
  if (closed) return { tone: 'closed', text: `Cerró el ${closed}` }
  if (!exam) return { tone: 'todo', text: 'Cuéntanos qué te pareció' }
  if (attemptsLeft(card) === 0) return { tone: 'closed', text: 'Sin intentos' }
  const waits = waitText(card)
  if (waits) return { tone: 'closed', text: waits }
  return { tone: 'todo', text: attemptsText(card) }
}
