import type { Evaluation } from '@campus/contract/exams'
import type { DetailedCourse } from '@campus/contract/learning'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { lessonPath, modulesPath } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { Loading } from '../../ui/loaded'
import { ProgressBar } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'
import classes from './missing-lessons.module.css'
import { TEXTS } from './texts'

/** How many are named; the others are in the course. */
const NAMED = 5

/** All of the course before its final exam, those up to its own module before another. */
function lessonsBefore({ modulos }: DetailedCourse, { id_modulo }: Evaluation) {
  const last = modulos.findIndex(({ id }) => id === id_modulo)
  const before = id_modulo === null ? modulos : modulos.slice(0, last + 1)
  return before.flatMap(({ id, id_curso, nombre, lecciones }) =>
    lecciones.map((lesson) => ({
      ...lesson,
      modulo: nombre,
      to: lessonPath({ id_curso, id_modulo: id, id_leccion: lesson.id }),
    })),
  )
}

/** How near the student is: the lessons done of those that open the exam. */
function Share({ completadas, faltan }: { completadas: number; faltan: number }) {
  const needed = completadas + faltan
  return (
    <div className={classes.share}>
      <ProgressBar value={(completadas * 100) / needed} label="Lecciones que abren el examen" />
      <span>{`${completadas} de ${count(needed, 'lección', 'lecciones')}`}</span>
    </div>
  )
}

/** The lessons that open an exam, each a link (docs/product/exams.md 1.7). */
export default function MissingLessons({ evaluation }: { evaluation: Evaluation }) {
  const { id_curso, cerrado_por_lecciones } = evaluation
  const { data, isPending } = api.useQuery('get', '/api/cursos/detallado/{id}', {
    params: { path: { id: String(id_curso) } },
  })
  const course = data?.data
  const faltan = cerrado_por_lecciones?.faltan ?? 0
  const lessons = course ? lessonsBefore(course, evaluation) : []
  const undone = lessons.filter(({ completada }) => !completada)
  const rest = faltan - NAMED
  if (isPending)
    return (
      <Loading>
        <div className={classes.missing}>
          <Skeleton height={46} />
          <Skeleton height={52 * Math.min(faltan, NAMED)} />
        </div>
      </Loading>
    )
  return (
    <div className={classes.missing}>
      {course && <Share completadas={lessons.length - undone.length} faltan={faltan} />}
      <LinkButton to={undone[0]?.to ?? modulesPath(id_curso)} size="lg">
        {TEXTS.goOn}
      </LinkButton>
      <ul className={classes.lessons} aria-label="Lecciones que te faltan">
        {undone.slice(0, Math.min(faltan, NAMED)).map(({ id, titulo, modulo, to }) => (
          <li key={id}>
            <Link to={to} prefetch="intent" className={classes.lesson}>
              <IconPlayerPlay size={18} aria-hidden />
              <span className={classes.words}>
                <span>{titulo}</span>
                <span className={classes.module}>{modulo}</span>
              </span>
            </Link>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Link to={modulesPath(id_curso)} className={classes.rest}>{`y ${rest} más`}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}
