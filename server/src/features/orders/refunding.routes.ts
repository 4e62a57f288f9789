import { OneSentRefund, RefundOrderBody, RefundRows, RefundsQuery } from '@campus/contract/refunding'
import { ResolvedRefund } from '@campus/contract/refunds'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import type { GatewayNow } from './gateway.ts'
import { askGateway, REFUND_JOB, type RefundJob } from './refund-asking.ts'
import { listRefunds } from './refunding.staff.ts'
import { refundOrder } from './refunding.ts'

/** Money that staff give back (docs/product/shop.md 7). */
export function refundingRoutes(app: App, { db, jobs }: Deps, gatewayNow: GatewayNow): void {
  const config = { access: 'devoluciones' } as const
  const tags = ['Ventas']
  jobs.define<RefundJob>(REFUND_JOB, async ({ id }) =>
    askGateway({ db: jobs.db, jobs, gateway: await gatewayNow() }, id),
  )
  app.get(
    '/api/gestion/devoluciones',
    { config, schema: { tags, querystring: RefundsQuery, response: { 200: RefundRows } } },
    async (request) => ({ data: await listRefunds(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/devoluciones',
    { config, schema: { tags, body: RefundOrderBody, response: { 200: OneSentRefund, 409: ResolvedRefund } } },
    async (request) => {
      const gateway = await gatewayNow()
      return { data: await refundOrder({ db, jobs, gateway }, identityOf(request), request.body) }
    },
  )
}
