import { type OrderState, shortNumber } from '@campus/contract/order-rules'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { spendUse } from '../coupons/coupons.ts'
import { enrol, lockEnrolments, suspend } from '../learning/learning.ts'
import { notifyBuyer, sendOrderMail } from './buyer-notices.ts'
import { awardReferral, isRefunded, restoreEarned, revokeEarned, withdrawEarned } from './earned.ts'
import { cuotas } from './movements.tables.ts'
import { orden_devoluciones, orden_lineas, ordenes } from './orders.tables.ts'
import { tellOwners } from './sale-mails.ts'
import { WARNINGS, warnStaff } from './staff-notices.ts'

type OrderRow = typeof ordenes.$inferSelect

/** Whether a refund closed the course of an order's line. */
export const isReturned = (line: SQL) => sql`${line}.cerrada_en IS NOT NULL`

/** Of a line `l`: this movement closed it, and no later one after the course was paid again. */
export const isClosedBy = (refund: SQL) => sql`(EXISTS (SELECT FROM devoluciones v WHERE v.id_movimiento = ${refund}
    AND v.cierra @> to_jsonb(l.id_curso))
  AND ${refund} = (SELECT max(x.id) FROM movimientos x WHERE x.id_orden = l.id_orden AND x.creado_en <= l.cerrada_en))`

/** The lines of an order whose money did not go back. */
const heldLines = (tx: Db, order: OrderRow) =>
  tx
    .select({ id: orden_lineas.id_curso, centimos: orden_lineas.precio_centimos, grupo: orden_lineas.id_grupo })
    .from(orden_lineas)
    .where(and(eq(orden_lineas.id_orden, order.id), isNull(orden_lineas.cerrada_en)))
    // Enrolments are always locked in this order.
    .orderBy(orden_lineas.id_curso)

const coursesOf = async (tx: Db, order: OrderRow): Promise<number[]> =>
  (await heldLines(tx, order)).map((row) => row.id)

/** Whether something of an order's line is left, or it never took any; a courtesy stands by itself. */
export const standsOf = (line: SQL) => sql`(coalesce((SELECT sum(part.centimos) FROM movimiento_lineas part
    WHERE part.id_orden = ${line}.id_orden AND part.id_curso = ${line}.id_curso), 1) > 0
  OR EXISTS (SELECT FROM movimientos gift WHERE gift.id_orden = ${line}.id_orden AND gift.tipo = 'cobro' AND gift.centimos = 0
    AND gift.anulado_en IS NULL))`

/** Courses of the order that another order of the buyer holds open, with its money or as staff left them; `stands`: it was kept. */
const heldElsewhere = (tx: Db, order: OrderRow) =>
  query<{ id_curso: number; numero: string; stands: boolean }>(
    tx,
    sql`SELECT l.id_curso, o.numero, ${standsOf(sql.raw('l'))} AS stands
      FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden AND o.id <> ${order.id}
      WHERE o.id_usuario = ${order.id_usuario} AND o.estado = 'pagada' AND NOT ${isReturned(sql.raw('l'))}
        AND l.id_curso IN (SELECT m.id_curso FROM orden_lineas m WHERE m.id_orden = ${order.id})`,
  )

/** What is left of the order's money for these of its courses, in céntimos. */
async function paidFor(tx: Db, order: OrderRow, courses: number[]): Promise<number> {
  const [row] = await query<{ centimos: number }>(
    tx,
    sql`SELECT coalesce(sum(l.centimos), 0)::int AS centimos FROM movimiento_lineas l
      WHERE l.id_orden = ${order.id} AND l.id_curso = ANY (${sql.param(courses)}::bigint[])`,
  )
  return row?.centimos ?? 0
}

