import type { Momentum } from '@campus/contract/learning'
import { Link } from 'react-router'
import { count, formatDayOfYear } from '../../../lib/format'
import { Title } from '../../../ui/title'
import { goalText, streakText, WeekDays } from '../pace/week-days'
import classes from './week-card.module.css'

function Facts({ ritmo }: { ritmo: Momentum }) {
  const { puntos, termina } = ritmo
  const streak = streakText(ritmo)
  return (
    <div className={classes.facts}>
      {streak && <p>{streak}</p>}
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
  const goal = goalText(ritmo)
  return (
    <section className={classes.card} aria-labelledby="semana">
      <div className={classes.head}>
        <Title order={2} look={3} id="semana">
          Tu semana
        </Title>
        <Link to="/perfil#ritmo" className={classes.goal} aria-label={`${goal}. Cambiar mi meta`}>
          {goal}
        </Link>
      </div>
      <WeekDays ritmo={ritmo} />
      <Facts ritmo={ritmo} />
    </section>
  )
}
