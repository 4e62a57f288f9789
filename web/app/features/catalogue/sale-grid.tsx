import type { ShopCard } from '@campus/contract/catalogue'
import { useOwnProgress } from './own-progress'
import { SaleCard } from './sale-card'
import classes from './sale-grid.module.css'

type SaleGridProps = {
  courses: readonly ShopCard[]
  order?: 2 | 3
  /** How many pictures are visible at once and load first. */
  eager?: number
  /** Three in a row instead of four. */
  wide?: boolean
}

export function SaleGrid({ courses, order, eager = 0, wide = false }: SaleGridProps) {
  const own = useOwnProgress()
  return (
    <ul className={wide ? `${classes.grid} ${classes.wide}` : classes.grid}>
      {courses.map((course, index) => (
        <li key={course.id}>
          <SaleCard course={course} owned={own.get(course.id)} order={order} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}
