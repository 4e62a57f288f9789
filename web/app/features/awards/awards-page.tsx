import type { OwnRank } from '@campus/contract/awards'
import { Button } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { data, Link } from 'react-router'
import { serverClient } from '../../platform/client'
import { lazily } from '../../platform/lazily'
import { requestContext } from '../../platform/request-context'
import { seo } from '../../platform/seo'
import { useSession } from '../../platform/session'
import { PageFailure } from '../../ui/page-failure'
import { Pager } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { State } from '../../ui/states'
import type { Route } from './+types/awards-page'
import classes from './awards.module.css'
import { Hero } from './hero'
import { isMonth, monthWords } from './month'
import { MonthsNav } from './months-nav'
import { OwnBar } from './own-bar'
import { Prizes } from './prizes'
import { RankingTable } from './ranking-table'
import { Rules } from './rules'
import { T } from './texts'
import { PER_PAGE, useRanking } from './use-ranking'

/** The own place and points could not be brought; the ranking stands without them. */
const NoPlace = () => (
  <Panel>
    <p>{T.noPlace}</p>
  </Panel>
)
const Mine = lazily(() => import('./mine'), NoPlace)

/** Prizes, a month's ranking and the closed months. @throws 404 for a month without a ranking, 503 when they cannot be read */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const mes = searchParams.get('mes') ?? undefined
  const pagina = searchParams.get('pagina') ?? '1'
  if ((mes !== undefined && !isMonth(mes)) || !/^[1-9]\d{0,2}$/.test(pagina)) throw data(null, { status: 404 })
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const marca = String(page.brand)
  const asked = { marca, page: Number(pagina), per_page: PER_PAGE, ...(mes && { mes }) }
  const [prizes, ranking, months] = await Promise.all([
    call.GET('/api/premios', { params: { query: { marca } } }),
    call.GET('/api/ranking', { params: { query: asked } }),
    call.GET('/api/ranking/meses', { params: { query: { marca, per_page: 12 } } }),
  ])
  if (!prizes.data || !ranking.data || !months.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  const table = ranking.data.data
  if ((mes && table.total === 0) || Number(pagina) > table.last_page) throw data(null, { status: 404 })
  // When it was read: a page is kept for a while, and who opens it late reads the table again.
  return { prizes: prizes.data.data, table, months: months.data.data.data, mes, page: Number(pagina), read: Date.now() }
}

export const meta: Route.MetaFunction = (args) => {
  const brand = args.matches[0].loaderData?.brand.nombre ?? ''
  if (!args.loaderData) return [{ title: `${T.documentTitle} · ${brand}` }, { name: 'robots', content: 'noindex' }]
  const { mes } = args.loaderData
  return seo(args, { title: mes ? T.closedTitle(monthWords(mes)) : T.documentTitle, description: T.description(brand) })
}

const MISSING = { title: T.noMonth, text: T.noMonthText, to: '/premios', action: T.seeNow }

/** Prizes and ranking of the month, or the table of a closed one (storefront.md section 2 "Awards and ranking"). */
export default function AwardsPage({ loaderData }: Route.ComponentProps) {
  const { prizes, months, mes, page } = loaderData
  const table = useRanking(loaderData)
  const session = useSession()
  const student = session?.user.tipo_cliente === 'Alumno'
  const [own, setOwn] = useState<OwnRank | null>(null)
  const [row, setRow] = useState<Element | null>(null)
  return (
    <div className={classes.page}>
      <Hero month={mes} />
      {!mes && <Prizes prizes={prizes} />}
      <div className={classes.columns}>
        <section aria-labelledby="ranking" className={classes.ranking}>
          <div className={classes.head}>
            <h2 id="ranking">{T.ranking}</h2>
            <MonthsNav months={months} month={mes} />
          </div>
          {table.total === 0 ? (
            <State
              icon={IconTrophy}
              title={T.emptyTitle}
              text={T.emptyText}
              action={
                <Button component={Link} to="/cursos" mt="xs">
                  Ver los cursos
                </Button>
              }
            />
          ) : (
            <RankingTable rows={table.data} month={mes} place={own?.puesto ?? null} onRow={setRow} />
          )}
          <Pager page={page} last={table.last_page} label={T.pages} />
        </section>
        <div className={classes.side}>
          {student && (
            <Suspense>
              <Mine key={mes ?? ''} month={mes} onOwn={setOwn} />
            </Suspense>
          )}
          <Rules />
        </div>
      </div>
      {own && <OwnBar own={own} row={row} month={mes} />}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={T.loadError} missing={MISSING} />
}
