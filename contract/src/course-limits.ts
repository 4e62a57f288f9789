/* The sizes of a brand's catalogue, so that every answer about it stays under 2 MB. The content loader refuses what is larger. */

/** Published courses of a brand that a list shows. */
export const MOST_COURSES = 300
export const MOST_CATEGORIES = 100
export const MOST_TEACHERS = 200
/** Teachers of one course. */
export const MOST_COURSE_TEACHERS = 20
export const MOST_MODULES = 50
/** Lessons of one module. */
export const MOST_LESSONS = 60
/** Exams and surveys of one module, or of a course outside its modules. */
export const MOST_EVALUATIONS = 10
/** Characters of a lesson's texts together: its content and its materials of type `Texto`. */
export const MAX_LESSON_TEXT = 500_000
/** Characters of a course's description. Lists carry its first {@link LISTED_DESCRIPTION}. */
export const MAX_DESCRIPTION = 50_000
export const LISTED_DESCRIPTION = 1000
/** Materials, sessions and videos of one lesson. */
export const MOST_LESSON_PARTS = 50
/** Live enrolments that a student's lists show, newest first. */
export const MOST_ENROLMENTS = 300
/** Sessions of a student in the period that was asked for, in order of time. */
export const MOST_SESSIONS = 1000
