import type { EvaluationCard } from '@campus/contract/learning'
import { formatNumber } from './format'

type Standing = Pick<EvaluationCard, 'abierto' | 'aprobado' | 'pendiente' | 'porcentaje'>

type ExamState = { tone: 'done' | 'todo' | 'running' | 'waiting' | 'failed'; text: string }

/** The words of docs/product/learning.md 3.2. */
export function examState({ abierto, aprobado, pendiente, porcentaje }: Standing): ExamState {
  if (abierto) return { tone: 'running', text: 'En curso' }
  if (aprobado) return { tone: 'done', text: `Aprobado ${formatNumber(porcentaje ?? 0)} %` }
  if (pendiente) return { tone: 'waiting', text: 'En revisión' }
  if (porcentaje === null) return { tone: 'todo', text: 'Sin rendir' }
  return { tone: 'failed', text: `Desaprobado ${formatNumber(porcentaje)} %` }
}
