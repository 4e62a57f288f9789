import type { DetailedCourse, LessonItem } from '@campus/contract/learning'
import { IconCircle, IconCircleCheckFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import classes from './lesson-link.module.css'

type LessonLinkProps = {
  lesson: LessonItem
  module: Pick<DetailedCourse['modulos'][number], 'id' | 'id_curso'>
  current: boolean
  /** Whether the course is begun. */
  started: boolean
}

export function LessonLink({ lesson, module, current, started }: LessonLinkProps) {
  const prefetch = usePrefetch()
  const preload = () => prefetch.lesson(lesson.id)
  const StatusIcon = lesson.completada ? IconCircleCheckFilled : IconCircle
  return (
    <Link
      to={lessonPath({ id_curso: module.id_curso, id_modulo: module.id, id_leccion: lesson.id })}
      prefetch="intent"
      className={classes.lesson}
      data-current={current || undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <StatusIcon size={22} className={classes.tick} data-done={lesson.completada || undefined} aria-hidden />
      <span className={classes.title}>
        <span>{lesson.titulo}</span>
        {lesson.completada && <span className="visually-hidden"> (completada)</span>}
        {current && (
          <span className={classes.current}>
            <IconPlayerPlayFilled size={12} aria-hidden />
            <span>{started ? 'Continúa aquí' : 'Empieza aquí'}</span>
          </span>
        )}
      </span>
      {lesson.duracion > 0 && <span className={classes.minutes}>{`${lesson.duracion} min`}</span>}
    </Link>
  )
}
