import type { Course } from '@campus/contract/catalogue'
import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import { formatHours, formatMoney } from '../../platform/format'
import { Picture } from '../../ui/picture'
import classes from './course-card.module.css'

/** A course as it is offered: picture, level, name, hours and price; the whole card is the link. */
export function CourseCard({ course, eager }: { course: Course; eager: boolean }) {
  return (
    <article className={classes.card}>
      <Picture
        src={course.imagen}
        alt=""
        ratio={16 / 9}
        sizes="(max-width: 640px) 92vw, (max-width: 1200px) 44vw, 300px"
        eager={eager}
      />
      <div className={classes.body}>
        <Badge variant="light">{course.nivel}</Badge>
        <h3 className={classes.name}>
          <Link to={`/detallecurso/${course.id}`} className={classes.link}>
            {course.nombre}
          </Link>
        </h3>
        <p className={classes.facts}>
          <span>{formatHours(course.horas)}</span>
          <strong>{formatMoney(course.costo)}</strong>
        </p>
      </div>
    </article>
  )
}
