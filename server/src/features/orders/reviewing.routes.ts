import { oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { AcceptOrderBody, ReviewedOrder } from '@campus/contract/orders'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { acceptOrder, listReviewed } from './reviewing.ts'

/** What administrators do about money that is not what was asked (`en_revision`). No screen has it: docs/operations.md says how. */
export function reviewRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Compras']
  const config = { access: 'admin' } as const
  app.get(
    '/api/ordenes/en-revision',
    { config, schema: { tags, querystring: PageQuery, response: { 200: pageOf(ReviewedOrder) } } },
    async (request) => ({
      data: await listReviewed(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
  app.put(
    '/api/ordenes/:numero/aceptar',
    {
      config,
      schema: {
        tags,
        params: z.object({ numero: z.uuid() }),
        body: AcceptOrderBody,
        response: { 200: oneOf(ReviewedOrder) },
      },
    },
    async (request) => ({
      data: await acceptOrder(db, jobs, identityOf(request), request.params.numero, request.body.motivo),
    }),
  )
}
