import type { EvaluationDetail } from '@campus/contract/exams'

/** The ends of an attempt: two with a grade, one that waits for a teacher, and a survey's. */
export type ResultKind = 'passed' | 'failed' | 'pending' | 'survey'

/** Which end it is. Without a grade nobody is told to have failed (contract section 4). */
export function resultOf(graded: boolean, { aprobado }: Pick<EvaluationDetail, 'aprobado'>): ResultKind {
  if (!graded) return 'survey'
  if (aprobado === null) return 'pending'
  return aprobado ? 'passed' : 'failed'
}
