import type { OwnRank } from '@campus/contract/awards'
import { api } from '../../lib/api'
import { formatNumber } from '../../lib/format'
import { Queries } from '../../lib/query'
import { useUser } from '../../lib/session'
import { Panel } from '../../ui/panel'
import { CountryFlag } from './country-flag'
import { InitialsSwitch } from './initials-switch'
import { ownRankOf } from './mine'
import classes from './mine.module.css'
import { MyPoints } from './my-points'
import { TEXTS } from './texts'

/** The student between the places before and after. */
function Near({ own: { puesto: place, vecinos, nombre, apellido, pais, puntos } }: { own: OwnRank }) {
  if (place === null || vecinos.length === 0) return null
  const rows = [...vecinos, { puesto: place, nombre, apellido, pais, puntos }].toSorted((a, b) => a.puesto - b.puesto)
  return (
    <section aria-labelledby="cerca">
      <h2 id="cerca" className={classes.title}>
        {TEXTS.near}
      </h2>
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
    </section>
  )
}

function Details({ month }: { month: string | undefined }) {
  const own = api.useQuery('get', '/api/ranking/mio', ownRankOf(month)).data?.data
  return (
    <Panel>
      <div className={classes.details}>
        {own && <Near own={own} />}
        <MyPoints month={month} />
        {own && <InitialsSwitch own={own} />}
      </div>
    </Panel>
  )
}

/** A student's neighbours, points and displayed name. */
export default function MyDetails(props: { month: string | undefined }) {
  if (useUser().tipo_cliente !== 'Alumno') return null
  return (
    <Queries>
      <Details {...props} />
    </Queries>
  )
}
