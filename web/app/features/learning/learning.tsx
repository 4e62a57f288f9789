import { lazy } from 'react'

/** The student's weekly goal, in their profile. */
export const PaceSettings = lazy(() => import('./pace/pace-settings'))

/** For what was done without a connection. */
export const loadSendUnsent = () => import('./own-marks')

/** What a student reads, for the preview of the back office. */
export const LessonPreview = lazy(() => import('./lesson/lesson-preview'))
export const CoursePreview = lazy(() => import('./courses/course-preview'))

/** A video of a lesson that visitors may see, or that is being written. */
export const PublicVideo = lazy(() => import('./lesson/public-video.island'))

/** A lesson's text, with its checks. */
export const LessonText = lazy(() => import('./lesson/lesson-text'))
