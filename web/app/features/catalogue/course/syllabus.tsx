import { totalMinutes, workload } from '@campus/contract/durations'
import { IconCertificate, IconChecklist, IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
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

/** A native disclosure, so that it works without JavaScript. */
function Module({ module, number, course }: { module: OutlineModule; number: number; course: number }) {
  return (
    <li>
      <details className={classes.module} open={number === 1}>
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
          {module.lecciones.map(({ id, titulo, duracion, gratis }) => (
            <li key={id}>
              <IconPlayerPlay size={18} stroke={1.7} aria-hidden />
              <span className={classes.title}>{titulo}</span>
              {gratis && (
                <Link className={classes.free} to={freeLessonPath(course, id)} aria-label={`${TEXTS.free}: ${titulo}`}>
                  {TEXTS.free}
                </Link>
              )}
              {duracion > 0 && <span className={classes.minutes}>{`${duracion} min`}</span>}
            </li>
          ))}
          {module.examen && (
            <li>
              <IconChecklist size={18} stroke={1.7} aria-hidden />
              <span className={classes.title}>Examen del módulo</span>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

export function Syllabus({ course }: { course: Outline }) {
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
              <Module key={module.id} module={module} number={index + 1} course={course.id} />
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
