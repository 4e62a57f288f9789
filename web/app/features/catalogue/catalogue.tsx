import { lazy } from 'react'

export const SuggestedCourses = lazy(() => import('./suggested-courses'))

/** A course's card as it is sold, for the back office. */
export const CourseSaleCard = lazy(() => import('./sale-card').then(({ SaleCard }) => ({ default: SaleCard })))

/** What a guest finds first, for the preview of the back office. */
export const LandingPreview = lazy(() =>
  import('./landing/landing-view').then(({ LandingView }) => ({ default: LandingView })),
)
