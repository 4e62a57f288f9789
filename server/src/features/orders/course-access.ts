import { type OrderState, shortNumber } from '@campus/contract/order-rules'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { enrol, lockEnrolments, suspend } from '../learning/learning.ts'
import { notifyBuyer, sendOrderMail } from './buyer-notices.ts'
import { isRefunded, restoreEarned, revokeEarned, withdrawEarned } from './earned.ts'
import { orden_devoluciones, orden_lineas, ordenes } from './orders.tables.ts'
import { withDiscount } from './prices.ts'
import { WARNINGS, warnStaff } from './staff-notices.ts'

type OrderRow = typeof ordenes.$inferSelect

/** Whether the money of an order's line went back while the rest of the order stayed paid. */
export const isReturned = (line: SQL) => sql`EXISTS (SELECT FROM orden_devoluciones d
  WHERE d.id_orden = ${line}.id_orden AND d.id_curso = ${line}.id_curso AND d.resultado = 'devuelta')`

/** The lines of an order whose money did not go back. */
const heldLines = (tx: Db, order: OrderRow) =>
  tx
    .select({ id: orden_lineas.id_curso, centimos: orden_lineas.precio_centimos })
    .from(orden_lineas)
    .where(and(eq(orden_lineas.id_orden, order.id), sql`NOT ${isReturned(sql.raw('orden_lineas'))}`))
    // Enrolments are always locked in this order.
    .orderBy(orden_lineas.id_curso)

const coursesOf = async (tx: Db, order: OrderRow): Promise<number[]> =>
  (await heldLines(tx, order)).map((row) => row.id)

/** Courses of the order that another paid order of the buyer also covers. */
const paidElsewhere = (tx: Db, order: OrderRow) =>
  query<{ id_curso: number; numero: string }>(
    tx,
    sql`SELECT l.id_curso, o.numero FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden AND o.id <> ${order.id}
      WHERE o.id_usuario = ${order.id_usuario} AND o.estado = 'pagada' AND NOT ${isReturned(sql.raw('l'))}
        AND l.id_curso IN (SELECT m.id_curso FROM orden_lineas m WHERE m.id_orden = ${order.id})`,
  )

/** What the order took for these of its courses, in céntimos. */
async function paidFor(tx: Db, order: OrderRow, courses: number[]): Promise<number> {
  const lines = await tx
    .select({ id_curso: orden_lineas.id_curso, precio_centimos: orden_lineas.precio_centimos })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, order.id))
    // As the checkout spread the discount.
    .orderBy(orden_lineas.id_curso)
  const net = withDiscount(
    lines.map((line) => line.precio_centimos),
    order.descuento_centimos,
  )
  return lines.reduce((sum, { id_curso }, at) => sum + (courses.includes(id_curso) ? (net[at] ?? 0) : 0), 0)
}

/** The order's own notice remembers what is to be paid back (docs/product/shop.md 6.10). */
async function warnOfRepeat(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  const repeated = await paidElsewhere(tx, order)
  const [other] = repeated
  if (!other) return
  const centimos = await paidFor(
    tx,
    order,
    repeated.map(({ id_curso }) => id_curso),
  )
  if (centimos === 0) return
  const warning = WARNINGS.repeat(centimos, shortNumber(other.numero))
  await warnStaff(tx, jobs, order, `orden-repetida:${order.numero}`, warning)
  await notifyBuyer(tx, jobs, order, { tipo: 'compra_repetida', centimos })
}

/** Paid again, what was paid back is not; what staff paid back of an order that stayed paid is. */
async function forgetReturns(tx: Db, order: OrderRow): Promise<void> {
  const returned = and(eq(orden_devoluciones.id_orden, order.id), eq(orden_devoluciones.resultado, 'devuelta'))
  const byGateway = order.estado === 'reembolsada' ? undefined : isNull(orden_devoluciones.id_personal)
  if (!byGateway) await tx.update(ordenes).set({ saldo_devuelto: 0 }).where(eq(ordenes.id, order.id))
  await tx.delete(orden_devoluciones).where(and(returned, byGateway))
}

/** Opens the courses of a paid order, or restores what a refund withdrew (docs/product/shop.md 5.7). */
export async function openCourses(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  await tx
    .update(ordenes)
    .set({ estado: 'pagada', pagada_en: sql`coalesce(${ordenes.pagada_en}, now())` })
    .where(eq(ordenes.id, order.id))
  // Only what was paid can have been given back.
  if (order.pagada_en !== null) await forgetReturns(tx, order)
  const courses = await coursesOf(tx, order)
  const before = await lockEnrolments(tx, order.id_usuario, courses)
  // The order's own mail welcomes the buyer to all of its courses.
  const enrolments = courses.map((id_curso) => ({ id_usuario: order.id_usuario, id_curso, fecha_vencimiento: null }))
  await enrol(tx, enrolments, { bought: true, renew: true, silent: true })
  const reopened = before.filter(({ estado }) => estado === 'suspendida').map(({ id_curso }) => id_curso)
  await restoreEarned(tx, order, reopened)
  if (order.pagada_en !== null) return
  await sendOrderMail(tx, jobs, order)
  await warnOfRepeat(tx, jobs, order)
}

/** Of these courses of the order; what another paid order of the buyer covers stays open. */
async function closeUnpaid(tx: Db, order: OrderRow, courses: number[], estado: OrderState, referral: boolean) {
  // Waits for concurrent orders of the same courses, to see their final state.
  await lockEnrolments(tx, order.id_usuario, courses)
  const stillPaid = new Set((await paidElsewhere(tx, order)).map((row) => row.id_curso))
  const closed = courses.filter((id) => !stillPaid.has(id))
  if (order.estado === 'pagada') {
    await suspend(tx, order.id_usuario, closed)
    await withdrawEarned(tx, order, closed, referral)
  }
  if (order.pagada_en !== null && isRefunded(estado)) await revokeEarned(tx, order, closed, estado)
  return closed
}

/** Closes and returns the courses of an unpaid order, except those of another paid order. */
export async function closeCourses(tx: Db, order: OrderRow, estado: OrderState): Promise<number[]> {
  return closeUnpaid(tx, order, await coursesOf(tx, order), estado, true)
}

/** Whether staff paid back every course of the order that cost something. */
export const isAllReturned = async (tx: Db, order: OrderRow): Promise<boolean> =>
  (await heldLines(tx, order)).every(({ centimos }) => centimos === 0)

/** Closes courses that staff paid back, of an order that stays paid; their rows already say so (docs/product/shop.md 7.8). */
export async function returnCourses(tx: Db, order: OrderRow, courses: number[]): Promise<void> {
  const sorted = courses.toSorted((a, b) => a - b)
  await closeUnpaid(tx, order, sorted, 'reembolsada', await isAllReturned(tx, order))
}
