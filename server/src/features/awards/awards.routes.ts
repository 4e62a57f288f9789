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
import { callersBrand } from '../brands/brands.ts'
import { closeMonths, type Due, notifyWinners, WINNERS } from './closing.ts'
import { findOwnRank, listClosedMonths, listPoints, listPrizes, listRanking } from './ranking.ts'

export function awardRoutes(app: App, { db, jobs, brandOf }: Deps): void {
  const optional = { access: 'optional' as const }
  const signed = { access: 'signed' as const }
  const tags = ['Premios']
  const brand = (request: FastifyRequest) => callersBrand(brandOf, request)

  // Every ten minutes, so that a month missed while the process was down is closed soon.
  jobs.define(
    'cerrar-ranking',
    async () => void (await closeMonths(jobs.db, (tx, due) => jobs.send(tx, WINNERS, due))),
    { cron: '*/10 * * * *' },
  )
  jobs.define<Due>(WINNERS, (due) => notifyWinners(jobs.db, due))

  app.get(
    '/api/premios',
    { config: optional, schema: { tags, querystring: BrandQuery, response: { 200: listOf(Prize) } } },
    async (request) => ({ data: await listPrizes(db, await brand(request)) }),
  )
  app.get(
    '/api/ranking',
    { config: optional, schema: { tags, querystring: RankingQuery, response: { 200: pageOf(RankingRow) } } },
    async (request) => {
      const { mes, page, per_page } = request.query
      const table = { marca: await brand(request), mes, guest: request.identity === null }
      return { data: await listRanking(db, table, { page, per_page }) }
    },
  )
  app.get(
    '/api/ranking/meses',
    { config: optional, schema: { tags, querystring: MonthsQuery, response: { 200: pageOf(ClosedMonth) } } },
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
