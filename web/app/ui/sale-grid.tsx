import type { CourseCard } from '@campus/contract/catalogue'
import { SaleCard } from './sale-card'
import classes from './sale-grid.module.css'

type SaleGridProps = {
  courses: readonly CourseCard[]
  order?: 2 | 3
  /** So many pictures are in sight at once: they are loaded first. */
  eager?: number
}

/** Courses for sale, as many in a row as the width allows. */
export function SaleGrid({ courses, order, eager = 0 }: SaleGridProps) {
  return (
    <ul className={classes.grid}>
      {courses.map((course, index) => (
        <li key={course.id}>
          <SaleCard course={course} order={order} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}
