import type { OwnRank } from '@campus/contract/awards'
import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { api } from '../../platform/api'
import { formatNumber } from '../../platform/format'
import { Panel } from '../../ui/panel'
import { Loaded } from '../../ui/states'
import { CountryFlag } from './country-flag'
import { distance } from './distance'
import { InitialsSwitch } from './initials-switch'
import classes from './mine.module.css'
import { MyPoints } from './my-points'
import { T } from './texts'

const queryOf = (month: string | undefined) => ({ params: { query: month ? { mes: month } : {} } })

/** Who stands just before and after, and the reader between them. */
function Near({ own, place }: { own: OwnRank; place: number }) {
  if (own.vecinos.length === 0) return null
  const { nombre, apellido, pais, puntos } = own
  const rows = [...own.vecinos, { puesto: place, nombre, apellido, pais, puntos }].toSorted(
    (a, b) => a.puesto - b.puesto,
  )
  return (
    <>
      <h3 className={classes.small}>{T.near}</h3>
      <ol className={classes.near}>
        {rows.map((row) => (
          <li key={row.puesto} data-me={row.puesto === place || undefined}>
            <strong>{row.puesto}</strong>
            <span className={classes.who}>
              {row.nombre} {row.apellido}
            </span>
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
        <p>{month ? T.noPointsThen : T.noPoints}</p>
        {!month && <p className={classes.dimmed}>{T.noPointsText}</p>}
      </div>
    )
  return (
    <>
      <p className={classes.place}>
        <strong>{formatNumber(own.puesto)}</strong>
        <span>
          {formatNumber(own.puntos)} puntos
          <span className={classes.dimmed}>{distance(own)}</span>
        </span>
      </p>
      <Near own={own} place={own.puesto} />
    </>
  )
}

type MineProps = { month: string | undefined; onOwn: (own: OwnRank | null) => void }

/** A student's own place, who is near, where the points come from, and under which name they stand there. */
export default function Mine({ month, onOwn }: MineProps) {
  const query = api.useQuery('get', '/api/ranking/mio', queryOf(month))
  const own = query.data?.data ?? null
  // The table marks the own row, and the page's foot shows it: only this reading knows of it.
  useEffect(() => {
    onOwn(own)
    return () => onOwn(null)
  }, [onOwn, own])
  return (
    <>
      <Panel>
        <section aria-labelledby="mi-puesto">
          <h2 id="mi-puesto" className={classes.title}>
            {T.mine}
          </h2>
          <Loaded query={query} skeleton={<Skeleton height={260} radius="md" />} errorTitle={T.mineError}>
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
