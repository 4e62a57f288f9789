import type { Kinds } from '../../kit/batches/batches.ts'
import { gradesExam } from './exams.staff.ts'
import { applyExtras } from './group-extras.ts'
import { applyRegrade, applyTrial } from './regrading.staff.ts'

/** The jobs of exams. */
export const EXAM_JOBS: Pick<Kinds, 'recalificar' | 'ensayo' | 'extras'> = {
  recalificar: { apply: applyRegrade, mayAsk: gradesExam },
  ensayo: { apply: applyTrial, mayAsk: gradesExam },
  extras: { apply: applyExtras, mayAsk: gradesExam },
}
