/** Limits of a brand's content: every response is then under 2 MB. The content loader rejects more. */

export const MAX_COURSES = 300
export const MAX_CATEGORIES = 100
export const MAX_TEACHERS = 200
export const MAX_COURSE_TEACHERS = 20
export const MAX_MODULES = 50
export const MAX_LESSONS = 60
/** Exams and surveys per module, or of a course outside its modules. */
export const MAX_EVALUATIONS = 10
export const MAX_COURSE_DOCUMENTS = 1 + MAX_MODULES * MAX_LESSONS + (MAX_MODULES + 1) * MAX_EVALUATIONS
/** Characters of a lesson's content and its `Texto` materials together. */
export const MAX_LESSON_TEXT = 500_000
export const MAX_DESCRIPTION = 50_000
export const LISTED_DESCRIPTION = 1000
export const MAX_LESSON_PARTS = 50
export const MAX_ENROLMENTS = 300
export const MAX_SESSIONS = 1000
