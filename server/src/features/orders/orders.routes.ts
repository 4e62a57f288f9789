import { randomUUID } from 'node:crypto'
import { listOf, Message, messageBody, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import {
  Order,
  PaymentMean,
  PreferenceBody,
  PreferenceResponse,
  SandboxBody,
  SandboxOrder,
} from '@campus/contract/orders'
import { namesOfMeans } from '@campus/contract/payment-means'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { shopperOf } from '../referrals/referrals.ts'
import { ORDER_MAIL, type OrderMail } from './buyer-notices.ts'
import { checkout } from './checkout.ts'
import { type Gateway, type GatewayNow, GatewayUnavailable, PAYMENT_EVENT, returnPage } from './gateway.ts'
import { instalmentRoutes } from './instalments.routes.ts'
import { mercadoPago } from './mercadopago.ts'
import { orderLetter } from './order-letter.ts'
import { staffOrderRoutes } from './orders.staff.routes.ts'
import { ordenes } from './orders.tables.ts'
import { findOrder, listOrders, requireOrder } from './orders.ts'
import { receiptRoutes } from './receipts.routes.ts'
import { reconcile, reconcileRefunds, reconcileSettled, reconcileUnpaid, sweepEvents } from './reconciliation.ts'
import { findReferred } from './references.ts'
import { refundRoutes } from './refund-requests.routes.ts'
import { refundingRoutes } from './refunding.routes.ts'
import { reviewRoutes } from './reviewing.routes.ts'
import { salesExportRoutes } from './sales-export.routes.ts'
import { sandbox } from './sandbox.ts'
import { actInSandbox, deliverNotice, SANDBOX_NOTICE } from './sandbox-notices.ts'
import { applyPayment, clockOf } from './settlement.ts'
import { mailStaff, STAFF_MAIL, type StaffMail } from './staff-notices.ts'
import { tillRoutes } from './till.routes.ts'
import { webhookRoute } from './webhook.routes.ts'

const PURCHASES = limit('comprar_usuario', 60, 10 * 60)
const PAYMENT_CHECKS = limit('verificar_pago_usuario', 80, 5 * 60)

const tags = ['Compras']
const signed = { access: 'signed' } as const
const Numero = z.object({ numero: z.uuid() })
const VerifyQuery = z.object({ payment_id: z.string().max(100).optional(), orden: z.uuid().optional() })
type VerifyQuery = z.infer<typeof VerifyQuery>

/** MercadoPago where it is connected, otherwise the sandbox outside production. */
function gatewayReader({ db, config, jobs, connections }: Deps): GatewayNow {
  const notify = (id: string, startAfter: number) =>
    jobs.send(db, SANDBOX_NOTICE, { id, requestId: randomUUID() }, { startAfter })
  const test = config.production ? null : sandbox(db, config, notify)
  let made: { mark: string; gateway: Gateway } | undefined
  return async () => {
    const { source, account, mark } = await connections.mercadoPago()
    if (!account) return source === 'ninguno' ? test : null
    if (made?.mark !== mark)
      made = {
        mark,
        gateway: mercadoPago(config, account, { heard: (heard) => connections.note('mercadopago', mark, heard) }),
      }
    return made.gateway
  }
}

function defineJobs({ jobs, mail, config }: Deps, gatewayNow: GatewayNow): void {
  const { db } = jobs
  jobs.define<{ id: string }>(PAYMENT_EVENT, async ({ id }) => {
    const gateway = await gatewayNow()
    const asked = await clockOf(db)
    const payment = await gateway?.readPayment(id)
    if (gateway && payment) await applyPayment(db, jobs, gateway, payment, asked)
  })
  const asking = (reconciled: (db: Db, jobs: Jobs, gateway: Gateway) => Promise<void>) => async () => {
    const gateway = await gatewayNow()
    if (gateway) await reconciled(db, jobs, gateway)
  }
  jobs.define('conciliar-devoluciones', asking(reconcileRefunds), { cron: '*/5 * * * *' })
  jobs.define('conciliar-pagos', asking(reconcileUnpaid), { cron: '*/5 * * * *' })
  jobs.define('conciliar-pagadas', asking(reconcileSettled), { cron: '20 3 * * *' })
  jobs.define('limpiar-eventos', () => sweepEvents(db), { cron: '45 4 * * *' })
  jobs.define<StaffMail>(STAFF_MAIL, (warning) => mailStaff(db, mail, config.publicUrl, warning))
  jobs.define<OrderMail>(ORDER_MAIL, async (order) => {
    const letter = await orderLetter(db, order, config.publicUrl)
    if (!letter) return
    await mail.send(letter)
    const first = and(eq(ordenes.id, order.id), isNull(ordenes.confirmada_en))
    if (order.aviso === undefined) await db.update(ordenes).set({ confirmada_en: sql`now()` }).where(first)
  })
}

/** Reconciles an order of the caller, named by its number or a payment. @throws NO_ENCONTRADO */
async function verify({ db, jobs }: Deps, gatewayNow: GatewayNow, usuario: number, query: VerifyQuery) {
  const gateway = await gatewayNow()
  const payment = query.payment_id && gateway ? await gateway.readPayment(query.payment_id) : null
  const isNumber = z.uuid().safeParse(payment?.reference).success
  const paid = payment && isNumber ? await findReferred(db, payment.reference) : undefined
  const numero = query.orden ?? paid?.numero
  if (!numero) throw fail('NO_ENCONTRADO')
  const asked = await requireOrder(db, usuario, numero)
  // The gateway finds a payment by id at once, by reference only later.
  if (gateway && payment && paid?.numero === numero) await applyPayment(db, jobs, gateway, payment)
  if (gateway) await reconcile(db, jobs, gateway, numero, asked)
  return findOrder(db, usuario, numero)
}

function paymentRoutes(app: App, deps: Deps, gatewayNow: GatewayNow): void {
  const { db, jobs, config } = deps
  app.post(
    '/api/mercadopago/preference',
    { config: signed, schema: { tags, body: PreferenceBody, response: { 200: PreferenceResponse } } },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, PURCHASES, String(id))
      const { items, ...typed } = request.body
      const buyer = { ...(await shopperOf(deps, request)), usuario: id }
      const ids = items.map((item) => item.id)
      return checkout({ db, jobs, config, gateway: await gatewayNow() }, buyer, ids, typed)
    },
  )
  app.get(
    '/api/mercadopago/verificar-pago',
    { config: signed, schema: { tags, querystring: VerifyQuery, response: { 200: oneOf(Order) } } },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, PAYMENT_CHECKS, String(id))
      const data = await verify(deps, gatewayNow, id, request.query).catch((error) => {
        throw error instanceof GatewayUnavailable ? fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 }) : error
      })
      return { data }
    },
  )
}

