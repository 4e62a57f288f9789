import type { EvaluationCard } from '@campus/contract/learning'
import { badgeOf } from '@campus/contract/rules'
import { formatNumber } from './format'

export type Standing = Partial<Pick<EvaluationCard, 'abierto' | 'pendiente'>> & Pick<EvaluationCard, 'porcentaje'>

const GRADES = {
  excelente: { tone: 'good', word: 'Excelente' },
  bueno: { tone: 'fair', word: 'Bueno' },
  pendiente: { tone: 'plain', word: 'Pendiente' },
} as const

/** The words of docs/product/learning.md 3.2. */
export function examState({ abierto, pendiente, porcentaje }: Standing) {
  const { tone, word } = GRADES[badgeOf(porcentaje)]
  if (abierto) return { tone: 'wait', text: 'En curso' } as const
  if (pendiente && tone === 'plain') return { tone: 'wait', text: 'En revisión' } as const
  return { tone, text: porcentaje === null ? word : `${word} · ${formatNumber(porcentaje)} %` }
}