/** The order's own notice remembers what is to be paid back (docs/product/shop.md 6.10). */
async function warnOfRepeat(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  const repeated = (await heldElsewhere(tx, order)).filter(({ stands }) => stands)
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

/** A refund closed the courses of these lines, by default of all. */
export async function closeLines(tx: Db, order: Pick<OrderRow, 'id'>, courses?: number[]): Promise<void> {
  const chosen = courses && isAnyOf(orden_lineas.id_curso, courses)
  await tx
    .update(orden_lineas)
    .set({ cerrada_en: sql`clock_timestamp()` })
    .where(and(eq(orden_lineas.id_orden, order.id), isNull(orden_lineas.cerrada_en), chosen))
}

/** Of a movement `c`: what came in and did not go back. */
export const isStanding = (c: SQL) => sql`(${c}.tipo = 'cobro' AND ${c}.anulado_en IS NULL AND (${c}.centimos = 0
  OR ${c}.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = ${c}.id), 0) > 0))`

/** A payment opens what had been closed before it; what staff close of an order that stays paid stays closed. */
async function forgetReturns(tx: Db, order: OrderRow): Promise<void> {
  const opened = await query<{ id: number }>(
    tx,
    sql`UPDATE orden_lineas l SET cerrada_en = NULL WHERE l.id_orden = ${order.id} AND l.cerrada_en < (
        SELECT max(c.creado_en) FROM movimientos c WHERE c.id_orden = l.id_orden AND ${isStanding(sql.raw('c'))})
      RETURNING l.id_curso AS id`,
  )
  const ids = opened.map(({ id }) => id)
  const returned = and(eq(orden_devoluciones.id_orden, order.id), eq(orden_devoluciones.resultado, 'devuelta'))
  const over = or(isNull(orden_devoluciones.id_personal), isAnyOf(orden_devoluciones.id_curso, ids))
  await tx.delete(orden_devoluciones).where(and(returned, over))
}

const owesInstalments = async (tx: Db, { id }: OrderRow): Promise<boolean> =>
  (await tx.$count(cuotas, and(eq(cuotas.id_orden, id), isNull(cuotas.pagada_el)))) > 0

/** The group for which each course was bought; staff may have moved the buyer to another since it was paid. */
async function groupsOf(tx: Db, order: OrderRow): Promise<Map<number, number>> {
  const lines = await heldLines(tx, order)
  return new Map(lines.flatMap(({ id, grupo }) => (grupo === null ? [] : [[id, grupo]])))
}

/** Enrols the buyer in courses of a paid order, with what they had earned there. */
export async function enterCourses(tx: Db, order: OrderRow, courses: number[]): Promise<void> {
  const before = await lockEnrolments(tx, order.id_usuario, courses)
  // What staff suspended since it was paid stays so.
  const kept = new Set(before.flatMap(({ id_curso, por }) => (order.pagada_en && por === 'personal' ? [id_curso] : [])))
  // The order's own mail welcomes the buyer to all of its courses.
  const opening = courses.filter((id) => !kept.has(id))
  const groups = order.pagada_en === null ? await groupsOf(tx, order) : new Map<number, number>()
  const enrolments = opening.map((id_curso) => {
    return { id_usuario: order.id_usuario, id_curso, fecha_vencimiento: null, id_grupo: groups.get(id_curso) ?? null }
  })
  await enrol(tx, enrolments, { bought: true, renew: true, silent: true })
  const closed = before.filter(({ estado, id_curso }) => estado === 'suspendida' && !kept.has(id_curso))
  await restoreEarned(
    tx,
    order,
    closed.map(({ id_curso }) => id_curso),
  )
  if (!(await owesInstalments(tx, order))) await awardReferral(tx, order)
}

/** Opens the courses of a paid order, or restores what a refund withdrew (docs/product/shop.md 5.7). */
export async function openCourses(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  if (order.pagada_en === null) await spendUse(tx, order.id)
  await tx
    .update(ordenes)
    .set({ estado: 'pagada', pagada_en: sql`coalesce(${ordenes.pagada_en}, clock_timestamp())` })
    .where(eq(ordenes.id, order.id))
  // Only what was paid can have been given back.
  if (order.pagada_en !== null) await forgetReturns(tx, order)
  await enterCourses(tx, order, await coursesOf(tx, order))
  if (order.pagada_en !== null) return
  await sendOrderMail(tx, jobs, order)
  await tellOwners(tx, jobs, order)
  await warnOfRepeat(tx, jobs, order)
}

/** Of these courses of the order; what another order of the buyer holds open stays so. */
async function closeUnpaid(tx: Db, order: OrderRow, courses: number[], estado: OrderState, referral: boolean) {
  // Waits for concurrent orders of the same courses, to see their final state.
  await lockEnrolments(tx, order.id_usuario, courses)
  const held = new Set((await heldElsewhere(tx, order)).map((row) => row.id_curso))
  const closed = courses.filter((id) => !held.has(id))
  if (order.estado === 'pagada') {
    await suspend(tx, order.id_usuario, closed, 'pasarela')
    await withdrawEarned(tx, order, closed, referral)
  }
  if (order.pagada_en !== null && isRefunded(estado)) await revokeEarned(tx, order, closed, estado)
  return closed
}

/** Closes and returns the courses of an unpaid order, except those that another order holds open. */
export async function closeCourses(tx: Db, order: OrderRow, estado: OrderState): Promise<number[]> {
  return closeUnpaid(tx, order, await coursesOf(tx, order), estado, true)
}

/** Opens again what this refund of the order closed. Returns the courses. */
export async function reopenLines(tx: Db, order: OrderRow, refund: number): Promise<number[]> {
  const lines = await query<{ id: number }>(
    tx,
    sql`UPDATE orden_lineas l SET cerrada_en = NULL WHERE l.id_orden = ${order.id} AND ${isClosedBy(sql`${refund}::bigint`)}
      RETURNING l.id_curso AS id`,
  )
  return lines.map(({ id }) => id).sort((a, b) => a - b)
}

/** Whether staff paid back every course of the order that cost something. */
export const isAllReturned = async (tx: Db, order: OrderRow): Promise<boolean> =>
  (await heldLines(tx, order)).every(({ centimos }) => centimos === 0)

/** Closes courses that staff paid back; their lines already say so (docs/product/shop.md 7.8). */
export async function returnCourses(tx: Db, order: OrderRow, courses: number[]): Promise<void> {
  if (courses.length === 0) return
  const sorted = courses.toSorted((a, b) => a - b)
  await closeUnpaid(tx, order, sorted, 'reembolsada', await isAllReturned(tx, order))
}
