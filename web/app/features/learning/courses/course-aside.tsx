import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { IconChevronRight, IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../../lib/format'
import { lessonsMissing } from '../../../lib/lessons-missing'
import { forumsPath } from '../../../lib/paths'
import { IconTile } from '../../../ui/icon-tile'
import { EvaluationRow } from '../evaluation-row'
import row from '../evaluation-row.module.css'
import classes from './course-aside.module.css'

function earlyText(course: DetailedCourse, card: EvaluationCard): string | undefined {
  const missing = lessonsMissing(course)
  if (isExam(card)) return missing > 0 ? `Al final: te faltan ${count(missing, 'lección', 'lecciones')}` : undefined
  return course.progreso && course.estado_avance !== 'terminado' ? 'Para cuando termines el curso' : undefined
}

/** What belongs to the whole course: final exam, survey and forum. */
export function CourseAside({ course }: { course: DetailedCourse }) {
  const exams = course.evaluaciones.filter(isExam)
  const surveys = course.evaluaciones.filter((card) => !isExam(card))
  return (
    <aside aria-label="Del curso completo">
      <ul className={classes.cards}>
        {[...exams, ...surveys].map((card) => (
          <li key={card.id} className={classes.card}>
            <EvaluationRow card={card} early={earlyText(course, card)} />
          </li>
        ))}
        <li className={classes.card}>
          <Link to={forumsPath(course.id)} prefetch="intent" className={row.row}>
            <IconTile icon={IconMessages} tone="accent" />
            <span className={row.text}>
              <span className={row.name}>Foro del curso</span>
              <span className={row.status}>Pregunta, responde y comparte</span>
            </span>
            <IconChevronRight className={row.arrow} size={20} aria-hidden />
          </Link>
        </li>
      </ul>
    </aside>
  )
}
