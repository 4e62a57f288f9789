import type { OwnRank } from '@campus/contract/awards'
import { useEffect } from 'react'
import { api } from '../../lib/api'
import { formatNumber } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { CountryFlag } from './country-flag'
import { InitialsSwitch } from './initials-switch'
import classes from './mine.module.css'
import { MyPoints } from './my-points'
import { distance, TEXTS } from './texts'

const queryOf = (month: string | undefined) => ({ params: { query: month ? { mes: month } : {} } })

/** The student between the places before and after. */
function Near({ own, place }: { own: OwnRank; place: number }) {
  if (own.vecinos.length === 0) return null
  const { nombre, apellido, pais, puntos } = own
  const rows = [...own.vecinos, { puesto: place, nombre, apellido, pais, puntos }].toSorted(
    (a, b) => a.puesto - b.puesto,
  )
  return (
    <>
      <h3 className={classes.small}>{TEXTS.near}</h3>
      <ol className={classes.near}>
        {rows.map((row) => (
          <li key={row.puesto} data-me={row.puesto === place || undefined}>
            <strong>{row.puesto}</strong>
            <span className={classes.who}>{`${row.nombre} ${row.apellido}`}</span>
            <CountryFlag code={row.pais} />
            <span className={classes.amount}>{formatNumber(row.puntos)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Place({ own, month }: { own: OwnRank; month: string | undefined }) {
  if (own.puesto === null)
    return (
      <div className={classes.none}>
        <p>{month ? TEXTS.noPointsThen : TEXTS.noPoints}</p>
        {!month && (
          <p className={classes.dimmed}>
            {TEXTS.noPointsText} <a href="#reglas">{TEXTS.rules}</a>
          </p>
        )}
      </div>
    )
  return (
    <>
      <p className={classes.place}>
        <strong>{formatNumber(own.puesto)}</strong>
        <span>
          <span>{`${formatNumber(own.puntos)} puntos`}</span>
          <span className={classes.dimmed}>{distance(own)}</span>
        </span>
      </p>
      <Near own={own} place={own.puesto} />
    </>
  )
}

type MineProps = { month: string | undefined; onOwn: (own: OwnRank | null) => void }

/** A student's own place, neighbours, points and displayed name. */
export function Mine({ month, onOwn }: MineProps) {
  const query = api.useQuery('get', '/api/ranking/mio', queryOf(month))
  const own = query.data?.data ?? null
  // Only this query knows the own place, which the table and the bar at the foot of the page also show.
  useEffect(() => {
    onOwn(own)
    return () => onOwn(null)
  }, [onOwn, own])
  return (
    <>
      <Panel>
        <section aria-labelledby="mi-puesto">
          <h2 id="mi-puesto" className={classes.title}>
            {TEXTS.mine}
          </h2>
          <Loaded query={query} skeleton={<Skeleton height={260} />} errorTitle={TEXTS.mineError}>
            {({ data }) => (
              <>
                <Place own={data} month={month} />
                <InitialsSwitch own={data} />
              </>
            )}
          </Loaded>
        </section>
      </Panel>
      <Panel>
        <MyPoints month={month} />
      </Panel>
    </>
  )
}
