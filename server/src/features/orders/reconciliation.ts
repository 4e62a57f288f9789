import { ORDER_DAYS } from '@campus/contract/order-rules'
import { eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { eventos_pago } from './gateway.tables.ts'
import type { Gateway } from './gateway.ts'
import { ordenes } from './orders.tables.ts'
import { referencesOf } from './references.ts'
import { askGateway, warnOfSilence } from './refund-asking.ts'
import { applyPayment, auditOrders, clockOf } from './settlement.ts'

const BATCH = 50
/** After this many in a row the gateway is taken to be away. */
const MAX_FAILURES = 10
/** Refunds and chargebacks may come this long after the payment. */
const LOOK_BACK_DAYS = 120

/** Those that were just asked for are still being answered. */
const SENT = sql`d.estado = 'enviada' AND (d.id_pasarela IS NOT NULL OR d.creado_en < now() - interval '5 minutes')`

/**
 * Asks for an order's payments, then for its refunds that have not ended: a payment may tell of one whose answer was lost.
 * `asked`: the database's time before this ({@link clockOf}).
 */
export async function reconcile(db: Db, jobs: Jobs, gateway: Gateway, numero: string, asked: string): Promise<void> {
  for (const reference of await referencesOf(db, numero))
    for (const payment of await gateway.findPayments(reference)) await applyPayment(db, jobs, gateway, payment, asked)
  const sent = await query<{ id: number }>(
    db,
    sql`SELECT d.id FROM devoluciones d JOIN ordenes o ON o.id = d.id_orden
      WHERE o.numero = ${numero} AND ${SENT} ORDER BY d.id LIMIT ${BATCH}`,
  )
  for (const { id } of sent) await askGateway({ db, jobs, gateway }, id)
}

/**
 * Asks the gateway about these orders and stamps each that it answered, so that none is given up unasked. Those that it
 * refuses do not keep the others from being asked: the next time they are the last. @throws the first failure, at the end
 */
async function reconcileEach(db: Db, jobs: Jobs, gateway: Gateway, orders: { numero: string }[]): Promise<void> {
  const failures: unknown[] = []
  let inARow = 0
  for (const { numero } of orders) {
    if (inARow === MAX_FAILURES) break
    await db.update(ordenes).set({ preguntada_en: sql`now()` }).where(eq(ordenes.numero, numero))
    try {
      await reconcile(db, jobs, gateway, numero, await clockOf(db))
      await db.update(ordenes).set({ revisada_en: sql`now()` }).where(eq(ordenes.numero, numero))
      inARow = 0
    } catch (error) {
      failures.push(error)
      inARow += 1
    }
  }
  if (failures.length > 0) throw failures[0]
}

type Ended = Pick<typeof ordenes.$inferSelect, 'numero' | 'estado' | 'id_cliente' | 'id_usuario'>

/** Only orders checked at the gateway within the last hour. */
async function cancelExpired(tx: Db): Promise<void> {
  const ended = await query<Ended>(
    tx,
    sql`UPDATE ordenes o SET estado = 'cancelada' FROM (
      SELECT id, estado FROM ordenes WHERE revisada_en > now() - interval '1 hour'
        AND (estado IN ('pendiente', 'rechazada') AND creada_en < now() - make_interval(days => ${ORDER_DAYS + 1})
          OR estado = 'en_espera' AND creada_en < now() - interval '30 days')
      FOR UPDATE) previous
    WHERE o.id = previous.id RETURNING o.numero, previous.estado, o.id_cliente, o.id_usuario`,
  )
  await auditOrders(tx, ended, 'cancelada')
}

/** A gateway repeats its notices for days, not for a year. */
export async function sweepEvents(db: Db): Promise<void> {
  await db.delete(eventos_pago).where(sql`${eventos_pago.recibido_en} < now() - interval '1 year'`)
}

/** Unpaid orders are cancelled a day after expiry; pending payments, such as cash, have 30 days. */
export async function reconcileUnpaid(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const rows = await query<{ numero: string }>(
    db,
    sql`SELECT numero FROM (
        SELECT o.* FROM ordenes o WHERE o.estado IN ('pendiente', 'en_espera', 'rechazada') AND o.creada_en < now() - interval '1 minute'
        UNION SELECT o.* FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
          WHERE q.preferencia_en > now() - make_interval(days => ${ORDER_DAYS}) AND q.pagada_el IS NULL) o
      WHERE pasarela = ${gateway.name} ORDER BY preguntada_en NULLS FIRST, id LIMIT ${BATCH}`,
  )
  try {
    await reconcileEach(db, jobs, gateway, rows)
  } finally {
    await db.transaction(cancelExpired)
  }
}

/** Nightly: finds refunds, chargebacks and their decisions whose notification was lost, and payments of cancelled orders. */
export async function reconcileSettled(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const rows = await query<{ numero: string }>(
    db,
    sql`SELECT numero FROM ordenes
      WHERE estado IN ('pagada', 'en_revision', 'cancelada', 'contracargo', 'reembolsada') AND pasarela = ${gateway.name}
        AND (creada_en > now() - make_interval(days => ${LOOK_BACK_DAYS})
          OR id IN (SELECT q.id_orden FROM cuotas q WHERE q.preferencia_en > now() - make_interval(days => ${LOOK_BACK_DAYS})))
      ORDER BY preguntada_en NULLS FIRST, id LIMIT ${BATCH * 10}`,
  )
  await reconcileEach(db, jobs, gateway, rows)
}

/** Orders with refunds that the gateway has not ended: some minutes after staff sent them, then every hour. */
export async function reconcileRefunds(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const rows = await query<{ numero: string }>(
    db,
    sql`SELECT o.numero FROM devoluciones d JOIN ordenes o ON o.id = d.id_orden
      WHERE d.estado = 'enviada' AND d.creado_en < now() - interval '5 minutes' AND o.pasarela = ${gateway.name}
        AND coalesce(o.preguntada_en, '-infinity') < greatest(d.creado_en, now() - interval '1 hour')
      GROUP BY o.id ORDER BY o.preguntada_en NULLS FIRST, o.id LIMIT ${BATCH}`,
  )
  try {
    await reconcileEach(db, jobs, gateway, rows)
  } finally {
    await db.transaction((tx) => warnOfSilence(tx, jobs))
  }
}
