import type { RankingRow } from '@campus/contract/awards'
import { RANKING_TOP } from '@campus/contract/rules'
import { formatNumber } from '../../platform/format'
import { CountryFlag } from './country-flag'
import { monthWords } from './month'
import classes from './ranking.module.css'
import { T } from './texts'

type Own = {
  /** The reader's own place in this table, when they have one. */
  place: number | null
  /** Hears where the own row stands on the page. */
  onRow: (row: Element | null) => void
}

const initials = ({ nombre, apellido }: RankingRow) => `${nombre.slice(0, 1)}${apellido.slice(0, 1)}`.toUpperCase()

function You() {
  return <span className={classes.you}>{T.you}</span>
}

/** The first three, the first in the middle; read in order. */
function Podium({ rows, place, onRow }: Own & { rows: RankingRow[] }) {
  return (
    <ol className={classes.podium}>
      {rows.map((row) => (
        <li
          key={row.puesto}
          ref={row.puesto === place ? onRow : undefined}
          className={classes.step}
          data-place={row.puesto}
          data-me={row.puesto === place || undefined}
        >
          <span className={classes.face} aria-hidden="true">
            {initials(row)}
          </span>
          <span className={classes.person}>
            <span className={classes.name}>
              {row.nombre} {row.apellido}
            </span>
            <span className={classes.facts}>
              <CountryFlag code={row.pais} />
              {row.puesto === place && <You />}
            </span>
          </span>
          <span className={classes.block}>
            <span className={classes.place}>
              <span className="visually-hidden">Puesto </span>
              {row.puesto}
            </span>
            <span className={classes.points}>
              {formatNumber(row.puntos)} <span>puntos</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Row({ row, place, onRow }: Own & { row: RankingRow }) {
  const me = row.puesto === place
  return (
    <tr ref={me ? onRow : undefined} data-me={me || undefined}>
      <td className={classes.number}>{row.puesto}</td>
      <th scope="row">
        {row.nombre} {row.apellido} {me && <You />}
      </th>
      <td className={classes.country}>
        <CountryFlag code={row.pais} />
      </td>
      <td className={classes.score}>{formatNumber(row.puntos)}</td>
    </tr>
  )
}

/** A page of the ranking: the first three on their podium, the others in a table. */
export function RankingTable({ rows, month, ...own }: Own & { rows: RankingRow[]; month: string | undefined }) {
  const best = rows.filter(({ puesto }) => puesto <= 3)
  const others = rows.filter(({ puesto }) => puesto > 3)
  return (
    <>
      {best.length > 0 && <Podium rows={best} {...own} />}
      {others.length > 0 && (
        <table className={classes.table}>
          <caption className="visually-hidden">
            {T.ranking}, {month ? monthWords(month) : 'este mes'}
          </caption>
          <thead>
            <tr>
              <th scope="col">Puesto</th>
              <th scope="col">Nombre</th>
              <th scope="col">País</th>
              <th scope="col">Puntos</th>
            </tr>
          </thead>
          <tbody>
            {others.map((row) => (
              <Row key={row.puesto} row={row} {...own} />
            ))}
          </tbody>
        </table>
      )}
      {rows.at(-1)?.puesto === RANKING_TOP && <p className={classes.bound}>{T.top}</p>}
    </>
  )
}
