import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { award } from '../awards/awards.ts'
import { enrol, holdPlaces, suspend } from '../learning/learning.ts'
import type { Gateway, GatewayPayment } from './gateway.ts'
import { ACCEPTED, isWhole, PAYMENT_RANK, stateOf } from './order-state.ts'
import { orden_lineas, ordenes, pagos } from './orders.tables.ts'
import { tellBuyer, warnStaff } from './warnings.ts'

/** Queue of the mail that confirms an order. */
export const ORDER_MAIL = 'correo-orden'

type OrderRow = typeof ordenes.$inferSelect

/** A partial refund keeps the payment approved; only its detail says so. */
const PARTLY_REFUNDED = 'partially_refunded'

type Named = Pick<OrderRow, 'numero' | 'estado' | 'id_cliente' | 'id_usuario'>

const concerning = (order: Named) => ({
  sobre: order.id_usuario,
  id_cliente: order.id_cliente,
  objeto: `orden:${order.numero}`,
})

/** Keeps in the trail that orders go from the state that they have to another; `motivo` where a person decided it. */
export async function auditOrders(tx: Db, orders: Named[], estado: OrderState, motivo?: string): Promise<void> {
  const acts = orders.map((order) => ({
    ...concerning(order),
    detalle: { antes: order.estado, estado, ...(motivo !== undefined && { motivo }) },
  }))
  await audit(tx, 'orden_cambiada', ...acts)
}

/** Keeps the payment as the gateway told it: `moved` when its state is another, `noted` when only its detail is. */
async function keepPayment(tx: Db, order: OrderRow, payment: GatewayPayment): Promise<'moved' | 'noted' | null> {
  const one = and(eq(pagos.pasarela, order.pasarela), eq(pagos.id_pago, payment.id))
  const [known] = await tx.select({ estado: pagos.estado, detalle: pagos.detalle }).from(pagos).where(one)
  if (known && PAYMENT_RANK[payment.status] < PAYMENT_RANK[known.estado]) return null
  if (known?.estado === payment.status) {
    // A whole payment cannot follow a part that was given back: the older word comes late.
    // Nor does the gateway know what a person decided here.
    if ([payment.detail, PARTLY_REFUNDED, ACCEPTED].includes(known.detalle)) return null
    await tx.update(pagos).set({ detalle: payment.detail, actualizado_en: sql`now()` }).where(one)
    return 'noted'
  }
  const values = {
    estado: payment.status,
    detalle: payment.detail,
    monto_centimos: payment.amountCentimos,
    moneda: payment.currency,
  }
  await tx
    .insert(pagos)
    .values({ ...values, pasarela: order.pasarela, id_pago: payment.id, id_orden: order.id, real: payment.live })
    .onConflictDoUpdate({ target: [pagos.pasarela, pagos.id_pago], set: { ...values, actualizado_en: sql`now()` } })
  const detalle = {
    orden: order.numero,
    antes: known?.estado ?? null,
    estado: payment.status,
    centimos: payment.amountCentimos,
  }
  await audit(tx, 'pago_cambiado', { ...concerning(order), objeto: `pago:${payment.id}`, detalle })
  return 'moved'
}

async function coursesOf(tx: Db, order: OrderRow): Promise<number[]> {
  const rows = await tx
    .select({ id: orden_lineas.id_curso })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, order.id))
    // Places are held in one order everywhere.
    .orderBy(orden_lineas.id_curso)
  return rows.map((row) => row.id)
}

/** The order's courses that another paid order of the same buyer holds too. */
async function paidElsewhere(tx: Db, order: OrderRow): Promise<{ id_curso: number; numero: string }[]> {
  return tx.execute<{ id_curso: number; numero: string }>(sql`
    SELECT l.id_curso, o.numero FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden AND o.id <> ${order.id}
    WHERE o.id_usuario = ${order.id_usuario} AND o.estado = 'pagada'
      AND l.id_curso IN (SELECT m.id_curso FROM orden_lineas m WHERE m.id_orden = ${order.id})`)
}

/** Who invited the buyer earns points, once per order; a free order was paid by nobody and earns none (decision 0012). */
async function rewardReferrer(tx: Db, order: OrderRow): Promise<void> {
  if (order.id_referido === null || order.total_centimos === 0) return
  const rows = await tx.execute<{ id_usuario: number; codigo: string }>(
    sql`SELECT id_usuario, codigo FROM referidos WHERE id = ${order.id_referido}`,
  )
  const deeds = rows.map((row) => ({
    usuario: row.id_usuario,
    motivo: 'referido' as const,
    clave: order.numero,
    detalle: row.codigo,
  }))
  await award(tx, ...deeds)
}

/**
 * A paid order opens its places, in the caller's transaction: enrolled, told, mailed and the referrer rewarded, the last two
 * only the first time (contract section 4).
 */
