import { ORDER_DAYS } from '@campus/contract/order-rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Gateway } from './gateway.ts'
import type { ordenes } from './orders.tables.ts'
import { applyPayment, auditOrders } from './settlement.ts'

const BATCH = 50
/** Refunds and chargebacks may come this long after the payment. */
const LOOK_BACK_DAYS = 120

export async function reconcile(db: Db, jobs: Jobs, gateway: Gateway, numero: string): Promise<void> {
  for (const payment of await gateway.findPayments(numero)) await applyPayment(db, jobs, gateway, payment)
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

/** Unpaid orders are cancelled a day after expiry; pending payments, such as cash, have 30 days. */
export async function reconcileUnpaid(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const rows = await query<{ numero: string }>(
    db,
    sql`UPDATE ordenes SET revisada_en = now() WHERE id IN (
      SELECT id FROM ordenes WHERE estado IN ('pendiente', 'en_espera', 'rechazada') AND pasarela = ${gateway.name}
        AND creada_en < now() - interval '1 minute' ORDER BY revisada_en NULLS FIRST LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING numero`,
  )
  for (const { numero } of rows) await reconcile(db, jobs, gateway, numero)
  await db.transaction(cancelExpired)
}

/** Nightly: finds refunds and chargebacks whose notification was lost, and payments of cancelled orders. */
export async function reconcileSettled(db: Db, jobs: Jobs, gateway: Gateway): Promise<void> {
  const rows = await query<{ numero: string }>(
    db,
    sql`UPDATE ordenes SET revisada_en = now() WHERE id IN (
      SELECT id FROM ordenes WHERE estado IN ('pagada', 'en_revision', 'cancelada') AND pasarela = ${gateway.name}
        AND creada_en > now() - make_interval(days => ${LOOK_BACK_DAYS})
      ORDER BY revisada_en NULLS FIRST LIMIT ${BATCH * 10} FOR UPDATE SKIP LOCKED)
    RETURNING numero`,
  )
  for (const { numero } of rows) await reconcile(db, jobs, gateway, numero)
}
