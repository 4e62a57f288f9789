import type { DetailedLesson } from '@campus/contract/learning'
import { IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/format'
import { useUser } from '../../../lib/session'
import { PageHead } from '../../../ui/page-head'
import { Tag } from '../../../ui/tag'
import { EditLink } from '../edit-link'
import { Teachers } from '../teachers'
import { Attendance } from './attendance'
import classes from './lesson-head.module.css'

/** Ids of the parts of a lesson, for the links at its head; the comments' is in features/comments/deep-link.ts. */
export const PARTS = { materials: 'materiales', sessions: 'sesiones', comments: 'comentarios' } as const

type Props = { lesson: DetailedLesson }

/** Always there, so that completing moves nothing. */
function State({ done }: { done: boolean }) {
  return done ? (
    <Tag icon={IconCircleCheck} tone="good">
      Completada
    </Tag>
  ) : (
    <Tag icon={IconCircle} tone="plain">
      Sin completar
    </Tag>
  )
}

/** Links to the parts that this lesson has. */
function Parts({ lesson }: Props) {
  const { materiales, sesiones, comentarios } = lesson
  const counted = (name: string, count: number) => (count > 0 ? `${name} (${formatNumber(count)})` : name)
  const parts = [
    { id: PARTS.materials, text: counted('Materiales', materiales.length), shown: materiales.length > 0 },
    { id: PARTS.sessions, text: counted('En vivo', sesiones.length), shown: sesiones.length > 0 },
    { id: PARTS.comments, text: counted('Comentarios', comentarios), shown: true },
  ].filter(({ shown }) => shown)
  return (
    <nav aria-label="Partes de la lección">
      <ul className={classes.parts}>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <Link to={{ hash: id }} replace>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function LessonHead({ lesson }: Props) {
  const isStudent = useUser().tipo_cliente === 'Alumno'
  return (
    <header className={classes.head}>
      <PageHead title={lesson.titulo} flush />
      <div className={classes.facts}>
        <Teachers people={lesson.docentes} />
        {lesson.duracion > 0 && (
          <span className={classes.fact}>
            <IconClock size={18} aria-hidden />
            <span>{`${lesson.duracion} min`}</span>
          </span>
        )}
        {isStudent && <State done={lesson.completada} />}
        <EditLink to={`/gestion/cursos/${lesson.curso.id}/lecciones/${lesson.id}`} />
      </div>
      <Parts lesson={lesson} />
      <Attendance lesson={lesson} />
    </header>
  )
}
