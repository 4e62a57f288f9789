import type { ShopCard } from '@campus/contract/catalogue'
import { lazy, useState } from 'react'
import { coursePath } from '../../lib/paths'
import { useSession } from '../../lib/session'
import { useOpening } from '../../lib/way'
import { Late } from '../../ui/late'
import type { OwnCourses } from './own-courses'
import { SaleCard } from './sale-card'
import classes from './sale-grid.module.css'

const AskOwnCourses = lazy(() => import('./own-courses'))

type SaleGridProps = {
  courses: readonly ShopCard[]
  order?: 2 | 3
  /** How many pictures are visible at once and load first. */
  eager?: number
  /** Three in a row instead of four. */
  wide?: boolean
}

export function SaleGrid({ courses, order, eager = 0, wide = false }: SaleGridProps) {
  const student = useSession()?.user.id
  const [own, setOwn] = useState<OwnCourses>()
  const opening = useOpening()
  return (
    <>
      {student !== undefined && (
        <Late failed={null}>
          <AskOwnCourses student={student} onAnswer={setOwn} />
        </Late>
      )}
      <ul className={wide ? `${classes.grid} ${classes.wide}` : classes.grid}>
        {courses.map((course, index) => (
          <li key={course.id}>
            <SaleCard
              course={course}
              owned={student === undefined ? undefined : own?.get(course.id)}
              order={order}
              eager={index < eager}
              opening={opening === coursePath(course.id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
