import { createHmac, randomUUID } from 'node:crypto'
import { CURRENCY } from '@campus/contract/order-rules'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { isSameSecret, secretOf } from '../../platform/files/signing.ts'
import type { Gateway, GatewayPayment, PaymentStatus, Signed } from './gateway.ts'
import { PARTLY_REFUNDED } from './order-state.ts'
import { ordenes, pagos_de_prueba } from './orders.tables.ts'

/** Signature in the format of MercadoPago. */
export function signNotification(
  secret: string,
  { requestId, dataId }: { requestId: string; dataId: string },
  ts: string,
): string {
  const manifest = `id:${dataId};request-id:${requestId};ts:${ts};`
  return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`
}

/** Shared by all processes. */
export const sandboxSecret = async (db: Db): Promise<string> =>
  (await secretOf(db, 'pasarela-de-prueba')).toString('hex')

function matches(secret: string, { signature = '', requestId = '', dataId }: Signed): boolean {
  const ts = signature.match(/ts=(\d+)/)?.[1] ?? ''
  return isSameSecret(signature, signNotification(secret, { requestId, dataId }, ts))
}

const toPayment = (row: typeof pagos_de_prueba.$inferSelect): GatewayPayment => ({
  id: row.id,
  reference: row.referencia,
  status: row.estado,
  detail: row.detalle,
  amountCentimos: row.monto_centimos,
  refundedCentimos: row.devuelto_centimos,
  currency: CURRENCY,
  live: false,
  method: 'prueba',
})

/** Development gateway with its own payment page; payments are rows (docs/product/shop.md 6.1). */
export function sandbox(db: Db, config: Config): Gateway {
  return {
    name: 'sandbox',
    live: false,
    createPreference: async ({ numero }) => ({
      id: numero,
      init_point: `${config.publicUrl}/pasarela-de-prueba/${numero}`,
    }),
    async readPayment(id) {
      const [row] = await db.select().from(pagos_de_prueba).where(eq(pagos_de_prueba.id, id))
      return row ? toPayment(row) : null
    },
    async findPayments(reference) {
      const rows = await db.select().from(pagos_de_prueba).where(eq(pagos_de_prueba.referencia, reference)).limit(50)
      return rows.map(toPayment)
    },
    paymentMeans: async () => ['prueba'],
    isAuthentic: async (signed) => matches(await sandboxSecret(db), signed),
  }
}

/** Null when the order is not of the sandbox. */
export async function makeSandboxPayment(db: Db, numero: string, estado: PaymentStatus): Promise<string | null> {
  const rows = await query<{ id: string }>(
    db,
    sql`INSERT INTO pagos_de_prueba (id, referencia, estado, detalle, monto_centimos)
    SELECT ${randomUUID()}, numero::text, ${estado}, ${estado === 'rejected' ? 'cc_rejected_insufficient_amount' : null}, total_centimos
    FROM ${ordenes} WHERE numero = ${numero}::uuid AND pasarela = 'sandbox' RETURNING id`,
  )
  return rows[0]?.id ?? null
}

/** Changes the state of the last payment, as a bank does later; null without one. */
export async function changeSandboxPayment(db: Db, numero: string, estado: PaymentStatus): Promise<string | null> {
  const rows = await query<{ id: string }>(
    db,
    sql`UPDATE pagos_de_prueba SET estado = ${estado} WHERE id = (
      SELECT id FROM pagos_de_prueba WHERE referencia = ${numero} ORDER BY creado_en DESC, id LIMIT 1) RETURNING id`,
  )
  return rows[0]?.id ?? null
}

const PART_CENTIMOS = 4000

/** Pays back a part of the last payment, which stays approved until all of it is back; null without one. */
export async function refundSandboxPart(db: Db, numero: string): Promise<string | null> {
  const rows = await query<{ id: string }>(
    db,
    sql`UPDATE pagos_de_prueba SET devuelto_centimos = least(devuelto_centimos + ${PART_CENTIMOS}, monto_centimos),
      estado = CASE WHEN devuelto_centimos + ${PART_CENTIMOS} < monto_centimos THEN estado ELSE 'refunded' END,
      detalle = ${PARTLY_REFUNDED}
    WHERE estado = 'approved' AND id = (
      SELECT id FROM pagos_de_prueba WHERE referencia = ${numero} ORDER BY creado_en DESC, id LIMIT 1) RETURNING id`,
  )
  return rows[0]?.id ?? null
}
