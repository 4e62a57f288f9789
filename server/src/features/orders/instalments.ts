import { MAX_PLAN_DAYS } from '@campus/contract/instalment-rules'
import type { InstalmentPlan } from '@campus/contract/instalments'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { LIMA_TODAY, lockEnrolments, resume } from '../learning/learning.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { isAllReturned } from './course-access.ts'
import { awardReferral, withdrawReferral } from './earned.ts'
import { soles } from './money.ts'
import { cuotas } from './movements.tables.ts'
import type { ordenes } from './orders.tables.ts'

type OrderRow = typeof ordenes.$inferSelect

const isOwedOf = (order: string): SQL =>
  sql.raw(`(q.pagada_el IS NULL AND q.id_cierre IS NULL AND ${order}.estado = 'pagada')`)

/** Of an instalment `q` whose order `o` is paid: not paid itself, and still owed. */
export const IS_OWED = isOwedOf('o')

/** What is owed of an order, in céntimos. */
export const owedOf = (order: 'o' | 'ordenes'): SQL =>
  sql`(SELECT coalesce(sum(q.centimos), 0) FROM cuotas q WHERE q.id_orden = ${sql.raw(order)}.id AND ${isOwedOf(order)})`

/** The instalments of an order, as `Instalment` of the contract has them. */
export const instalmentsOf = (
  order: 'o' | 'ordenes',
): SQL => sql`(SELECT coalesce(json_agg(json_build_object('numero', q.numero, 'monto', round(q.centimos / 100.0, 2), 'vence', q.vence,
    'pagada_el', q.pagada_el, 'en_camino', EXISTS (SELECT FROM pagos p WHERE p.id_orden = q.id_orden AND p.cuota = q.numero AND p.estado = 'pending'),
    'estado', CASE WHEN q.pagada_el IS NOT NULL THEN 'pagada' WHEN NOT ${isOwedOf(order)} THEN 'cerrada'
      WHEN q.vence < ${LIMA_TODAY} THEN 'vencida' ELSE 'por_pagar' END) ORDER BY q.numero), '[]') FROM cuotas q WHERE q.id_orden = ${sql.raw(order)}.id)`

/** Orders `o` that owe an instalment, or one whose day is over. */
export const owing = (which: 'por_cobrar' | 'vencidas'): SQL => sql`o.id IN (SELECT q.id_orden FROM cuotas q
  WHERE q.pagada_el IS NULL AND q.id_cierre IS NULL ${which === 'vencidas' ? sql`AND q.vence < ${LIMA_TODAY}` : sql``}) AND o.estado = 'pagada'`

/** Writes what was agreed, whose first part is paid on `dia`. Returns that part in céntimos. @throws DATOS_INVALIDOS under `cuotas` */
export async function agreePlan(tx: Db, order: OrderRow, plan: InstalmentPlan, dia: string): Promise<number> {
  const rows = plan.map(({ monto, vence }, at) => {
    return { id_orden: order.id, numero: at + 1, centimos: Math.round(monto * 100), vence: at === 0 ? dia : vence }
  })
  const sum = rows.reduce((total, { centimos }) => total + centimos, 0)
  if (sum !== order.total_centimos)
    throw invalid('cuotas', `Las cuotas suman ${soles(sum)} y la venta es de ${soles(order.total_centimos)}.`)
  if ((rows[1]?.vence ?? '') <= dia) throw invalid('cuotas.1.vence', 'La segunda cuota vence después de la venta.')
  const days = (Date.parse(rows.at(-1)?.vence ?? dia) - Date.parse(dia)) / 86_400_000
  if (days > MAX_PLAN_DAYS)
    throw invalid(`cuotas.${rows.length - 1}.vence`, 'La última cuota vence en dos años como máximo.')
  await tx.insert(cuotas).values(rows)
  return rows[0]?.centimos ?? 0
}