export async function openPlaces(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  await tx
    .update(ordenes)
    .set({ estado: 'pagada', pagada_en: sql`coalesce(${ordenes.pagada_en}, now())` })
    .where(eq(ordenes.id, order.id))
  const courses = await coursesOf(tx, order)
  const places = courses.map((id_curso) => ({ id_usuario: order.id_usuario, id_curso, fecha_vencimiento: null }))
  await enrol(tx, places, { renew: true })
  if (order.pagada_en !== null) return
  await jobs.send(tx, ORDER_MAIL, { id: order.id })
  await rewardReferrer(tx, order)
  const [twice] = await paidElsewhere(tx, order)
  if (twice)
    await warnStaff(tx, jobs, order, `orden-repetida:${order.numero}`, {
      asunto: 'Una compra repetida',
      mensaje: `La orden ${order.numero} pagó cursos que la orden ${twice.numero} ya tenía pagados: devuelve uno de los pagos.`,
    })
}

/** An order that is paid no more closes its places, but for what another paid order holds; the buyer is told why. */
async function closePlaces(tx: Db, order: OrderRow, estado: OrderRow['estado']): Promise<void> {
  const courses = await coursesOf(tx, order)
  // An order that pays them, or is given back too, at this very moment: it is done before we look, or waits for us.
  await holdPlaces(tx, order.id_usuario, courses)
  const kept = new Set((await paidElsewhere(tx, order)).map((row) => row.id_curso))
  const closed = courses.filter((id) => !kept.has(id))
  if (closed.length > 0) await suspend(tx, order.id_usuario, closed)
  await tellBuyer(tx, order, estado)
}

/** What a person must look at: money of another amount, money twice, money that went back. Each payment tells of it once. */
async function warn(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
  const { numero } = order
  const told = { estado: payment.status, monto_centimos: payment.amountCentimos, moneda: payment.currency }
  if (PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved)
    return warnStaff(tx, jobs, order, `orden-vuelta:${payment.id}:${payment.status}`, {
      asunto: payment.status === 'refunded' ? 'Una devolución' : 'Un contracargo',
      mensaje:
        payment.status === 'refunded'
          ? `Se devolvió un pago de la orden ${numero}: revisa el acceso a sus cursos.`
          : `El banco retiró un pago de la orden ${numero} (contracargo): revisa el acceso a sus cursos.`,
    })
  if (payment.status !== 'approved') return
  if (!isWhole(order, told))
    return warnStaff(tx, jobs, order, `orden-monto:${payment.id}`, {
      asunto: 'Un pago de otro monto',
      mensaje: `La orden ${numero} recibió un pago que no es de su monto: revísala.`,
    })
  const whole = await tx.$count(
    pagos,
    and(
      eq(pagos.id_orden, order.id),
      eq(pagos.estado, 'approved'),
      eq(pagos.monto_centimos, order.total_centimos),
      eq(pagos.moneda, order.moneda),
    ),
  )
  if (whole > 1)
    await warnStaff(tx, jobs, order, `orden-doble:${payment.id}`, {
      asunto: 'Un pago repetido',
      mensaje: `La orden ${numero} se pagó dos veces: devuelve uno de los pagos.`,
    })
}

/** An order that was left for another is not opened again by late words; only money does that. */
const FINAL_WORDS = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

async function settle(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
  const payments = await tx.select().from(pagos).where(eq(pagos.id_orden, order.id))
  const estado = stateOf(order, payments)
  await warn(tx, jobs, order, payment)
  if (estado === order.estado || (order.estado === 'cancelada' && !FINAL_WORDS.includes(estado))) return
  await auditOrders(tx, [order], estado)
  if (estado === 'pagada') return openPlaces(tx, jobs, order)
  const moneyCame = ['reembolsada', 'contracargo'].includes(estado)
  const pagada_en = moneyCame ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  if (order.estado === 'pagada') await closePlaces(tx, order, estado)
}

/**
 * Applies what the gateway says of a payment to its order. Webhook, reconciliation and the buyer's button all end here; under the
 * order's lock, repeated and reordered words end in the same state, and a paid order never goes back (contract section 4).
 * Test payments of a gateway of real money buy nothing.
 */
export async function applyPayment(db: Db, jobs: Jobs, gateway: Gateway, payment: GatewayPayment): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(payment.reference) || (gateway.live && !payment.live)) return
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, payment.reference), eq(ordenes.pasarela, gateway.name)))
      .for('update')
    if (!order) return
    const kept = await keepPayment(tx, order, payment)
    if (kept === 'moved') await settle(tx, jobs, order, payment)
    if (kept && payment.status === 'approved' && payment.detail === PARTLY_REFUNDED)
      await warnStaff(tx, jobs, order, `orden-parte:${payment.id}`, {
        asunto: 'Una devolución parcial',
        mensaje: `Se devolvió una parte del pago de la orden ${order.numero}: sus cursos siguen abiertos, decide cuál cerrar.`,
      })
  })
}
