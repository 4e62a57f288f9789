import { daysAfter } from '@campus/contract/instalment-rules'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { lockEnrolments, suspend } from '../learning/learning.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { isReturned } from './course-access.ts'
import { IS_OWED, isOverdue } from './instalments.ts'
import { limaDay } from './movements.ts'
import { ordenes } from './orders.tables.ts'

const REMINDER_DAYS = 3
const BATCH = 500

type OrderRow = typeof ordenes.$inferSelect

/** Runs for each order, held, in a transaction of its own. */
async function forEachOrder(db: Db, orders: SQL, act: (tx: Db, order: OrderRow) => Promise<void>): Promise<void> {
  for (let last = 0, more = true; more; ) {
    const page = sql`SELECT x.id FROM (${orders}) x WHERE x.id > ${last}::bigint ORDER BY 1 LIMIT ${BATCH}`
    const rows = await query<{ id: number }>(db, page)
    for (const { id } of rows)
      await db.transaction(async (tx) => {
        const [order] = await tx.select().from(ordenes).where(eq(ordenes.id, id)).for('update')
        if (order) await act(tx, order)
      })
    last = rows.at(-1)?.id ?? last
    more = rows.length === BATCH
  }
}

type Kind = 'cuota_pronto' | 'cuota_hoy'

/** Of an instalment `q`: due from one day to another, and its buyer was not told. */
const toRemind = (
  kind: Kind,
  from: string,
  to: string,
): SQL => sql`${IS_OWED} AND q.vence BETWEEN ${from}::date AND ${to}::date
  AND NOT EXISTS (SELECT FROM orden_avisos a WHERE a.id_orden = q.id_orden AND a.clave = ${kind} || ':' || q.numero)`

async function remind(db: Db, jobs: Jobs, kind: Kind, from: string, to: string): Promise<void> {
  const due = toRemind(kind, from, to)
  const orders = sql`SELECT DISTINCT q.id_orden AS id FROM cuotas q JOIN ordenes o ON o.id = q.id_orden WHERE ${due}`
  await forEachOrder(db, orders, async (tx, order) => {
    const rows = await query<{ numero: number; centimos: number }>(
      tx,
      sql`SELECT q.numero, q.centimos FROM cuotas q JOIN ordenes o ON o.id = q.id_orden WHERE q.id_orden = ${order.id} AND ${due} ORDER BY 1`,
    )
    for (const { numero, centimos } of rows)
      await notifyBuyer(tx, jobs, order, { tipo: kind, centimos, cuota: numero, clave: `${kind}:${numero}` })
  })
}

/** Courses of an order that are open to its buyer by it alone. */
const OPEN = sql`SELECT l.id_curso AS id FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden
    JOIN matriculas m ON m.id_usuario = o.id_usuario AND m.id_curso = l.id_curso AND m.estado = 'activa'
  WHERE l.cerrada_en IS NULL AND NOT EXISTS (SELECT FROM ordenes x JOIN orden_lineas y ON y.id_orden = x.id
    WHERE x.id_usuario = o.id_usuario AND x.id <> o.id AND x.estado = 'pagada' AND y.id_curso = l.id_curso AND NOT ${isReturned(sql.raw('y'))})`

async function suspendOverdue(db: Db, jobs: Jobs, day: string): Promise<void> {
  const overdue = isOverdue(sql`${day}::date`)
  const orders = sql`SELECT DISTINCT q.id_orden AS id FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
    WHERE ${overdue} AND q.vence < ${day}::date AND EXISTS (${OPEN} AND l.id_orden = q.id_orden)`
  await forEachOrder(db, orders, async (tx, order) => {
    const [late] = await query<{ numero: number; centimos: number }>(
      tx,
      sql`SELECT q.numero, q.centimos FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
        WHERE q.id_orden = ${order.id} AND ${overdue} ORDER BY 1 LIMIT 1`,
    )
    if (!late) return
    const lines = await query<{ id: number }>(tx, sql`${OPEN} AND l.id_orden = ${order.id} ORDER BY 1`)
    const courses = lines.map(({ id }) => id)
    await lockEnrolments(tx, order.id_usuario, courses)
    await suspend(tx, order.id_usuario, courses, 'cuotas')
    const { numero, centimos } = late
    await notifyBuyer(tx, jobs, order, {
      ...{ tipo: 'cuota_suspendida', centimos, cuota: numero },
      // Again where a payment that had opened the courses was taken back.
      clave: `cuota_suspendida:${numero}:${day}`,
    })
  })
}

/**
 * Of a day in Lima: tells of instalments three days before and on the day, and suspends the courses of those that are overdue
 * beyond the academy's days of grace. Run again, it does nothing new.
 */
export async function reviewInstalments(db: Db, jobs: Jobs, day = limaDay()): Promise<void> {
  await remind(db, jobs, 'cuota_pronto', daysAfter(day, 1), daysAfter(day, REMINDER_DAYS))
  await remind(db, jobs, 'cuota_hoy', day, day)
  await suspendOverdue(db, jobs, day)
}
