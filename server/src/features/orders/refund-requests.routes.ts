import { Message, messageBody, oneOf, pageOf, pageQueryUpTo } from '@campus/contract/common'
import { Order } from '@campus/contract/orders'
import { RefundBody, RefundDenial, RefundRequest, ResolvedRefund } from '@campus/contract/refunds'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { findOrder } from './orders.ts'
import { denyRefund, listRequests } from './refund-requests.staff.ts'
import { requestRefund } from './refund-requests.ts'

const REQUESTS = limit('pedir_devolucion_usuario', 30, 60 * 60)

const tags = ['Compras']
const Page = pageQueryUpTo(50)
const Numero = z.object({ numero: z.uuid() })

/** Refunds, requested by the buyer and decided by staff (docs/product/shop.md 7.6 to 7.8). */
export function refundRoutes(app: App, { db, jobs }: Deps): void {
  app.post(
    '/api/ordenes/:numero/devolucion',
    {
      config: { access: 'signed' },
      schema: { tags, params: Numero, body: RefundBody, response: { 200: oneOf(Order) } },
    },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, REQUESTS, String(id))
      await requestRefund(db, jobs, id, request.params.numero, request.body)
      return { data: await findOrder(db, id, request.params.numero) }
    },
  )
  const config = { access: 'devoluciones' } as const
  app.get(
    '/api/ordenes/devoluciones',
    { config, schema: { tags, querystring: Page, response: { 200: pageOf(RefundRequest) } } },
    async (request) => ({
      data: await listRequests(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
  app.put(
    '/api/ordenes/:numero/devolucion',
    {
      config,
      schema: { tags, params: Numero, body: RefundDenial, response: { 200: Message, 409: ResolvedRefund } },
    },
    async (request) => {
      await denyRefund(db, jobs, identityOf(request), request.params.numero, request.body)
      return messageBody('Listo: ya le avisamos.')
    },
  )
}
