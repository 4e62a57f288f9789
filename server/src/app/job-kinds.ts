import { EXAM_JOBS } from '../features/exams/exam-jobs.ts'
import { ENROLMENT_JOBS } from '../features/learning/enrolment-acts.staff.ts'
import { PEOPLE_IMPORT } from '../features/learning/people-import.ts'
import { STUDENT_JOBS } from '../features/students/writing.ts'
import type { Kinds } from '../kit/batches/batches.ts'
import { type ImportKinds, importJobs } from '../kit/imports/imports.ts'

/** What files can bring. */
export const IMPORT_KINDS: ImportKinds = { personas: PEOPLE_IMPORT }

/** The staff's jobs, by type. */
export const JOB_KINDS: Kinds = { ...EXAM_JOBS, ...ENROLMENT_JOBS, ...STUDENT_JOBS, ...importJobs(IMPORT_KINDS) }
