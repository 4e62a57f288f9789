import type { EvaluationCard } from '@campus/contract/learning'
import { type Badge, badgeOf } from '@campus/contract/rules'
import { formatNumber } from './format'

export type Standing = Partial<Pick<EvaluationCard, 'abierto' | 'pendiente'>> & Pick<EvaluationCard, 'porcentaje'>

type ExamState = { tone: 'running' | 'waiting' | Badge; text: string }

const WORDS: Record<Badge, string> = { excelente: 'Excelente', bueno: 'Bueno', pendiente: 'Pendiente' }

/** The words of docs/product/learning.md 3.2. */
export function examState({ abierto, pendiente, porcentaje }: Standing): ExamState {
  const badge = badgeOf(porcentaje)
  if (abierto) return { tone: 'running', text: 'En curso' }
  if (pendiente && badge === 'pendiente') return { tone: 'waiting', text: 'En revisión' }
  return { tone: badge, text: porcentaje === null ? WORDS[badge] : `${WORDS[badge]} · ${formatNumber(porcentaje)} %` }
}
