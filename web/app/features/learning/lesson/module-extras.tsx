import type { DetailedLesson } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { IconChevronRight, IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { forumsPath } from '../../../lib/paths'
import { IconTile } from '../../../ui/icon-tile'
import { EvaluationRow } from '../evaluation-row'
import classes from './module-extras.module.css'

/** The module's exam and survey, and the course's forum. */
export function ModuleExtras({ lesson, where }: { lesson: DetailedLesson; where: 'aside' | 'below' }) {
  return (
    <ul className={classes.extras} data-where={where}>
      {lesson.evaluaciones.map((card) => (
        <li key={card.id}>
          <EvaluationRow card={card} name={isExam(card) ? 'Rendir examen del módulo' : card.nombre} />
        </li>
      ))}
      <li>
        <Link to={forumsPath(lesson.curso.id)} prefetch="intent" className={classes.forum}>
          <IconTile icon={IconMessages} tone="accent" />
          <span>Ir al foro del curso</span>
          <IconChevronRight size={20} aria-hidden />
        </Link>
      </li>
    </ul>
  )
}
