import type { Week } from '@campus/contract/learning'
import { IconCheck } from '@tabler/icons-react'
import { count } from '../../../lib/format'
import classes from './week-days.module.css'

const DAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

function Day({ name, done, today }: { name: string; done: boolean; today: boolean }) {
  return (
    <li data-done={done || undefined} data-today={today || undefined}>
      <span className={classes.dot} aria-hidden>
        {done && <IconCheck size={16} stroke={3} />}
      </span>
      <span aria-hidden>{name.charAt(0).toUpperCase()}</span>
      <span className="visually-hidden">{`${name}${today ? ', hoy' : ''}: ${done ? 'avanzaste' : 'sin avance'}`}</span>
    </li>
  )
}

/** Monday to Sunday, with a tick where a piece was finished; `pop` for the moment when today's comes. */
export function WeekDays({ ritmo: { semana, hoy }, pop = false }: { ritmo: Week; pop?: boolean }) {
  return (
    <ol className={classes.days} data-pop={pop || undefined}>
      {DAYS.map((name, place) => (
        <Day key={name} name={name} done={semana[place] ?? false} today={place === hoy} />
      ))}
    </ol>
  )
}

export function goalText({ semana, meta }: Week): string {
  const done = semana.filter(Boolean).length
  return done >= meta ? `Meta cumplida: ${count(done, 'día', 'días')}` : `${done} de ${count(meta, 'día', 'días')}`
}

/** A streak of one day is none. */
export const streakText = ({ racha }: Week): string => (racha > 1 ? `Llevas ${racha} días seguidos.` : '')
