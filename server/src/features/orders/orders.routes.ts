import { Message, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import {
  Order,
  PreferenceAnswer,
  PreferenceBody,
  SandboxBody,
  SandboxOrder,
  WebhookBody,
} from '@campus/contract/orders'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { askerOf } from '../referrals/referrals.ts'
import { checkout } from './checkout.ts'
import { type Gateway, GatewayAway, orderPage } from './gateway.ts'
import { mercadoPago } from './mercadopago.ts'
import { orderLetter } from './orders.mails.ts'
import { eventos_pago, ordenes } from './orders.tables.ts'
import { findOrder, listOrders } from './orders.ts'
import { ORDER_MAIL } from './places.ts'
import { reconcile, reconcileSettled, reconcileWaiting } from './reconciliation.ts'
import { reviewRoutes } from './reviewing.routes.ts'
import { sandbox } from './sandbox.ts'
import { actOut, deliverNotice, SANDBOX_NOTICE } from './sandbox-notices.ts'
import { applyPayment } from './settlement.ts'
import { mailStaff, STAFF_MAIL, type StaffMail } from './warnings.ts'

const tags = ['Compras']
const signed = { access: 'signed' } as const
const PAYMENT_EVENT = 'pago-evento'
const Numero = z.object({ numero: z.uuid() })
const VerifyQuery = z.object({ payment_id: z.string().max(100).optional(), orden: z.uuid().optional() })
type VerifyQuery = z.infer<typeof VerifyQuery>
const said = (text: string) => ({ message: text, mensaje: text })

/** The gateway that the configuration asks for: MercadoPago, otherwise the sandbox outside production. */
function gatewayOf(db: Db, config: Config): Gateway | null {
  if (config.mercadoPago) return mercadoPago(config, config.mercadoPago)
  return config.production ? null : sandbox(db, config)
}

function defineJobs({ db, jobs, mail, config }: Deps, gateway: Gateway | null): void {
  jobs.define<{ id: string }>(PAYMENT_EVENT, async ({ id }) => {
    const payment = await gateway?.readPayment(id)
    if (gateway && payment) await applyPayment(db, jobs, gateway, payment)
    await db.update(eventos_pago).set({ procesado_en: sql`now()` }).where(eq(eventos_pago.id_pago, id))
  })
  jobs.define(
    'conciliar-pagos',
    async () => {
      if (gateway) await reconcileWaiting(db, jobs, gateway)
    },
    { cron: '*/5 * * * *' },
  )
  jobs.define(
    'conciliar-pagadas',
    async () => {
      if (gateway) await reconcileSettled(db, jobs, gateway)
    },
    { cron: '20 3 * * *' },
  )
  jobs.define<StaffMail>(STAFF_MAIL, (told) => mailStaff(db, mail, config.publicUrl, told))
  jobs.define<{ id: number }>(ORDER_MAIL, async ({ id }) => {
    const letter = await orderLetter(db, id, config.publicUrl)
    if (letter) await mail.send(letter)
  })
}

function webhookRoute(app: App, { db, jobs }: Deps, gateway: Gateway | null): void {
  app.post(
    '/api/mercadopago/webhook',
    {
      config: { access: 'public' },
      schema: {
        tags,
        querystring: z.looseObject({ 'data.id': z.string().max(100).optional(), type: z.string().max(100).optional() }),
        body: WebhookBody,
        response: { 200: Message },
      },
    },
    async (request) => {
      const dataId = String(request.query['data.id'] ?? request.body.data?.id ?? '')
      const requestId = String(request.headers['x-request-id'] ?? '')
      const signature = String(request.headers['x-signature'] ?? '')
      // Fails closed: without a gateway, a signature or a secret nothing is believed.
      if (!gateway || !dataId || !(await gateway.isAuthentic({ signature, requestId, dataId })))
        throw fail('NO_AUTENTICADO')
      const kind = request.query.type ?? request.body.type
      if (kind !== undefined && kind !== 'payment') return said('Recibido.')
      const clave = `${requestId} ${dataId} ${request.body.action ?? ''}`
      await db.transaction(async (tx) => {
        const row = { pasarela: gateway.name, clave, id_pago: dataId, cuerpo: request.body }
        const stored = await tx
          .insert(eventos_pago)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: eventos_pago.id })
        if (stored.length > 0) await jobs.send(tx, PAYMENT_EVENT, { id: dataId })
      })
      return said('Recibido.')
    },
  )
}

