import { lazy, useState } from 'react'
import { Late } from '../ui/late'
import { CoursesButton } from './courses-button'

const CoursesDropdown = lazy(() => import('./courses-dropdown'))

export function CoursesMenu({ top }: { top?: boolean }) {
  const [requested, setRequested] = useState(false)
  if (!requested) return <CoursesButton top={top} onClick={() => setRequested(true)} />
  return (
    <Late fallback={<CoursesButton top={top} aria-busy />}>
      <CoursesDropdown top={top} />
    </Late>
  )
}
