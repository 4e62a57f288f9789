import { totalMinutes, workload } from '@campus/contract/durations'
import { IconCertificate, IconChecklist, IconChevronDown, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../../lib/format'
import { freeLessonPath } from '../../../lib/paths'
import { countLessons, lessonsOf, type Outline, type OutlineModule } from './outline'
import classes from './syllabus.module.css'
import { TEXTS } from './texts'

function factsOf({ lecciones, horas, examen }: OutlineModule): string {
  const facts = [
    count(lecciones.length, 'lección', 'lecciones'),
    ...workload({ horas, minutos: totalMinutes(lecciones) }),
  ]
  if (examen) facts.push('examen')
  return facts.join(' · ')
}

type Places = {
  /** The lesson that plays on this page. */
  inPlace?: number | undefined
  /** The lesson whose page this is. */
  current?: number
  /** Who has the course is offered nothing. */
  owned?: boolean
}

type RowProps = Places & { lesson: OutlineModule['lecciones'][number]; number: number; course: number }

/** Only what opens looks pressable, and only what plays has the play mark. */
function Row({ lesson, number, course, inPlace, current, owned }: RowProps) {
  const { id, titulo, duracion, gratis, archivos } = lesson
  const plays = archivos.length > 0
  const row = (
    <>
      <span className={classes.order} data-plays={plays || undefined} aria-hidden="true">
        {plays ? <IconPlayerPlayFilled size={14} /> : number}
      </span>
      <span className={classes.title}>{titulo}</span>
      {gratis && id !== current && !owned && <span className={classes.free}>{plays ? TEXTS.watch : TEXTS.read}</span>}
      {duracion > 0 && <span className={classes.minutes}>{`${duracion} min`}</span>}
    </>
  )
  if (gratis && id !== current)
    return (
      <Link className={classes.row} to={freeLessonPath(course, id)} data-in-place={id === inPlace ? '' : undefined}>
        {row}
      </Link>
    )
  return (
    <span className={classes.row} aria-current={id === current ? 'page' : undefined}>
      {row}
    </span>
  )
}

type ModuleProps = Places & { module: OutlineModule; number: number; course: number }

/** A native disclosure, so that it works without JavaScript. */
function Module({ module, number, course, ...places }: ModuleProps) {
  return (
    <li>
      <details
        className={classes.module}
        open={number === 1 || module.lecciones.some(({ id }) => id === places.current)}
      >
        <summary>
          <span className={classes.number} aria-hidden="true">
            {number}
          </span>
          <span>
            <h3 className={classes.name}>{module.nombre}</h3>
            <span className={classes.facts}>{factsOf(module)}</span>
          </span>
          <IconChevronDown size={22} className={classes.chevron} aria-hidden />
        </summary>
        <ul className={classes.lessons}>
          {module.lecciones.length === 0 && <li>{TEXTS.noLessons}</li>}
          {module.lecciones.map((lesson, at) => (
            <li key={lesson.id}>
              <Row lesson={lesson} number={at + 1} course={course} {...places} />
            </li>
          ))}
          {module.examen && (
            <li className={classes.row}>
              <span className={classes.order}>
                <IconChecklist size={18} stroke={1.7} aria-hidden />
              </span>
              <span className={classes.title}>Examen del módulo</span>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

export function Syllabus({ course, ...places }: Places & { course: Outline }) {
  const { modulos, examenFinal, horas } = course
  return (
    <section aria-labelledby="temario">
      <h2 id="temario">{TEXTS.syllabus}</h2>
      {modulos.length === 0 ? (
        <p>{TEXTS.noSyllabus}</p>
      ) : (
        <>
          <p className={classes.total}>
            {[
              count(modulos.length, 'módulo', 'módulos'),
              count(countLessons(course), 'lección', 'lecciones'),
              ...workload({ horas, minutos: totalMinutes(lessonsOf(course)) }),
            ].join(' · ')}
          </p>
          <ol className={classes.modules}>
            {modulos.map((module, index) => (
              <Module key={module.id} module={module} number={index + 1} course={course.id} {...places} />
            ))}
          </ol>
        </>
      )}
      {examenFinal && (
        <p className={classes.final}>
          <IconCertificate size={22} stroke={1.7} aria-hidden />
          Examen final del curso
        </p>
      )}
    </section>
  )
}
