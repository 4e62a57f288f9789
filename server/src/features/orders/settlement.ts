import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import { type Act, type AuditLine, audit, auditAll } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { spendUse } from '../coupons/coupons.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { closeCourses, closeLines, openCourses } from './course-access.ts'
import { pagos } from './gateway.tables.ts'
import type { Gateway, GatewayPayment, PaymentStatus } from './gateway.ts'
import { bookPayment, type Purpose } from './gateway-money.ts'
import { followPlan, instalmentPaid, isEnded } from './instalments.ts'
import { chargesOf, type StoredCharge, stateNow } from './movements.ts'
import { PAYMENT_RANK, stands } from './order-state.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { findReferred } from './references.ts'
import { closeRequests } from './refund-requests.ts'
import { type Access, WARNINGS, warnStaff } from './staff-notices.ts'

type OrderRow = typeof ordenes.$inferSelect

type OrderRef = Pick<OrderRow, 'numero' | 'estado' | 'id_cliente' | 'id_usuario'>

const auditFields = (order: OrderRef) => ({
  sobre: order.id_usuario,
  id_cliente: order.id_cliente,
  objeto: `orden:${order.numero}`,
})

const orderAct = (order: OrderRef, estado: OrderState, motivo?: string): Act => ({
  ...auditFields(order),
  detalle: { antes: order.estado, estado, ...(motivo !== undefined && { motivo }) },
})

/** `motivo` is given when an administrator decided. */
export const auditOrders = (tx: Db, orders: OrderRef[], estado: OrderState, motivo?: string): Promise<void> =>
  audit(tx, 'orden_cambiada', ...orders.map((order) => orderAct(order, estado, motivo)))

type Stored = typeof pagos.$inferSelect

/** A chargeback that the bank decided for the academy: approved again, when the gateway was asked after it was stored. */
const isDecided = (stored: Stored, { status }: GatewayPayment, asked: string | undefined): boolean =>
  stored.estado === 'charged_back' &&
  status === 'approved' &&
  asked !== undefined &&
  Date.parse(asked) > Date.parse(stored.actualizado_en)

/** Paid back of a payment in all; the gateway's older answers know of less. A payment keeps the amount of its state. */
function factsOf(
  { status, detail, amountCentimos, refundedCentimos = 0, currency, method }: GatewayPayment,
  stored?: Stored,
) {
  const monto = stored?.estado === status ? stored.monto_centimos : amountCentimos
  const refunded = status === 'refunded' ? monto : Math.max(stored?.devuelto_centimos ?? 0, refundedCentimos)
  return {
    estado: status,
    detalle: detail,
    monto_centimos: monto,
    devuelto_centimos: Math.max(0, Math.min(monto, refunded)),
    moneda: currency,
    medio: method ?? null,
  }
}

type Facts = ReturnType<typeof factsOf>

/** `before`: its state until now, null for the first time. */
type Saved = { before: PaymentStatus | null; facts: Facts }

/** What the gateway says of the payment from now on; null for an answer that is older than what is stored. */
async function savePayment(
  tx: Db,
  order: OrderRow,
  payment: GatewayPayment,
  asked: string | undefined,
  cuota: number | null,
): Promise<Saved | null> {
  const key = { pasarela: order.pasarela, id_pago: payment.id }
  const [stored] = await tx
    .select()
    .from(pagos)
    .where(and(eq(pagos.pasarela, key.pasarela), eq(pagos.id_pago, key.id_pago)))
  if (stored && PAYMENT_RANK[payment.status] < PAYMENT_RANK[stored.estado] && !isDecided(stored, payment, asked))
    return null
  const facts = factsOf(payment, stored)
  const news = Object.entries(facts).some(([name, value]) => stored?.[name as keyof Facts] !== value)
  if (news)
    await tx
      .insert(pagos)
      .values({ ...key, ...facts, id_orden: order.id, cuota, real: payment.live })
      .onConflictDoUpdate({ target: [pagos.pasarela, pagos.id_pago], set: { ...facts, actualizado_en: sql`now()` } })
  return { before: stored?.estado ?? null, facts }
}

/** `payment`: what the gateway told now; `back`: céntimos that came back with it and were not known before. */
type News = Purpose & { payment: GatewayPayment; before: PaymentStatus | null; back: number }

