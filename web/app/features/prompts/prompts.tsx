import { lazy } from 'react'

/** A topic that can be tried, for the back office. */
export const TopicPreview = lazy(() => import('./topic-preview'))
