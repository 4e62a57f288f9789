import { lazy } from 'react'
import { useSession } from '../lib/session'
import { Late } from '../ui/late'

// Guests and staff never need it.
const OpenExam = lazy(() => import('../features/exams/exams').then(({ loadOpenExam }) => loadOpenExam()))

/** A student's exam under way, on every screen (docs/product/exams.md 2.7). */
export function ExamNotice() {
  const user = useSession()?.user
  if (user?.tipo_cliente !== 'Alumno') return null
  return (
    <Late failed={null}>
      <OpenExam key={user.id} />
    </Late>
  )
}
