import { lazy } from 'react'

/** What a guest finds, for the preview of the back office. */
export const PrizesPreview = lazy(() => import('./prizes-preview'))
