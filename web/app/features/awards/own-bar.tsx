import type { OwnRank } from '@campus/contract/awards'
import { formatNumber } from '../../platform/format'
import { CountryFlag } from './country-flag'
import { distance } from './distance'
import classes from './mine.module.css'
import { T } from './texts'
import { useInView } from './use-in-view'

/** The own row at the foot of the window while it stands elsewhere on the page, or not on it at all. */
export function OwnBar({ own, row, month }: { own: OwnRank; row: Element | null; month: string | undefined }) {
  const seen = useInView(row)
  if (own.puesto === null && month) return null
  return (
    <a href={own.puesto === null ? '#reglas' : '#mi-puesto'} className={classes.bar} data-seen={seen || undefined}>
      {own.puesto === null ? (
        <span className={classes.barName}>{T.noPoints}</span>
      ) : (
        <>
          <span className={classes.barPlace}>
            <span className="visually-hidden">{T.mine}: </span>
            {formatNumber(own.puesto)}
          </span>
          <span className={classes.barName}>
            {own.nombre} {own.apellido}
            <span className={classes.dimmed}>{distance(own)}</span>
          </span>
          <CountryFlag code={own.pais} />
        </>
      )}
      <span className={classes.amount}>{formatNumber(own.puntos)} puntos</span>
    </a>
  )
}
