import {
  ClosedMonth,
  MonthQuery,
  MonthsQuery,
  OwnRank,
  PointEntry,
  PointsQuery,
  Prize,
  RankingPreference,
  RankingQuery,
  RankingRow,
} from '@campus/contract/awards'
import { BrandQuery } from '@campus/contract/catalogue'
import { listOf, oneOf, pageOf } from '@campus/contract/common'
import type { FastifyRequest } from 'fastify'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { setRankingInitials } from '../accounts/accounts.ts'
import { closeMonths } from './closing.ts'
import { findOwnRank, listClosedMonths, listPoints, listPrizes, listRanking } from './ranking.ts'

/** Prizes and rankings, public; the own place, ledger and preference for who is signed in (contract section 4). */
export function awardRoutes(app: App, { db, jobs, brandOf }: Deps): void {
  const open = { access: 'optional' as const }
  const signed = { access: 'signed' as const }
  const tags = ['Premios']
  /** Brands do not see each other's prizes or rankings: who is signed in sees their own. */
  const brand = async (request: FastifyRequest) => request.identity?.id_cliente ?? (await brandOf(request)).id

  // Every ten minutes, not once a month: a program that was down then closes the month when it is back.
  jobs.define('cerrar-ranking', async () => void (await closeMonths(db)), { cron: '*/10 * * * *' })

  app.get(
    '/api/premios',
    { config: open, schema: { tags, querystring: BrandQuery, response: { 200: listOf(Prize) } } },
    async (request) => ({ data: await listPrizes(db, await brand(request)) }),
  )
  app.get(
    '/api/ranking',
    { config: open, schema: { tags, querystring: RankingQuery, response: { 200: pageOf(RankingRow) } } },
    async (request) => {
      const { mes, page, per_page } = request.query
      const table = { marca: await brand(request), mes, visitante: request.identity === null }
      return { data: await listRanking(db, table, { page, per_page }) }
    },
  )
  app.get(
    '/api/ranking/meses',
    { config: open, schema: { tags, querystring: MonthsQuery, response: { 200: pageOf(ClosedMonth) } } },
    async (request) => ({ data: await listClosedMonths(db, await brand(request), request.query) }),
  )
  app.get(
    '/api/ranking/mio',
    { config: signed, schema: { tags, querystring: MonthQuery, response: { 200: oneOf(OwnRank) } } },
    async (request) => ({ data: await findOwnRank(db, identityOf(request), request.query.mes) }),
  )
  app.put(
    '/api/ranking/preferencia',
    { config: signed, schema: { tags, body: RankingPreference, response: { 200: oneOf(RankingPreference) } } },
    async (request) => {
      await setRankingInitials(db, identityOf(request).id, request.body.iniciales)
      return { data: request.body }
    },
  )
  app.get(
    '/api/puntos/mios',
    { config: signed, schema: { tags, querystring: PointsQuery, response: { 200: pageOf(PointEntry) } } },
    async (request) => ({ data: await listPoints(db, identityOf(request).id, request.query.mes, request.query) }),
  )
}
