import type { Momentum } from '@campus/contract/learning'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatDayOfYear } from '../../../lib/format'
import { Title } from '../../../ui/title'
import classes from './week-card.module.css'

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

function Facts({ ritmo }: { ritmo: Momentum }) {
  const { racha, puntos, termina } = ritmo
  return (
    <div className={classes.facts}>
      {racha > 1 && <p>{`Llevas ${racha} días seguidos.`}</p>}
      {puntos > 0 && (
        <p>
          <Link to="/premios" prefetch="intent">{`+${count(puntos, 'punto', 'puntos')}`}</Link> esta semana
        </p>
      )}
      {termina && <p>{`A este ritmo terminas el ${formatDayOfYear(termina)}.`}</p>}
    </div>
  )
}

/** Tells, never asks (docs/product/learning.md 6.4). */
export function WeekCard({ ritmo }: { ritmo: Momentum }) {
  const done = ritmo.semana.filter(Boolean).length
  return (
    <section className={classes.card} aria-labelledby="semana">
      <div className={classes.head}>
        <Title order={2} look={3} id="semana">
          Tu semana
        </Title>
        <Link to="/perfil#ritmo" className={classes.goal} aria-label={`${goalText(done, ritmo.meta)}. Cambiar mi meta`}>
          {goalText(done, ritmo.meta)}
        </Link>
      </div>
      <ol className={classes.days}>
        {DAYS.map((name, place) => (
          <Day key={name} name={name} done={ritmo.semana[place] ?? false} today={place === ritmo.hoy} />
        ))}
      </ol>
      <Facts ritmo={ritmo} />
    </section>
  )
}

function goalText(done: number, goal: number): string {
  return done >= goal ? `Meta cumplida: ${count(done, 'día', 'días')}` : `${done} de ${count(goal, 'día', 'días')}`
}
