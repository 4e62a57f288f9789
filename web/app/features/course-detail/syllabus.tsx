import { IconCertificate, IconChecklist, IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { count, formatHours } from '../../platform/format'
import { lessonsOf, type Outline, type OutlineModule } from './outline'
import classes from './syllabus.module.css'
import { T } from './texts'

function factsOf({ lecciones, horas, examen }: OutlineModule): string {
  const facts = [count(lecciones.length, 'lección', 'lecciones')]
  if (horas > 0) facts.push(formatHours(horas))
  if (examen) facts.push('examen')
  return facts.join(' · ')
}

/** A module that opens to its lessons; the browser's own disclosure, so that it works without JavaScript. */
function Module({ module, number }: { module: OutlineModule; number: number }) {
  return (
    <li>
      <details className={classes.module} open={number === 1}>
        <summary>
          <span className={classes.number} aria-hidden="true">
            {number}
          </span>
          <span className={classes.words}>
            <h3 className={classes.name}>{module.nombre}</h3>
            <span className={classes.facts}>{factsOf(module)}</span>
          </span>
          <IconChevronDown size={22} className={classes.chevron} aria-hidden />
        </summary>
        <ul className={classes.lessons}>
          {module.lecciones.length === 0 && <li>{T.noLessons}</li>}
          {module.lecciones.map(({ id, titulo, duracion }) => (
            <li key={id}>
              <IconPlayerPlay size={18} stroke={1.7} aria-hidden />
              <span className={classes.title}>{titulo}</span>
              {duracion > 0 && <span className={classes.minutes}>{duracion} min</span>}
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

/** What the course consists of: modules with their lessons, and how many they are. */
export function Syllabus({ course }: { course: Outline }) {
  const { modulos, examenFinal, horas } = course
  return (
    <section aria-labelledby="temario">
      <h2 id="temario">{T.syllabus}</h2>
      {modulos.length === 0 ? (
        <p>{T.noSyllabus}</p>
      ) : (
        <>
          <p className={classes.total}>
            {count(modulos.length, 'módulo', 'módulos')} · {count(lessonsOf(course), 'lección', 'lecciones')} ·{' '}
            {formatHours(horas)}
          </p>
          <ol className={classes.modules}>
            {modulos.map((module, index) => (
              <Module key={module.id} module={module} number={index + 1} />
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
