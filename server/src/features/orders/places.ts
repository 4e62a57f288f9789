import type { OrderState } from '@campus/contract/order-rules'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { enrol, holdPlaces, suspend } from '../learning/learning.ts'
import { giveEarned, isGivenBack, revokeEarned, withdrawEarned } from './earned.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { tellBuyer, warnStaff } from './warnings.ts'

/** Queue of the mail that confirms an order. */
export const ORDER_MAIL = 'correo-orden'

type OrderRow = typeof ordenes.$inferSelect

async function coursesOf(tx: Db, order: OrderRow): Promise<number[]> {
  const rows = await tx
    .select({ id: orden_lineas.id_curso })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, order.id))
    // Places are locked in one order everywhere.
    .orderBy(orden_lineas.id_curso)
  return rows.map((row) => row.id)
}

/** The order's courses that another paid order of the same buyer holds too. */
const paidElsewhere = (tx: Db, order: OrderRow) =>
  query<{ id_curso: number; numero: string }>(
    tx,
    sql`SELECT l.id_curso, o.numero FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden AND o.id <> ${order.id}
      WHERE o.id_usuario = ${order.id_usuario} AND o.estado = 'pagada'
        AND l.id_curso IN (SELECT m.id_curso FROM orden_lineas m WHERE m.id_orden = ${order.id})`,
  )

async function warnOfSecond(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  const [other] = await paidElsewhere(tx, order)
  if (!other) return
  await warnStaff(tx, jobs, order, `orden-repetida:${order.numero}`, {
    asunto: 'Una compra repetida',
    mensaje: `La orden ${order.numero} pagó cursos que la orden ${other.numero} ya tenía pagados: devuelve uno de los pagos.`,
  })
}

/**
 * A paid order opens its places, in the caller's transaction: enrolled, notified, mailed the first time, the referrer rewarded,
 * and what a refund took from the buyer given back (contract section 4).
 */
export async function openPlaces(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  await tx
    .update(ordenes)
    .set({ estado: 'pagada', pagada_en: sql`coalesce(${ordenes.pagada_en}, now())` })
    .where(eq(ordenes.id, order.id))
  const courses = await coursesOf(tx, order)
  const held = await holdPlaces(tx, order.id_usuario, courses)
  const places = courses.map((id_curso) => ({ id_usuario: order.id_usuario, id_curso, fecha_vencimiento: null }))
  await enrol(tx, places, { renew: true })
  const reopened = held.filter(({ estado }) => estado === 'suspendida').map(({ id_curso }) => id_curso)
  await giveEarned(tx, order, reopened)
  if (order.pagada_en !== null) return
  await jobs.send(tx, ORDER_MAIL, { id: order.id })
  await warnOfSecond(tx, jobs, order)
}

/**
 * An order that is no longer paid closes its places, except those that another paid order holds; the points that it brought are
 * taken back, its certificates revoked when the money went back, and the buyer is notified why.
 */
export async function closePlaces(tx: Db, order: OrderRow, estado: OrderState): Promise<void> {
  const courses = await coursesOf(tx, order)
  // Waits for another order of the same courses that is paid or given back at this moment, and then sees its state.
  await holdPlaces(tx, order.id_usuario, courses)
  const kept = new Set((await paidElsewhere(tx, order)).map((row) => row.id_curso))
  const closed = courses.filter((id) => !kept.has(id))
  if (order.estado === 'pagada') {
    await suspend(tx, order.id_usuario, closed)
    await withdrawEarned(tx, order, closed)
  }
  if (order.pagada_en !== null && isGivenBack(estado)) await revokeEarned(tx, order, closed, estado)
  if (order.estado === 'pagada') await tellBuyer(tx, order, estado)
}