type Next = { numero: number; centimos: number; referencia: string; init_point: string | null; reciente: boolean }

/** The first that is owed of an order that the caller holds. @throws CUOTA_NO_COBRABLE where it is not this one */
export async function requireNext(tx: Db, order: OrderRow, cuota: number): Promise<Next> {
  const [next] = await query<Next>(
    tx,
    sql`SELECT q.numero, q.centimos, q.referencia, q.init_point, coalesce(q.preferencia_en > now() - interval '6 days', false) AS reciente
      FROM cuotas q WHERE q.id_orden = ${order.id} AND q.pagada_el IS NULL AND q.id_cierre IS NULL ORDER BY q.numero LIMIT 1`,
  )
  if (!next || order.estado !== 'pagada')
    throw fail('CUOTA_NO_COBRABLE', { message: 'Esta venta ya no tiene cuotas por cobrar.' })
  if (cuota < next.numero) throw fail('CUOTA_NO_COBRABLE', { message: `La cuota ${cuota} ya está pagada.` })
  if (cuota > next.numero) throw fail('CUOTA_NO_COBRABLE', { message: `Primero se cobra la cuota ${next.numero}.` })
  return next
}

/** Whether a refund ended what was owed of an instalment. */
export const isEnded = async (tx: Db, idOrden: number, cuota: number | null): Promise<boolean> =>
  cuota !== null &&
  (await tx.$count(cuotas, and(eq(cuotas.id_orden, idOrden), eq(cuotas.numero, cuota), isNotNull(cuotas.id_cierre)))) >
    0

type Standing = { cuotas: number; sin_pagar: number; atrasada: boolean }

/** Whether an instalment `q` of an order `o` is overdue beyond its academy's days of grace. */
export const isOverdue = (day: SQL): SQL =>
  sql`(${IS_OWED} AND q.vence + (SELECT b.dias_gracia FROM clientes b WHERE b.id = o.id_cliente) < ${day})`

/**
 * What follows from the money of an order that stays paid: without an overdue instalment its courses are open again, and the
 * points of the referral come with the last one, unless every course was given back. True where a course was opened.
 */
export async function followPlan(tx: Db, order: OrderRow): Promise<boolean> {
  const [plan] = await query<Standing>(
    tx,
    sql`SELECT count(*)::int AS cuotas, (count(*) FILTER (WHERE q.pagada_el IS NULL))::int AS sin_pagar,
        coalesce(bool_or(${isOverdue(LIMA_TODAY)}), false) AS atrasada
      FROM cuotas q JOIN ordenes o ON o.id = q.id_orden WHERE q.id_orden = ${order.id}`,
  )
  if (!plan?.cuotas) return false
  const earned = plan.sin_pagar === 0 && !(await isAllReturned(tx, order))
  await (earned ? awardReferral : withdrawReferral)(tx, order)
  if (plan.atrasada) return false
  const lines = await query<{ id: number }>(
    tx,
    sql`SELECT id_curso AS id FROM orden_lineas WHERE id_orden = ${order.id} AND cerrada_en IS NULL ORDER BY 1`,
  )
  const courses = lines.map(({ id }) => id)
  await lockEnrolments(tx, order.id_usuario, courses)
  return (await resume(tx, order.id_usuario, courses)).length > 0
}

/** An instalment of a paid order was paid: tells its buyer. */
export async function instalmentPaid(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  cuota: number,
  charge: number,
): Promise<void> {
  const reopened = await followPlan(tx, order)
  const [{ centimos = 0 } = {}] = await query<{ centimos: number }>(
    tx,
    sql`SELECT centimos FROM cuotas WHERE id_orden = ${order.id} AND numero = ${cuota}`,
  )
  const tipo = reopened ? 'cuota_reabierta' : 'cuota_pagada'
  await notifyBuyer(tx, jobs, order, { tipo, centimos, cuota, clave: `cuota_pagada:${charge}` })
}
