import type { LessonItem } from '@campus/contract/learning'
import { IconCircle, IconCircleCheckFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath } from '../../platform/paths'
import { usePrefetch } from '../../platform/prefetch'
import classes from './lesson-link.module.css'
import type { DetailedModule } from './module-item'

type LessonLinkProps = { lesson: LessonItem; module: DetailedModule; current: boolean }

/** A lesson of a module: tick, title, minutes; the one to go on with is marked. */
export function LessonLink({ lesson, module, current }: LessonLinkProps) {
  const prefetch = usePrefetch()
  const warm = () => prefetch.lesson(lesson.id)
  const Tick = lesson.completada ? IconCircleCheckFilled : IconCircle
  return (
    <Link
      to={lessonPath({ id_curso: module.id_curso, id_modulo: module.id, id_leccion: lesson.id })}
      prefetch="intent"
      className={classes.lesson}
      data-current={current || undefined}
      onPointerEnter={warm}
      onFocus={warm}
    >
      <Tick size={22} className={classes.tick} data-done={lesson.completada || undefined} aria-hidden />
      <span className={classes.title}>
        {lesson.titulo}
        {lesson.completada && <span className="visually-hidden"> (completada)</span>}
        {current && (
          <span className={classes.current}>
            <IconPlayerPlayFilled size={12} aria-hidden />
            Continúa aquí
          </span>
        )}
      </span>
      {lesson.duracion > 0 && <span className={classes.minutes}>{lesson.duracion} min</span>}
    </Link>
  )
}
