import { lazy } from 'react'

/** For `lazy`: an exam under way, on every screen but its own (docs/product/exams.md 2.7). */
export const loadOpenExam = () => import('./open-exam')

/** What a student answers, for the preview of the back office. */
export const ExamPreview = lazy(() => import('./exam-preview'))
