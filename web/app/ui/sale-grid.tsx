import type { CourseCard } from '@campus/contract/catalogue'
import { SaleCard } from './sale-card'
import classes from './sale-grid.module.css'

type SaleGridProps = {
  courses: readonly CourseCard[]
  order?: 2 | 3
  /** So many pictures are in sight at once: they are loaded first. */
  eager?: number
  /** Three in a row instead of four. */
  wide?: boolean
}

/** Courses for sale, as many in a row as the width allows. */
export function SaleGrid({ courses, order, eager = 0, wide = false }: SaleGridProps) {
  return (
    <ul className={wide ? `${classes.grid} ${classes.wide}` : classes.grid}>
      {courses.map((course, index) => (
        <li key={course.id}>
          <SaleCard course={course} order={order} eager={index < eager} wide={wide} />
        </li>
      ))}
    </ul>
  )
}
