import type { OwnRank } from '@campus/contract/awards'
import { useEffect } from 'react'
import { api } from '../../lib/api'
import { formatNumber } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import classes from './mine.module.css'
import { distance, TEXTS } from './texts'

export const ownRankOf = (month: string | undefined) => ({ params: { query: month ? { mes: month } : {} } })

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
    <p className={classes.place}>
      <strong>{formatNumber(own.puesto)}</strong>
      <span>
        <span>{`${formatNumber(own.puntos)} puntos`}</span>
        <span className={classes.dimmed}>{distance(own)}</span>
      </span>
    </p>
  )
}

type MineProps = {
  month: string | undefined
  onOwn: (own: OwnRank | null) => void
  onCard: (card: Element | null) => void
}

/** A student's own place. */
export function Mine({ month, onOwn, onCard }: MineProps) {
  const query = api.useQuery('get', '/api/ranking/mio', ownRankOf(month))
  const own = query.data?.data ?? null
  // Only this query knows the own place, which the table and the bar at the foot of the page also show.
  useEffect(() => {
    onOwn(own)
    return () => onOwn(null)
  }, [onOwn, own])
  return (
    <Panel>
      <section aria-labelledby="mi-puesto" className={classes.mine} ref={onCard}>
        <h2 id="mi-puesto">{TEXTS.mine}</h2>
        <Loaded query={query} skeleton={<Skeleton height={44} />} errorTitle={TEXTS.mineError}>
          {({ data }) => <Place own={data} month={month} />}
        </Loaded>
      </section>
    </Panel>
  )
}