/** What the account accepts changes rarely, and the shop must open while the gateway does not respond. */
function meansRoute(app: App, gatewayNow: GatewayNow): void {
  const cache = new LRUCache<Gateway, PaymentMean[]>({
    max: 1,
    ttl: 6 * 60 * 60 * 1000,
    fetchMethod: async (gateway) => namesOfMeans(await gateway.paymentMeans()),
  })
  app.get(
    '/api/medios-de-pago',
    { config: { access: 'public' }, schema: { tags, response: { 200: listOf(PaymentMean) } } },
    async () => {
      const gateway = await gatewayNow()
      return { data: (gateway && (await cache.fetch(gateway).catch(() => undefined))) ?? [] }
    },
  )
}

function orderReading(app: App, { db }: Deps): void {
  app.get(
    '/api/ordenes',
    { config: signed, schema: { tags, querystring: PageQuery, response: { 200: pageOf(Order) } } },
    async (request) => ({
      data: await listOrders(db, identityOf(request).id, request.query.page, request.query.per_page),
    }),
  )
  app.get(
    '/api/ordenes/:numero',
    { config: signed, schema: { tags, params: Numero, response: { 200: oneOf(Order) } } },
    async (request) => ({ data: await findOrder(db, identityOf(request).id, request.params.numero) }),
  )
}

/** API of the sandbox payment page; absent in production. */
function sandboxRoutes(app: App, { db, jobs, config }: Deps): void {
  jobs.define<{ id: string; requestId: string; forged?: boolean }>(SANDBOX_NOTICE, (notice) =>
    deliverNotice(app, jobs.db, notice),
  )
  app.get(
    '/api/pasarela-de-prueba/:numero',
    { config: { access: 'public' }, schema: { tags, params: Numero, response: { 200: oneOf(SandboxOrder) } } },
    async (request) => {
      const { numero } = request.params
      const referred = await findReferred(db, numero)
      const [row] = referred ? await db.select().from(ordenes).where(eq(ordenes.id, referred.id)) : []
      if (!referred || row?.pasarela !== 'sandbox') throw fail('NO_ENCONTRADO')
      const volver = returnPage(config, row.numero)
      return { data: { numero, total: referred.centimos / 100, estado: row.estado, volver } }
    },
  )
  app.post(
    '/api/pasarela-de-prueba/:numero',
    { config: { access: 'public' }, schema: { tags, params: Numero, body: SandboxBody, response: { 200: Message } } },
    async (request) => {
      await actInSandbox(db, jobs, request.params.numero, request.body.accion)
      return messageBody('Hecho.')
    },
  )
}

/** Orders and payments (docs/product/shop.md 5). */
export function orderRoutes(app: App, deps: Deps): void {
  const gatewayNow = gatewayReader(deps)
  defineJobs(deps, gatewayNow)
  webhookRoute(app, deps, gatewayNow)
  paymentRoutes(app, deps, gatewayNow)
  orderReading(app, deps)
  meansRoute(app, gatewayNow)
  staffOrderRoutes(app, deps, gatewayNow)
  reviewRoutes(app, deps)
  receiptRoutes(app, deps)
  salesExportRoutes(app, deps)
  tillRoutes(app, deps)
  instalmentRoutes(app, deps, gatewayNow)
  refundRoutes(app, deps)
  refundingRoutes(app, deps, gatewayNow)
  if (!deps.config.production) sandboxRoutes(app, deps)
}
