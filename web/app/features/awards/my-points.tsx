import type { PointEntry } from '@campus/contract/awards'
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../lib/client'
import { formatDateTime, formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { IconTile } from '../../ui/icon-tile'
import { Loaded } from '../../ui/loaded'
import { Skeleton } from '../../ui/skeleton'
import classes from './mine.module.css'
import { REASONS } from './reasons'
import { TEXTS } from './texts'

const PER_PAGE = 8

function usePoints(month: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['puntos', month],
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, per_page: PER_PAGE, ...(month && { mes: month }) }
      const { data } = await client.GET('/api/puntos/mios', { params: { query }, signal })
      if (!data) throw new Error('a page without data')
      return data.data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.last_page ? last.current_page + 1 : null),
  })
}

/** A title that the entry above already names is not repeated. */
function Entry({
  entry: { motivo, puntos, fecha, ...rest },
  above,
}: {
  entry: PointEntry
  above: PointEntry | undefined
}) {
  const detalle = above?.motivo === motivo && above.detalle === rest.detalle ? '' : rest.detalle
  const { icon, entry } = REASONS[motivo]
  return (
    <li className={classes.entry}>
      <IconTile icon={icon} tone="good" />
      <span className={classes.who}>
        <span>{detalle || entry}</span>
        <span className={classes.dimmed}>
          {detalle && <span>{`${entry} · `}</span>}
          <time dateTime={fecha}>{formatDateTime(fecha)}</time>
        </span>
      </span>
      <strong className={classes.amount}>{`+${formatNumber(puntos)}`}</strong>
    </li>
  )
}

/** The student's points: what each was for and when, newest first. */
export function MyPoints({ month }: { month: string | undefined }) {
  const query = usePoints(month)
  return (
    <section aria-labelledby="mis-puntos">
      <h2 id="mis-puntos" className={classes.title}>
        {TEXTS.points}
      </h2>
      <Loaded query={query} skeleton={<Skeleton height={220} />} errorTitle={TEXTS.pointsError}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.data)
          if (entries.length === 0) return <p className={classes.dimmed}>{TEXTS.pointsEmpty}</p>
          return (
            <ul className={classes.list}>
              {entries.map((entry, at) => (
                <Entry key={entry.id} entry={entry} above={entries[at - 1]} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button
          variant="light"
          fullWidth
          below
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {TEXTS.more}
        </Button>
      )}
    </section>
  )
}
