import type { OwnRank, RankingRow } from '@campus/contract/awards'
import { IconTrophy } from '@tabler/icons-react'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { data } from 'react-router'
import { serverClient } from '../../lib/client'
import { requestContext } from '../../lib/request-context'
import { seo } from '../../lib/seo'
import { useSession } from '../../lib/session'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageFailure } from '../../ui/page-failure'
import { Pager } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { SignedIn } from '../../ui/signed-in'
import { Skeleton } from '../../ui/skeleton'
import type { Route } from './+types/awards-page'
import classes from './awards.module.css'
import { Hero } from './hero'
import { isMonth, monthWords } from './month'
import { MonthsNav } from './months-nav'
import { OwnBar } from './own-bar'
import { Prizes } from './prizes'
import { RankingTable } from './ranking-table'
import { Rules } from './rules'
import { TEXTS } from './texts'

const Signed = lazy(() => import('./signed'))
const MyDetails = lazy(() => import('./my-details'))

/** The first page holds all who can win a prize by rank. */
const PER_PAGE = 50

/** @throws 404 for a month without a ranking, 503 when the data cannot be read */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const mes = searchParams.get('mes') ?? undefined
  const pagina = searchParams.get('pagina') ?? '1'
  if ((mes !== undefined && !isMonth(mes)) || !/^[1-9]\d{0,2}$/.test(pagina)) throw data(null, { status: 404 })
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const marca = String(page.brand)
  const rankingQuery = { marca, page: Number(pagina), per_page: PER_PAGE, ...(mes && { mes }) }
  const [prizes, ranking, months] = await Promise.all([
    call.GET('/api/premios', { params: { query: { marca } } }),
    call.GET('/api/ranking', { params: { query: rankingQuery } }),
    call.GET('/api/ranking/meses', { params: { query: { marca, per_page: 12 } } }),
  ])
  if (!prizes.data || !ranking.data || !months.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  const table = ranking.data.data
  if ((mes && table.total === 0) || Number(pagina) > table.last_page) throw data(null, { status: 404 })
  return { prizes: prizes.data.data, table, months: months.data.data.data, mes, page: Number(pagina) }
}

export const meta: Route.MetaFunction = (args) => {
  const brand = args.matches[0].loaderData?.brand.nombre ?? ''
  if (!args.loaderData) return [{ title: `${TEXTS.documentTitle} · ${brand}` }, { name: 'robots', content: 'noindex' }]
  const { mes } = args.loaderData
  return seo(args, {
    title: mes ? TEXTS.closedTitle(monthWords(mes)) : TEXTS.documentTitle,
    description: TEXTS.description(brand),
  })
}

const MISSING = { title: TEXTS.noMonth, text: TEXTS.noMonthText, to: '/premios', action: TEXTS.seeNow }

/** As high as what comes. */
const PLACE_WAITS = (
  <Panel>
    <Skeleton height={72} />
  </Panel>
)
const POINTS_WAIT = (
  <Panel>
    <Skeleton height={260} />
  </Panel>
)

/** Staff have no place; it only brings them the surnames. */
function OwnPart({ waits, children }: { waits: ReactNode; children: ReactNode }) {
  const session = useSession()
  if (!session) return waits
  const student = session.user.tipo_cliente === 'Alumno'
  return (
    <Late fallback={student && waits} failed={student ? undefined : null}>
      {children}
    </Late>
  )
}

/** Prizes and ranking of the month, or the table of a closed one (docs/product/community.md 4.1). */
export default function AwardsPage({ loaderData }: Route.ComponentProps) {
  const { prizes, table, months, mes, page } = loaderData
  const session = useSession()
  const shown = `${mes} ${page}`
  const [named, setNamed] = useState<{ shown: string; rows: RankingRow[] }>()
  const rows = session && named?.shown === shown ? named.rows : table.data
  const onRows = useCallback((rows: RankingRow[]) => setNamed({ shown, rows }), [shown])
  const [own, setOwn] = useState<OwnRank | null>(null)
  const [row, setRow] = useState<Element | null>(null)
  const [card, setCard] = useState<Element | null>(null)
  return (
    <div className={classes.page}>
      <Hero month={mes} />
      <div className={classes.columns}>
        <SignedIn className={classes.mine}>
          <OwnPart waits={PLACE_WAITS}>
            <Signed
              key={shown}
              asked={{ mes, page, per_page: PER_PAGE }}
              onRows={onRows}
              onOwn={setOwn}
              onCard={setCard}
            />
          </OwnPart>
        </SignedIn>
        <section aria-labelledby="ranking" className={classes.ranking}>
          <h2 id="ranking">{TEXTS.ranking}</h2>
          {table.total === 0 ? (
            <EmptyState
              icon={IconTrophy}
              title={TEXTS.emptyTitle}
              text={TEXTS.emptyText}
              action={
                <LinkButton to="/cursos" below>
                  Ver los cursos
                </LinkButton>
              }
            />
          ) : (
            <RankingTable rows={rows} month={mes} place={own?.puesto ?? null} onRow={setRow} />
          )}
          <Pager page={table.current_page} last={table.last_page} label={TEXTS.pages} />
          <MonthsNav months={months} month={mes} />
          {own && <OwnBar own={own} row={row} card={card} />}
        </section>
        {!mes && <Prizes prizes={prizes} />}
        <SignedIn>
          <OwnPart waits={POINTS_WAIT}>
            <MyDetails key={shown} month={mes} />
          </OwnPart>
        </SignedIn>
        <Rules />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}