/** What a refund that came back was may be known only after its payment's state. */
const isNews = ({ payment, before, back }: News): boolean =>
  before !== payment.status || (payment.status === 'refunded' && back > 0)

/** Whether a charge pays what the payment is for. */
const paysTheSame = ({ cuota, centimos, salda }: StoredCharge, news: News): boolean =>
  cuota === news.cuota ? centimos === news.due : salda && (cuota === null || news.cuota === null)

/** Warns once per payment: wrong amount, double payment, refund, chargeback. */
async function warnOfPayment(tx: Db, jobs: Jobs, order: OrderRow, news: News, moved: Omit<Access, 'courses'>) {
  const { payment, back, due } = news
  const gone = PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved
  if (!gone && payment.status !== 'approved') return
  // What staff gave back themselves is no news to them.
  if (payment.status === 'refunded' && payment.currency === order.moneda && back === 0) return
  const whole = (await chargesOf(tx, order.id)).filter((one) => stands(one) && paysTheSame(one, news))
  const full = payment.amountCentimos === due && payment.currency === order.moneda
  const ended = full && (await isEnded(tx, order.id, news.cuota))
  if (!gone && full && whole.length < 2 && !ended) return
  const access = { ...moved, courses: await tx.$count(orden_lineas, eq(orden_lineas.id_orden, order.id)) }
  if (gone)
    return warnStaff(tx, jobs, order, `orden-vuelta:${payment.id}:${payment.status}`, WARNINGS.refund(payment, access))
  if (!full) return warnStaff(tx, jobs, order, `orden-monto:${payment.id}`, WARNINGS.amount(payment, access))
  if (ended)
    return warnStaff(tx, jobs, order, `orden-terminada:${payment.id}`, WARNINGS.ended(payment.amountCentimos, access))
  await warnStaff(tx, jobs, order, `orden-doble:${payment.id}`, WARNINGS.double(payment.amountCentimos, access))
  await notifyBuyer(tx, jobs, order, { tipo: 'cobro_doble', centimos: due, clave: `cobro_doble:${payment.id}` })
}

/** Only money reopens a cancelled order. */
const WITH_MONEY = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

type Closed = Exclude<OrderState, 'pagada'>

/** The buyer of an order that is no longer paid; not again of what staff told. Where another order holds every course, a refund is only money that came back. */
async function tellClosing(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  estado: Closed,
  { payment, back }: Pick<News, 'payment' | 'back'>,
  closed: number[] | null,
): Promise<void> {
  if (estado === 'pendiente' || estado === 'cancelada') return
  if (estado !== 'reembolsada') return notifyBuyer(tx, jobs, order, { tipo: estado })
  if (back === 0 && payment.currency === order.moneda) return
  const tipo = closed?.length === 0 ? 'cobro_devuelto' : estado
  await notifyBuyer(tx, jobs, order, { tipo, ...(back > 0 && { centimos: back }) })
}

/** Writes a state that is not paid and tells the buyer; returns the number of courses that it closed. */
async function closeOrder(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  estado: Closed,
  { payment, back }: News,
): Promise<number> {
  const refunded = estado === 'reembolsada' || estado === 'contracargo'
  // It was paid although the gateway tells of both at once.
  if (refunded && order.pagada_en === null) await spendUse(tx, order.id)
  const pagada_en = refunded ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  // Courses under review are already closed; a refund also revokes their certificates.
  const open = order.estado === 'pagada' || order.estado === 'en_revision'
  const closed = open ? await closeCourses(tx, order, estado) : null
  if (estado === 'reembolsada') await closeLines(tx, order)
  if (refunded) await closeRequests(tx, order.id)
  await tellClosing(tx, jobs, order, estado, { payment, back }, closed)
  return closed?.length ?? 0
}

/** Money that came back while the order stays as it is: all of one of its payments, or a part. */
async function tellBack(tx: Db, jobs: Jobs, order: OrderRow, { payment, back }: News, total: number): Promise<void> {
  const clave = `${payment.id}:${total}`
  if (payment.status === 'refunded' && order.estado === 'pagada')
    return notifyBuyer(tx, jobs, order, { tipo: 'cobro_devuelto', centimos: back, clave: `cobro_devuelto:${clave}` })
  await warnStaff(tx, jobs, order, `orden-parte:${clave}`, WARNINGS.part(back, order.estado))
  await notifyBuyer(tx, jobs, order, {
    tipo: 'devolucion_parcial',
    centimos: back,
    clave: `devolucion_parcial:${clave}`,
  })
}

