import type { EvaluationDetail } from '@campus/contract/exams'

export type ResultKind = 'passed' | 'failed' | 'pending' | 'survey'

/** Without a grade no one has failed (docs/product/exams.md 4.5). */
export function resultOf(graded: boolean, { aprobado }: Pick<EvaluationDetail, 'aprobado'>): ResultKind {
  if (!graded) return 'survey'
  if (aprobado === null) return 'pending'
  return aprobado ? 'passed' : 'failed'
}
