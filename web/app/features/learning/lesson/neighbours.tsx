import type { DetailedLesson } from '@campus/contract/learning'
import { type Icon, IconArrowLeft, IconArrowRight, IconFlag } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { lessonPath, modulesPath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { pieceAfter } from '../lesson-marks'
import { loadReward } from './finished'
import classes from './neighbours.module.css'

type StepProps = { to: string; icon: Icon; label: string; title: string; next?: boolean }

function Step({ to, icon: Arrow, label, title, next = false }: StepProps) {
  return (
    <Link to={to} className={classes.step} data-next={next || undefined}>
      <Arrow size={22} aria-hidden />
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.title}>{title}</span>
      </span>
    </Link>
  )
}

/** Across modules; after the last lesson, the way back to the course. */
export function Neighbours({ lesson }: { lesson: DetailedLesson }) {
  const prefetch = usePrefetch()
  const { anterior, siguiente, curso } = lesson
  const next = pieceAfter(lesson)
  const nextId = next?.tipo === 'leccion' ? next.id_leccion : siguiente?.id
  // What *Completar y seguir* will show is there by then.
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadReward().catch(() => undefined)
      if (nextId) void prefetch.lesson(nextId)
    }, 2000)
    return () => clearTimeout(timer)
  }, [nextId, prefetch])
  const pathOf = (place: { id: number; id_modulo: number }) =>
    lessonPath({ id_curso: curso.id, id_modulo: place.id_modulo, id_leccion: place.id })
  return (
    <nav className={classes.steps} aria-label="Lección anterior y siguiente">
      {anterior && <Step to={pathOf(anterior)} icon={IconArrowLeft} label="Anterior" title={anterior.titulo} />}
      {siguiente ? (
        <Step to={pathOf(siguiente)} icon={IconArrowRight} label="Siguiente" title={siguiente.titulo} next />
      ) : (
        <Step to={modulesPath(curso.id)} icon={IconFlag} label="Última lección" title="Volver al curso" next />
      )}
    </nav>
  )
}
