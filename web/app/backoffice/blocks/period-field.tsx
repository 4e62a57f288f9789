import { limaClock } from '@campus/contract/formats'
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Filter } from './filter-bar'
import filterBar from './filter-bar.module.css'
import { DayField } from './filters'
import type { ListState } from './list-state'

type Period = { value: string; label: string; days: readonly [from: string, to: string] }

const DAY_MS = 24 * 60 * 60 * 1000

/** The periods with a name, on this day of Lima. */
export function periodsOf(today: string): Period[] {
  const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
  return [
    { value: '', label: 'Cualquier día', days: ['', ''] },
    { value: 'hoy', label: 'Hoy', days: [today, today] },
    { value: 'ayer', label: 'Ayer', days: [yesterday, yesterday] },
    { value: 'mes', label: 'Este mes', days: [`${today.slice(0, 8)}01`, today] },
  ]
}

const BETWEEN = 'entre'

type PeriodFieldProps = { state: ListState; from: string; to: string }

function PeriodField({ state, from, to }: PeriodFieldProps) {
  const [between, setBetween] = useState(false)
  const { filtered } = state
  // *Quitar los filtros* is also of the two days.
  useEffect(() => {
    if (!filtered) setBetween(false)
  }, [filtered])
  const periods = periodsOf(limaClock(Date.now()).slice(0, 10))
  const [first, last] = [state.value(from), state.value(to)]
  const named = periods.find(({ days }) => days[0] === first && days[1] === last)
  const chosen = between || !named ? BETWEEN : named.value
  const choose = (value: string) => {
    setBetween(value === BETWEEN)
    const period = periods.find((one) => one.value === value)
    if (period) state.set({ [from]: period.days[0], [to]: period.days[1] })
  }
  return (
    <>
      <NativeSelect
        aria-label="Días"
        className={filterBar.filter}
        data-set={chosen !== '' || undefined}
        data={[...periods.map(({ value, label }) => ({ value, label })), { value: BETWEEN, label: 'Entre…' }]}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === BETWEEN && (
        <>
          <DayField word="Desde" value={first} onChange={(day) => state.set({ [from]: day })} />
          <DayField word="Hasta" value={last} onChange={(day) => state.set({ [to]: day })} />
        </>
      )}
    </>
  )
}

/** Days of Lima as one control; the address has both, included. */
export const periodFilter = (state: ListState, from: string, to: string): Filter => ({
  key: from,
  also: to,
  field: () => <PeriodField key={from} state={state} from={from} to={to} />,
})
