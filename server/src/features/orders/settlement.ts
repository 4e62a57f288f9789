import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import { type Act, type AuditLine, audit, auditAll } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { closeCourses, isAllReturned, openCourses } from './course-access.ts'
import type { Gateway, GatewayPayment } from './gateway.ts'
import { newMoneyBack } from './money-back.ts'
import { ACCEPTED, isPrice, PARTLY_REFUNDED, PAYMENT_RANK, type PaymentFacts, stateOf } from './order-state.ts'
import { orden_lineas, ordenes, pagos } from './orders.tables.ts'
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

/** `veces`: so many are alike; a card that is refused again and again leaves a payment each time. */
type Counted = PaymentFacts & { veces: number }

/** Of before; `este`: the payment that the gateway tells of. */
type Stored = Counted & { este: boolean; detalle: string | null; devuelto_centimos: number; actualizado_en: string }

const storedPayments = (tx: Db, order: OrderRow, { id }: GatewayPayment): Promise<Stored[]> =>
  query<Stored>(
    tx,
    sql`SELECT p.id_pago = ${id} AS este, p.estado, p.monto_centimos, p.moneda, p.detalle, count(*) AS veces,
      max(p.devuelto_centimos) AS devuelto_centimos, max(p.actualizado_en) AS actualizado_en
    FROM pagos p WHERE p.id_orden = ${order.id} GROUP BY 1, 2, 3, 4, 5`,
  )

/** A chargeback that the bank decided for the academy: approved again, when the gateway was asked after it was stored. */
const isDecided = (stored: Stored, { status }: GatewayPayment, asked: string | undefined): boolean =>
  stored.estado === 'charged_back' &&
  status === 'approved' &&
  asked !== undefined &&
  Date.parse(asked) > Date.parse(stored.actualizado_en)

const storedBack = (stored: Stored | undefined): number => stored?.devuelto_centimos ?? 0

/** Paid back of a payment in all; the gateway's older answers know of less. A payment keeps the amount of its state. */
function paidBack(
  { status, amountCentimos, refundedCentimos = 0 }: GatewayPayment,
  stored: Stored | undefined,
): number {
  const amount = stored?.estado === status ? stored.monto_centimos : amountCentimos
  const refunded = status === 'refunded' ? amount : Math.max(storedBack(stored), refundedCentimos)
  return Math.max(0, Math.min(amount, refunded))
}

/** `moved`: the state changed. `back`: céntimos that came back now, of `devuelto` in all. `payments`: of the order, from now on. */
type Change = { moved: boolean; back: number; devuelto: number; act: Act; payments: Counted[] }

const factsOf = ({ status, detail, amountCentimos, currency }: GatewayPayment) => ({
  estado: status,
  detalle: detail,
  monto_centimos: amountCentimos,
  moneda: currency,
})

async function savePayment(
  tx: Db,
  order: OrderRow,
  payment: GatewayPayment,
  asked: string | undefined,
): Promise<Change | null> {
  const before = await storedPayments(tx, order, payment)
  const stored = before.find(({ este }) => este)
  if (stored && PAYMENT_RANK[payment.status] < PAYMENT_RANK[stored.estado] && !isDecided(stored, payment, asked))
    return null
  const devuelto = paidBack(payment, stored)
  const back = devuelto - storedBack(stored)
  const detalle = {
    orden: order.numero,
    antes: stored?.estado ?? null,
    estado: payment.status,
    centimos: payment.amountCentimos,
    ...(payment.status === 'approved' && back > 0 && { devuelto: back }),
  }
  const act = { ...auditFields(order), objeto: `pago:${payment.id}`, detalle }
  if (stored?.estado === payment.status) {
    // Such a notification is stale, or unaware of what an administrator accepted.
    const known = [payment.detail, PARTLY_REFUNDED, ACCEPTED].includes(stored.detalle)
    if (known && back <= 0) return null
    const news = { ...(!known && { detalle: payment.detail }), devuelto_centimos: devuelto, actualizado_en: sql`now()` }
    await tx
      .update(pagos)
      .set(news)
      .where(and(eq(pagos.pasarela, order.pasarela), eq(pagos.id_pago, payment.id)))
    if (back > 0) await audit(tx, 'pago_cambiado', act)
    return { moved: false, back, devuelto, act, payments: before }
  }
  const facts = factsOf(payment)
  const values = { ...facts, devuelto_centimos: devuelto, medio: payment.method ?? null }
  await tx
    .insert(pagos)
    .values({ ...values, pasarela: order.pasarela, id_pago: payment.id, id_orden: order.id, real: payment.live })
    .onConflictDoUpdate({ target: [pagos.pasarela, pagos.id_pago], set: { ...values, actualizado_en: sql`now()` } })
  const payments = [...before.filter(({ este }) => !este), { ...facts, veces: 1 }]
  return { moved: true, back, devuelto, act, payments }
}

/** Warns once per payment: wrong amount, double payment, refund, chargeback. */
async function warnOfPayment(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  payment: GatewayPayment,
  { payments, ...moved }: Omit<Access, 'courses'> & { payments: Counted[] },
) {
  const gone = PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved
  if (!gone && payment.status !== 'approved') return
  const whole = payments.filter((one) => one.estado === 'approved' && isPrice(order, one))
  const double = whole.reduce((sum, { veces }) => sum + veces, 0) > 1
  const full = isPrice(order, factsOf(payment))
  if (!gone && full && !double) return
  const access = { ...moved, courses: await tx.$count(orden_lineas, eq(orden_lineas.id_orden, order.id)) }
  if (gone)
    return warnStaff(tx, jobs, order, `orden-vuelta:${payment.id}:${payment.status}`, WARNINGS.refund(payment, access))
  if (!full) return warnStaff(tx, jobs, order, `orden-monto:${payment.id}`, WARNINGS.amount(payment, access))
  await warnStaff(tx, jobs, order, `orden-doble:${payment.id}`, WARNINGS.double(payment.amountCentimos, access))
  await notifyBuyer(tx, jobs, order, { tipo: 'cobro_doble', clave: `cobro_doble:${payment.id}` })
}

