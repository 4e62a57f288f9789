import { EXAM_JOBS } from '../features/exams/exam-jobs.ts'
import { ENROLMENT_JOBS } from '../features/learning/enrolment-acts.staff.ts'
import type { Kinds } from '../kit/batches/batches.ts'

/** The staff's jobs, by type. */
export const JOB_KINDS: Kinds = { ...EXAM_JOBS, ...ENROLMENT_JOBS }
