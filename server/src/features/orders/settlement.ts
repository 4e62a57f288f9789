import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { tellBuyer } from './buyer-notices.ts'
import type { Gateway, GatewayPayment, PaymentStatus } from './gateway.ts'
import { soles } from './money.ts'
import { ACCEPTED, PARTLY_REFUNDED, PAYMENT_RANK, paysInFull, stateOf } from './order-state.ts'
import { ordenes, pagos } from './orders.tables.ts'
import { closeCourses, openCourses } from './places.ts'
import { warnStaff } from './warnings.ts'

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

/** Paid back of a payment in all; the gateway's older answers know of less. */
function paidBack({ status, amountCentimos, refundedCentimos = 0 }: GatewayPayment, before: number): number {
  const refunded = status === 'refunded' ? amountCentimos : Math.max(before, refundedCentimos)
  return Math.max(0, Math.min(amountCentimos, refunded))
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
  const before = storedBack(stored)
  const devuelto_centimos = paidBack(payment, before)
  const back = devuelto_centimos - before
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
async function warnOfPayment(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
  const { numero } = order
  const received = { estado: payment.status, monto_centimos: payment.amountCentimos, moneda: payment.currency }
  if (PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved)
    return warnStaff(tx, jobs, order, `orden-vuelta:${payment.id}:${payment.status}`, {
      asunto: payment.status === 'refunded' ? 'Una devolución' : 'Un contracargo',
      mensaje:
        payment.status === 'refunded'
          ? `Se devolvió un pago de la orden ${numero}: revisa el acceso a sus cursos.`
          : `El banco retiró un pago de la orden ${numero} (contracargo): revisa el acceso a sus cursos.`,
    })
  if (payment.status !== 'approved') return
  if (!paysInFull(order, received))
    return warnStaff(tx, jobs, order, `orden-monto:${payment.id}`, {
      asunto: 'Un pago de otro monto',
      mensaje: `La orden ${numero} recibió un pago que no es de su monto: revísala.`,
      ruta: `/gestion/ordenes/${numero}`,
    })
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
  await warnStaff(tx, jobs, order, `orden-doble:${payment.id}`, {
    asunto: 'Un pago repetido',
    mensaje: `La orden ${numero} se pagó dos veces: devuelve uno de los pagos.`,
  })
  await tellBuyer(tx, jobs, order, { tipo: 'cobro_doble', clave: `cobro_doble:${payment.id}` })
}

/** Only money reopens a cancelled order. */
const WITH_MONEY = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

/** Returns what to tell: where another order holds every course, a refund is only money that came back. */
async function closeOrder(tx: Db, order: OrderRow, estado: Exclude<OrderState, 'pagada'>) {
  // Courses under review are already closed; a refund also revokes their certificates.
  if (order.estado !== 'pagada' && order.estado !== 'en_revision') return estado
  const closed = await closeCourses(tx, order, estado)
  return estado === 'reembolsada' && closed.length === 0 ? 'cobro_devuelto' : estado
}

async function settle(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment, back: number): Promise<void> {
  // Distinct: a card that is refused again and again leaves a payment each time.
  const { estado: state, monto_centimos, moneda, detalle } = pagos
  const payments = await tx
    .selectDistinct({ estado: state, monto_centimos, moneda, detalle })
    .from(pagos)
    .where(eq(pagos.id_orden, order.id))
  const estado = stateOf(order, payments)
  await warnOfPayment(tx, jobs, order, payment)
  if (estado === 'pagada' && payment.status === 'refunded' && back > 0)
    await tellBuyer(tx, jobs, order, {
      tipo: 'cobro_devuelto',
      centimos: back,
      clave: `cobro_devuelto:${payment.id}`,
    })
  if (estado === order.estado || (order.estado === 'cancelada' && !WITH_MONEY.includes(estado))) return
  await auditOrders(tx, [order], estado)
  if (estado === 'pagada') return openCourses(tx, jobs, order)
  const refunded = ['reembolsada', 'contracargo'].includes(estado)
  const pagada_en = refunded ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  const tipo = await closeOrder(tx, order, estado)
  // What came back of it before was told then.
  const known = payment.status === 'refunded' && payment.currency === order.moneda && back > 0
  if (tipo !== 'pendiente' && tipo !== 'cancelada')
    await tellBuyer(tx, jobs, order, { tipo, ...(known && { centimos: back }) })
}

/** Once per amount that came back; a gateway that tells none has only its word for it. */
async function tellPartialRefund(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment, change: Change) {
  const { back, devuelto } = change
  if (back <= 0 && payment.detail !== PARTLY_REFUNDED) return
  const known = back > 0 && payment.currency === order.moneda
  const total = known ? `:${devuelto}` : ''
  await warnStaff(tx, jobs, order, `orden-parte:${payment.id}${total}`, {
    asunto: 'Una devolución parcial',
    mensaje: `${known ? `Se devolvieron ${soles(back)}, una parte del pago` : 'Se devolvió una parte del pago'} de la orden ${order.numero}: sus cursos siguen abiertos, decide cuál cerrar.`,
  })
  if (!known) return
  const clave = `devolucion_parcial:${payment.id}${total}`
  await tellBuyer(tx, jobs, order, { tipo: 'devolucion_parcial', centimos: back, clave })
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
    if (change && payment.status === 'approved') await tellPartialRefund(tx, jobs, order, payment, change)
  })
}