async function auditPayment(tx: Db, order: OrderRow, { payment, before, back }: News, estado: OrderState | null) {
  const { id, status, amountCentimos } = payment
  const detalle = {
    orden: order.numero,
    antes: before,
    estado: status,
    centimos: amountCentimos,
    ...(status === 'approved' && back > 0 && { devuelto: back }),
  }
  const lines: AuditLine[] =
    before === status && back === 0 ? [] : [['pago_cambiado', { ...auditFields(order), objeto: `pago:${id}`, detalle }]]
  await auditAll(tx, estado ? [...lines, ['orden_cambiada', orderAct(order, estado)]] : lines)
}

/** What a payment did to the instalments of an order that stays paid. */
async function settlePlan(tx: Db, jobs: Jobs, order: OrderRow, estado: OrderState, news: News): Promise<void> {
  if (estado !== 'pagada' || order.estado !== 'pagada') return
  const { payment, before, cuota } = news
  const charges = await chargesOf(tx, order.id)
  const charge = charges.find(({ id_pasarela }) => id_pasarela === payment.id)
  const fresh = payment.status === 'approved' && before !== 'approved' && before !== 'charged_back'
  const once = charges.filter((one) => stands(one) && paysTheSame(one, news)).length === 1
  if (cuota !== null && fresh && once && charge?.salda) await instalmentPaid(tx, jobs, order, cuota, charge.id)
  else await followPlan(tx, order)
}

/** Moves the order to what its money says, and tells of it. */
async function settle(tx: Db, jobs: Jobs, order: OrderRow, news: News, total: number): Promise<void> {
  const standing = (await chargesOf(tx, order.id)).some(stands)
  // What the gateway gave back of its own accord closes the courses, once nothing is left.
  const estado = await stateNow(tx, order.id, { closing: news.back > 0 && !standing })
  const moves = estado !== order.estado && (order.estado !== 'cancelada' || WITH_MONEY.includes(estado))
  await auditPayment(tx, order, news, moves ? estado : null)
  let closed = 0
  if (moves && estado === 'pagada') await openCourses(tx, jobs, order)
  else if (moves) closed = await closeOrder(tx, jobs, order, estado as Closed, news)
  if (isNews(news)) await warnOfPayment(tx, jobs, order, news, { before: order.estado, after: estado, closed })
  if (news.back > 0 && !(moves && estado === 'reembolsada')) await tellBack(tx, jobs, { ...order, estado }, news, total)
  await settlePlan(tx, jobs, order, estado, news)
}

/** The database's time, which all processes share; read it before the gateway is asked. */
export async function clockOf(db: Db): Promise<string> {
  const [row] = await query<{ ahora: string }>(db, sql`SELECT clock_timestamp() AS ahora`)
  return row?.ahora ?? ''
}

const lockOrder = (tx: Db, condition: ReturnType<typeof and>) =>
  tx.select().from(ordenes).where(condition).for('update')

/**
 * Applies a payment to its locked order; repeated or reordered notifications end in the same state
 * (docs/product/shop.md 5.6). A live gateway ignores test payments. `asked`: since when the gateway says so, by {@link clockOf}.
 */
export async function applyPayment(
  db: Db,
  jobs: Jobs,
  gateway: Pick<Gateway, 'name' | 'live'>,
  payment: GatewayPayment,
  asked?: string,
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(payment.reference) || (gateway.live && !payment.live)) return
  await db.transaction(async (tx) => {
    const referred = await findReferred(tx, payment.reference)
    if (!referred) return
    const { cuota, centimos: due } = referred
    const own = and(eq(ordenes.id, referred.id), eq(ordenes.pasarela, gateway.name))
    const [order] = await lockOrder(tx, own)
    const saved = order && (await savePayment(tx, order, payment, asked, cuota))
    if (!order || !saved) return
    const { before, facts } = saved
    const back = await bookPayment(tx, jobs, order, payment, {
      ...{ before, cuota, due },
      amount: facts.monto_centimos,
      refunded: facts.devuelto_centimos,
    })
    // A refund that staff had sent may have moved it.
    const [now] = await lockOrder(tx, own)
    if (now) await settle(tx, jobs, now, { payment, before, back, cuota, due }, facts.devuelto_centimos)
  })
}
