import type { RankingRow } from '@campus/contract/awards'
import { initialsOf } from '@campus/contract/names'
import { RANKING_TOP } from '@campus/contract/rules'
import { formatNumber } from '../../lib/format'
import { CountryFlag } from './country-flag'
import { monthWords } from './month'
import classes from './ranking.module.css'
import { TEXTS } from './texts'

type Own = {
  /** The student's own place in this table. */
  place: number | null
  /** Receives the element of the student's row. */
  onRow: (row: Element | null) => void
}

function You() {
  return <span className={classes.you}>{TEXTS.you}</span>
}

/** The first is drawn in the middle but read first. */
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
            {initialsOf(row.nombre, row.apellido)}
          </span>
          <span className={classes.person}>
            <span className={classes.name}>{`${row.nombre} ${row.apellido}`}</span>
            <span className={classes.facts}>
              <CountryFlag code={row.pais} />
              {row.puesto === place && <You />}
            </span>
          </span>
          <span className={classes.block}>
            <span className={classes.place}>
              <span className="visually-hidden">Puesto </span>
              <span>{row.puesto}</span>
            </span>
            <span className={classes.points}>
              <span>{`${formatNumber(row.puntos)} `}</span>
              <span>puntos</span>
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
        <span>{`${row.nombre} ${row.apellido} `}</span>
        {me && <You />}
      </th>
      <td className={classes.country}>
        <CountryFlag code={row.pais} />
      </td>
      <td className={classes.score}>{formatNumber(row.puntos)}</td>
    </tr>
  )
}

export function RankingTable({ rows, month, ...own }: Own & { rows: RankingRow[]; month: string | undefined }) {
  const best = rows.filter(({ puesto }) => puesto <= 3)
  const others = rows.filter(({ puesto }) => puesto > 3)
  return (
    <>
      {best.length > 0 && <Podium rows={best} {...own} />}
      {others.length > 0 && (
        <table className={classes.table}>
          <caption className="visually-hidden">{`${TEXTS.ranking}, ${month ? monthWords(month) : 'este mes'}`}</caption>
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
      {rows.at(-1)?.puesto === RANKING_TOP && <p className={classes.bound}>{TEXTS.top}</p>}
    </>
  )
}
