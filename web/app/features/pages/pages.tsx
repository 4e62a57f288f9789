import { lazy } from 'react'

/** What a visitor reads, for the preview of the back office. */
export const PagePreview = lazy(() => import('./page-preview'))
