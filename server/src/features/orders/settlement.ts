import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { enrol, suspend } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'
import type { Gateway, GatewayPayment } from './gateway.ts'
import { isWhole, PAYMENT_RANK, stateOf } from './order-state.ts'
import { orden_lineas, ordenes, pagos } from './orders.tables.ts'

/** Queue of the mail that confirms an order. */
export const ORDER_MAIL = 'correo-orden'

type OrderRow = typeof ordenes.$inferSelect
type PaymentRow = typeof pagos.$inferSelect

/** Keeps the payment as the gateway told it; false when it told nothing newer than what is known. */
async function keepPayment(tx: Db, order: OrderRow, payment: GatewayPayment): Promise<boolean> {
  const [known] = await tx
    .select({ estado: pagos.estado })
    .from(pagos)
    .where(and(eq(pagos.pasarela, order.pasarela), eq(pagos.id_pago, payment.id)))
  const older = known && PAYMENT_RANK[payment.status] < PAYMENT_RANK[known.estado]
  if (older || known?.estado === payment.status) return false
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
  return true
}

async function tellStaff(tx: Db, order: OrderRow, mensaje: string, clave: string): Promise<void> {
  const staff = await tx.execute<{ id: number }>(
    sql`SELECT id FROM usuarios WHERE id_cliente = ${order.id_cliente} AND tipo_cliente = 'Administrador' AND estado = 1`,
  )
  await notify(tx, { evento: 'aviso', tipo: 'Otro', mensaje, clave, usuarios: staff.map((row) => row.id) })
}

async function coursesOf(tx: Db, order: OrderRow): Promise<number[]> {
  const rows = await tx
    .select({ id: orden_lineas.id_curso })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, order.id))
  return rows.map((row) => row.id)
}

/** Access follows the money: paid opens the places, and mails once; no longer paid closes them. */
async function moveAccess(tx: Db, jobs: Jobs, order: OrderRow, paid: boolean): Promise<void> {
  const courses = await coursesOf(tx, order)
  if (!paid) return suspend(tx, order.id_usuario, courses)
  const places = courses.map((id_curso) => ({ id_usuario: order.id_usuario, id_curso, fecha_vencimiento: null }))
  await enrol(tx, places, { renew: true })
  if (order.pagada_en === null) await jobs.send(tx, ORDER_MAIL, { id: order.id })
}

/** What a person must look at: money of another amount, money twice, money that went back. */
async function warn(tx: Db, order: OrderRow, payments: PaymentRow[], payment: GatewayPayment): Promise<void> {
  const whole = payments.filter((row) => row.estado === 'approved' && isWhole(order, row))
  const wrong = payments.some((row) => row.estado === 'approved' && !isWhole(order, row))
  const { numero } = order
  if (wrong)
    await tellStaff(
      tx,
      order,
      `La orden ${numero} recibió un pago de otro monto: revísala.`,
      `orden-monto:${payment.id}`,
    )
  if (whole.length > 1)
    await tellStaff(
      tx,
      order,
      `La orden ${numero} se pagó dos veces: devuelve uno de los pagos.`,
      `orden-doble:${payment.id}`,
    )
  if (PAYMENT_RANK[payment.status] > PAYMENT_RANK.approved)
    await tellStaff(
      tx,
      order,
      `Un pago de la orden ${numero} fue devuelto: revisa su acceso.`,
      `orden-vuelta:${payment.id}`,
    )
}

/** An order that was left for another is not opened again by late words; only money does that. */
const FINAL_WORDS = ['pagada', 'en_revision', 'reembolsada', 'contracargo']

async function settle(tx: Db, jobs: Jobs, order: OrderRow, payment: GatewayPayment): Promise<void> {
  const payments = await tx.select().from(pagos).where(eq(pagos.id_orden, order.id))
  const estado = stateOf(order, payments)
  await warn(tx, order, payments, payment)
  if (estado === order.estado || (order.estado === 'cancelada' && !FINAL_WORDS.includes(estado))) return
  const moneyCame = ['pagada', 'reembolsada', 'contracargo'].includes(estado)
  const pagada_en = moneyCame ? sql`coalesce(${ordenes.pagada_en}, now())` : undefined
  await tx.update(ordenes).set({ estado, pagada_en }).where(eq(ordenes.id, order.id))
  if (estado === 'pagada') await moveAccess(tx, jobs, order, true)
  else if (order.estado === 'pagada') await moveAccess(tx, jobs, order, false)
}

/**
 * Applies what the gateway says of a payment to its order. Webhook, reconciliation and the buyer's button all end here; under the
 * order's lock, repeated and reordered words end in the same state, and a paid order never goes back (contract section 4).
 */
export async function applyPayment(db: Db, jobs: Jobs, gateway: Gateway, payment: GatewayPayment): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(payment.reference)) return
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, payment.reference), eq(ordenes.pasarela, gateway.name)))
      .for('update')
    if (order && (await keepPayment(tx, order, payment))) await settle(tx, jobs, order, payment)
  })
}

/** Asks the gateway for every payment of an order and applies them. */
export async function reconcile(db: Db, jobs: Jobs, gateway: Gateway, numero: string): Promise<void> {
  for (const payment of await gateway.findPayments(numero)) await applyPayment(db, jobs, gateway, payment)
}

const BATCH = 50

/** Reconciles the orders that wait, oldest look first, so that a lost notification heals; ends those of over 30 days. */
export async function reconcileWaiting(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const waiting = inArray(ordenes.estado, ['pendiente', 'en_espera', 'rechazada'])
  await db
    .update(ordenes)
    .set({ estado: 'cancelada' })
    .where(and(waiting, sql`${ordenes.creada_en} < now() - interval '30 days'`))
  const rows = await db.execute<{ numero: string }>(sql`
    UPDATE ordenes SET revisada_en = now() WHERE id IN (
      SELECT id FROM ordenes WHERE estado IN ('pendiente', 'en_espera', 'rechazada') AND pasarela = ${gateway.name}
        AND creada_en < now() - interval '1 minute' ORDER BY revisada_en NULLS FIRST LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING numero`)
  for (const { numero } of rows) await reconcile(db, jobs, gateway, numero)
}
