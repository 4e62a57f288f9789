import type { OrderState } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import type { Gateway, GatewayPayment } from './gateway.ts'
import { ACCEPTED, isWhole, PAYMENT_RANK, stateOf } from './order-state.ts'
import { ordenes, pagos } from './orders.tables.ts'
import { closePlaces, openPlaces } from './places.ts'
import { warnStaff } from './warnings.ts'

type OrderRow = typeof ordenes.$inferSelect

/** A partial refund keeps the payment approved; only its detail says so. */
const PARTLY_REFUNDED = 'partially_refunded'

type Named = Pick<OrderRow, 'numero' | 'estado' | 'id_cliente' | 'id_usuario'>

const concerning = (order: Named) => ({
  sobre: order.id_usuario,
  id_cliente: order.id_cliente,
  objeto: `orden:${order.numero}`,
})

/** Audits the change of orders to another state; `motivo` where a person decided it. */
export async function auditOrders(tx: Db, orders: Named[], estado: OrderState, motivo?: string): Promise<void> {
  const acts = orders.map((order) => ({
    ...concerning(order),
    detalle: { antes: order.estado, estado, ...(motivo !== undefined && { motivo }) },
  }))
  await audit(tx, 'orden_cambiada', ...acts)
}

/** Saves the payment as the gateway reports it: `moved` when its state changed, `noted` when only its detail did. */
async function savePayment(tx: Db, order: OrderRow, payment: GatewayPayment): Promise<'moved' | 'noted' | null> {
  const one = and(eq(pagos.pasarela, order.pasarela), eq(pagos.id_pago, payment.id))
  const [known] = await tx.select({ estado: pagos.estado, detalle: pagos.detalle }).from(pagos).where(one)
  if (known && PAYMENT_RANK[payment.status] < PAYMENT_RANK[known.estado]) return null
  if (known?.estado === payment.status) {
    // A partial refund cannot become whole again, so that notification is old; and the gateway does not know what staff accepted.
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

/** Warns staff of money of another amount, a double payment, a refund or a chargeback; once for each payment. */
async function warn(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
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
  if (!isWhole(order, received))
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

/** States that a cancelled order may still reach: only money reopens it. */
const WITH_MONEY = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

async function settle(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
  const payments = await tx.select().from(pagos).where(eq(pagos.id_orden, order.id))
  const estado = stateOf(order, payments)
  await warn(tx, jobs, order, payment)
  if (estado === order.estado || (order.estado === 'cancelada' && !WITH_MONEY.includes(estado))) return
  await auditOrders(tx, [order], estado)
  if (estado === 'pagada') return openPlaces(tx, jobs, order)
  const moneyCame = ['reembolsada', 'contracargo'].includes(estado)
  const pagada_en = moneyCame ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  // An order under review had its places closed already; when its money goes back its certificates follow.
  if (order.estado === 'pagada' || order.estado === 'en_revision') await closePlaces(tx, order, estado)
}

/**
 * Applies a payment, as read from the gateway, to its order. Webhook, reconciliation and the buyer's button all end here; the order is
 * locked, and repeated or reordered notifications end in the same state (contract section 4).
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
    const change = await savePayment(tx, order, payment)
    if (change === 'moved') await settle(tx, jobs, order, payment)
    if (change && payment.status === 'approved' && payment.detail === PARTLY_REFUNDED)
      await warnStaff(tx, jobs, order, `orden-parte:${payment.id}`, {
        asunto: 'Una devolución parcial',
        mensaje: `Se devolvió una parte del pago de la orden ${order.numero}: sus cursos siguen abiertos, decide cuál cerrar.`,
      })
  })
}