/** Reconciles the caller's own order now; `payment_id` names it by one of its payments. @throws NO_ENCONTRADO */
async function verify({ db, jobs }: Deps, gateway: Gateway | null, usuario: number, asked: VerifyQuery) {
  const payment = asked.payment_id && gateway ? await gateway.readPayment(asked.payment_id) : null
  const numero = asked.orden ?? payment?.reference ?? ''
  if (!z.uuid().safeParse(numero).success) throw fail('NO_ENCONTRADO')
  await findOrder(db, usuario, numero)
  // A payment is found by its id at once, by its reference some moments later.
  if (gateway && payment?.reference === numero) await applyPayment(db, jobs, gateway, payment)
  if (gateway) await reconcile(db, jobs, gateway, numero)
  return findOrder(db, usuario, numero)
}

function paymentRoutes(app: App, deps: Deps, gateway: Gateway | null): void {
  const { db, jobs, config } = deps
  app.post(
    '/api/mercadopago/preference',
    { config: signed, schema: { tags, body: PreferenceBody, response: { 200: PreferenceAnswer } } },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, 'comprar_usuario', String(id))
      const { items, codigo_referido } = request.body
      const buyer = { ...(await askerOf(deps, request)), usuario: id }
      const ids = items.map((item) => item.id)
      return checkout({ db, jobs, config, gateway }, buyer, ids, codigo_referido)
    },
  )
  app.get(
    '/api/mercadopago/verificar-pago',
    { config: signed, schema: { tags, querystring: VerifyQuery, response: { 200: oneOf(Order) } } },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, 'verificar_pago_usuario', String(id))
      const data = await verify(deps, gateway, id, request.query).catch((error) => {
        throw error instanceof GatewayAway ? fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 }) : error
      })
      return { data }
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

/** The sandbox's payment page asks and acts here; it is not there with a real gateway, nor in production. */
function sandboxRoutes(app: App, { db, jobs, config }: Deps): void {
  jobs.define<{ id: string; requestId: string; forged?: boolean }>(SANDBOX_NOTICE, (notice) =>
    deliverNotice(app, db, notice),
  )
  app.get(
    '/api/pasarela-de-prueba/:numero',
    { config: { access: 'public' }, schema: { tags, params: Numero, response: { 200: oneOf(SandboxOrder) } } },
    async (request) => {
      const { numero } = request.params
      const [row] = await db.select().from(ordenes).where(eq(ordenes.numero, numero))
      if (row?.pasarela !== 'sandbox') throw fail('NO_ENCONTRADO')
      const volver = orderPage(config, numero)
      return { data: { numero, total: row.total_centimos / 100, estado: row.estado, volver } }
    },
  )
  app.post(
    '/api/pasarela-de-prueba/:numero',
    { config: { access: 'public' }, schema: { tags, params: Numero, body: SandboxBody, response: { 200: Message } } },
    async (request) => {
      await actOut(db, jobs, request.params.numero, request.body.accion)
      return said('Hecho.')
    },
  )
}

/** Orders and payments (storefront.md section 7, contract section 4 "Cart and payment"). */
export function orderRoutes(app: App, deps: Deps): void {
  const gateway = gatewayOf(deps.db, deps.config)
  defineJobs(deps, gateway)
  webhookRoute(app, deps, gateway)
  paymentRoutes(app, deps, gateway)
  orderReading(app, deps)
  reviewRoutes(app, deps)
  if (gateway?.name === 'sandbox') sandboxRoutes(app, deps)
}
