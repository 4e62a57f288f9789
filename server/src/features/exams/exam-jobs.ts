import type { Kinds } from '../../kit/batches/batches.ts'
import { gradesExam } from './exams.staff.ts'
import { applyExtras } from './group-extras.ts'
import { applyRegrade, applyTrial } from './regrading.staff.ts'

/** The staff's jobs. */
export const JOB_KINDS: Kinds = {
  recalificar: { apply: applyRegrade, mayAsk: gradesExam },
  ensayo: { apply: applyTrial, mayAsk: gradesExam },
  extras: { apply: applyExtras, mayAsk: gradesExam },
}