/** Only money reopens a cancelled order. */
const WITH_MONEY = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

type Closed = Exclude<OrderState, 'pagada'>

/** Céntimos that the buyer was not told of; undefined where the gateway tells no amount. */
async function untoldRefund(tx: Db, order: OrderRow, back: number | undefined): Promise<number | undefined> {
  if (back !== undefined) return (await newMoneyBack(tx, order, 'pasarela', back)).nuevo
  // Staff wrote to the buyer course by course.
  return (await isAllReturned(tx, order)) ? 0 : undefined
}

/** Writes a state that is not paid and tells the buyer; {@link moveOrder}. */
async function closeOrder(tx: Db, jobs: Jobs, order: OrderRow, estado: Closed, back: number | undefined) {
  const refunded = ['reembolsada', 'contracargo'].includes(estado)
  const pagada_en = refunded ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  // Courses under review are already closed; a refund also revokes their certificates.
  const open = order.estado === 'pagada' || order.estado === 'en_revision'
  const closed = open ? await closeCourses(tx, order, estado) : null
  const untold = estado === 'reembolsada' ? await untoldRefund(tx, order, back) : back
  if (refunded) await closeRequests(tx, order.id)
  if (untold === 0 || estado === 'pendiente' || estado === 'cancelada') return closed?.length ?? 0
  // Where another order holds every course, a refund is only money that came back.
  const tipo = estado === 'reembolsada' && closed?.length === 0 ? 'cobro_devuelto' : estado
  await notifyBuyer(tx, jobs, order, { tipo, ...(untold !== undefined && { centimos: untold }) })
  return closed?.length ?? 0
}

/** Returns the number of courses that it closed. */
async function moveOrder(tx: Db, jobs: Jobs, order: OrderRow, estado: OrderState, back: number | undefined) {
  if (estado !== 'pagada') return closeOrder(tx, jobs, order, estado, back)
  await openCourses(tx, jobs, order)
  return 0
}

async function settle(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  payment: GatewayPayment,
  { back, act, payments }: Change,
): Promise<void> {
  const estado = stateOf(order, payments)
  const moves = estado !== order.estado && (order.estado !== 'cancelada' || WITH_MONEY.includes(estado))
  const lines: AuditLine[] = [['pago_cambiado', act]]
  await auditAll(tx, moves ? [...lines, ['orden_cambiada', orderAct(order, estado)]] : lines)
  // Earlier refunds of it were notified then.
  const known = payment.status === 'refunded' && payment.currency === order.moneda && back > 0
  if (estado === 'pagada' && known)
    await notifyBuyer(tx, jobs, order, {
      tipo: 'cobro_devuelto',
      centimos: back,
      clave: `cobro_devuelto:${payment.id}`,
    })
  const closed = moves ? await moveOrder(tx, jobs, order, estado, known ? back : undefined) : 0
  await warnOfPayment(tx, jobs, order, payment, { before: order.estado, after: estado, closed, payments })
}

async function stateNow(tx: Db, order: OrderRow): Promise<OrderState> {
  const [now] = await tx.select({ estado: ordenes.estado }).from(ordenes).where(eq(ordenes.id, order.id))
  return now?.estado ?? order.estado
}

/** Once per amount that came back; without an amount, once for its status. What staff had said is not told again. */
async function notifyPartialRefund(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment, change: Change) {
  const { back, devuelto } = change
  if (back <= 0 && payment.detail !== PARTLY_REFUNDED) return
  const known = back > 0 && payment.currency === order.moneda
  const total = known ? `:${devuelto}` : ''
  const { nuevo, falta } = await newMoneyBack(tx, order, 'pasarela', known ? back : 0)
  const staffClave = `orden-parte:${payment.id}${total}`
  if (falta > 0) await warnStaff(tx, jobs, order, staffClave, WARNINGS.less(back, falta))
  else if (!known || nuevo > 0)
    await warnStaff(tx, jobs, order, staffClave, WARNINGS.part(known ? back : null, await stateNow(tx, order)))
  if (nuevo === 0) return
  const clave = `devolucion_parcial:${payment.id}${total}`
  await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_parcial', centimos: nuevo, clave })
}

/** The database's time, which all processes share; read it before the gateway is asked. */
export async function clockOf(db: Db): Promise<string> {
  const [row] = await query<{ ahora: string }>(db, sql`SELECT clock_timestamp() AS ahora`)
  return row?.ahora ?? ''
}

/**
 * Applies a payment to its locked order; repeated or reordered notifications end in the same state
 * (docs/product/shop.md 5.6). A live gateway ignores test payments. `asked`: since when the gateway says so, by {@link clockOf}.
 */
export async function applyPayment(
  db: Db,
  jobs: Jobs,
  gateway: Gateway,
  payment: GatewayPayment,
  asked?: string,
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(payment.reference) || (gateway.live && !payment.live)) return
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, payment.reference), eq(ordenes.pasarela, gateway.name)))
      .for('update')
    if (!order) return
    const change = await savePayment(tx, order, payment, asked)
    if (change?.moved) await settle(tx, jobs, order, payment, change)
    if (change && payment.status === 'approved') await notifyPartialRefund(tx, jobs, order, payment, change)
  })
}
