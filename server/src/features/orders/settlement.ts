import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { closeCourses, isAllReturned, openCourses } from './course-access.ts'
import type { Gateway, GatewayPayment, PaymentStatus } from './gateway.ts'
import { newMoneyBack } from './money-back.ts'
import { ACCEPTED, PARTLY_REFUNDED, PAYMENT_RANK, paysInFull, stateOf } from './order-state.ts'
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

/** `motivo` is given when an administrator decided. */
export async function auditOrders(tx: Db, orders: OrderRef[], estado: OrderState, motivo?: string): Promise<void> {
  const acts = orders.map((order) => ({
    ...auditFields(order),
    detalle: { antes: order.estado, estado, ...(motivo !== undefined && { motivo }) },
  }))
  await audit(tx, 'orden_cambiada', ...acts)
}

/** A chargeback that the bank decided for the academy: approved again, when the gateway was asked after it was stored. */
const isDecided = (
  stored: { estado: PaymentStatus; actualizado_en: string },
  { status }: GatewayPayment,
  asked: string | undefined,
): boolean =>
  stored.estado === 'charged_back' &&
  status === 'approved' &&
  asked !== undefined &&
  Date.parse(asked) > Date.parse(stored.actualizado_en)

/** A payment that an earlier version stored as refunded has no amount. */
const storedBack = (stored: typeof pagos.$inferSelect | undefined): number =>
  stored?.estado === 'refunded' ? stored.monto_centimos : (stored?.devuelto_centimos ?? 0)

/** Paid back of a payment in all; the gateway's older answers know of less. A payment keeps the amount of its state. */
function paidBack(
  { status, amountCentimos, refundedCentimos = 0 }: GatewayPayment,
  stored: typeof pagos.$inferSelect | undefined,
): number {
  const amount = stored?.estado === status ? stored.monto_centimos : amountCentimos
  const refunded = status === 'refunded' ? amount : Math.max(storedBack(stored), refundedCentimos)
  return Math.max(0, Math.min(amount, refunded))
}

/** `moved` when the state changed, `noted` when only the detail did. `back`: céntimos that came back now, of `devuelto` in all. */
type Change = { kind: 'moved' | 'noted'; back: number; devuelto: number }

async function savePayment(
  tx: Db,
  order: OrderRow,
  payment: GatewayPayment,
  asked: string | undefined,
): Promise<Change | null> {
  const samePayment = and(eq(pagos.pasarela, order.pasarela), eq(pagos.id_pago, payment.id))
  const [stored] = await tx.select().from(pagos).where(samePayment)
  if (stored && PAYMENT_RANK[payment.status] < PAYMENT_RANK[stored.estado] && !isDecided(stored, payment, asked))
    return null
  const devuelto_centimos = paidBack(payment, stored)
  const back = devuelto_centimos - storedBack(stored)
  const detalle = {
    orden: order.numero,
    antes: stored?.estado ?? null,
    estado: payment.status,
    centimos: payment.amountCentimos,
    ...(payment.status === 'approved' && back > 0 && { devuelto: back }),
  }
  const change = { ...auditFields(order), objeto: `pago:${payment.id}`, detalle }
  if (stored?.estado === payment.status) {
    // Such a notification is stale, or unaware of what an administrator accepted.
    const known = [payment.detail, PARTLY_REFUNDED, ACCEPTED].includes(stored.detalle)
    if (known && back <= 0) return null
    const news = { ...(!known && { detalle: payment.detail }), devuelto_centimos, actualizado_en: sql`now()` }
    await tx.update(pagos).set(news).where(samePayment)
    if (back > 0) await audit(tx, 'pago_cambiado', change)
    return { kind: 'noted', back, devuelto: devuelto_centimos }
  }
  const values = {
    estado: payment.status,
    detalle: payment.detail,
    monto_centimos: payment.amountCentimos,
    devuelto_centimos,
    moneda: payment.currency,
    medio: payment.method ?? null,
  }
  await tx
    .insert(pagos)
    .values({ ...values, pasarela: order.pasarela, id_pago: payment.id, id_orden: order.id, real: payment.live })
    .onConflictDoUpdate({ target: [pagos.pasarela, pagos.id_pago], set: { ...values, actualizado_en: sql`now()` } })
  await audit(tx, 'pago_cambiado', change)
  return { kind: 'moved', back, devuelto: devuelto_centimos }
}

/** Warns once per payment: wrong amount, double payment, refund, chargeback. */
async function warnOfPayment(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment, access: Access) {
  const received = { estado: payment.status, monto_centimos: payment.amountCentimos, moneda: payment.currency }
  if (PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved)
    return warnStaff(tx, jobs, order, `orden-vuelta:${payment.id}:${payment.status}`, WARNINGS.refund(payment, access))
  if (payment.status !== 'approved') return
  if (!paysInFull(order, received))
    return warnStaff(tx, jobs, order, `orden-monto:${payment.id}`, WARNINGS.amount(payment, access))
  const fullPayments = await tx.$count(
    pagos,
    and(
      eq(pagos.id_orden, order.id),
      eq(pagos.estado, 'approved'),
      eq(pagos.monto_centimos, order.total_centimos),
      eq(pagos.moneda, order.moneda),
    ),
  )
  if (fullPayments <= 1) return
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

/** Writes a state that is not paid and tells the buyer; returns the number of courses that it closed. */
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

async function settle(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment, back: number): Promise<void> {
  // Distinct: a card that is refused again and again leaves a payment each time.
  const { estado: state, monto_centimos, moneda, detalle } = pagos
  const payments = await tx
    .selectDistinct({ estado: state, monto_centimos, moneda, detalle })
    .from(pagos)
    .where(eq(pagos.id_orden, order.id))
  const estado = stateOf(order, payments)
  // Earlier refunds of it were notified then.
  const known = payment.status === 'refunded' && payment.currency === order.moneda && back > 0
  if (estado === 'pagada' && known)
    await notifyBuyer(tx, jobs, order, {
      tipo: 'cobro_devuelto',
      centimos: back,
      clave: `cobro_devuelto:${payment.id}`,
    })
  const moves = estado !== order.estado && (order.estado !== 'cancelada' || WITH_MONEY.includes(estado))
  let closed = 0
  if (moves) {
    await auditOrders(tx, [order], estado)
    if (estado === 'pagada') await openCourses(tx, jobs, order)
    else closed = await closeOrder(tx, jobs, order, estado, known ? back : undefined)
  }
  const courses = await tx.$count(orden_lineas, eq(orden_lineas.id_orden, order.id))
  await warnOfPayment(tx, jobs, order, payment, { before: order.estado, after: estado, closed, courses })
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
    if (change?.kind === 'moved') await settle(tx, jobs, order, payment, change.back)
    if (change && payment.status === 'approved') await notifyPartialRefund(tx, jobs, order, payment, change)
  })
}
