import { createHmac, randomUUID } from 'node:crypto'
import { CURRENCY } from '@campus/contract/order-rules'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { isSameSecret, secretOf } from '../../platform/files/signing.ts'
import { devoluciones_de_prueba, pagos_de_prueba, type RefundFailure } from './gateway.tables.ts'
import {
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentStatus,
  type Signed,
} from './gateway.ts'
import { PARTLY_REFUNDED } from './order-state.ts'

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

type Row = Pick<typeof pagos_de_prueba.$inferSelect, 'id' | 'referencia' | 'estado' | 'detalle' | 'monto_centimos'> & {
  creado_en: string
  devoluciones: { id: string; centimos: number }[]
}

/** With the refunds that are done by now. */
const paymentsWhere = (db: Db, condition: SQL) =>
  query<Row>(
    db,
    sql`SELECT p.id, p.referencia, p.estado, p.detalle, p.monto_centimos, p.creado_en,
      (SELECT coalesce(json_agg(json_build_object('id', d.id, 'centimos', d.centimos) ORDER BY d.creado_en, d.id), '[]')
        FROM devoluciones_de_prueba d WHERE d.id_pago = p.id AND NOT d.rechazada AND d.creado_en <= clock_timestamp()) AS devoluciones
    FROM pagos_de_prueba p WHERE ${condition} ORDER BY p.creado_en, p.id LIMIT 50`,
  )

function toPayment({ estado, monto_centimos, devoluciones, ...row }: Row): GatewayPayment {
  const refundedCentimos = devoluciones.reduce((sum, { centimos }) => sum + centimos, 0)
  const whole = estado === 'approved' && refundedCentimos >= monto_centimos
  return {
    id: row.id,
    reference: row.referencia,
    status: whole ? 'refunded' : estado,
    detail: refundedCentimos > 0 && !whole ? PARTLY_REFUNDED : row.detalle,
    amountCentimos: monto_centimos,
    refundedCentimos,
    refunds: devoluciones.map((one) => ({ ...one, done: true })),
    approvedAt: row.creado_en,
    currency: CURRENCY,
    live: false,
    method: 'prueba',
  }
}

/** How long a late refund takes. */
const LATE_SECONDS = 20

type Begun = GatewayRefund & { rechazada: boolean }

const BEGUN = sql`id, centimos, rechazada, creado_en <= clock_timestamp() AS done`

function answerOf({ id, centimos, done, rechazada }: Begun): GatewayRefund {
  if (rechazada && done) throw new GatewayRefused('La pasarela de prueba rechazó la devolución después de empezarla.')
  return { id, centimos, done }
}

type Asked = { centimos: number; clave: string | null; falla: RefundFailure | null }

/** Writes a refund of a payment, once for each `clave`. @throws GatewayRefused */
async function giveBack(tx: Db, id: string, { centimos, clave, falla }: Asked): Promise<GatewayRefund> {
  await tx.select().from(pagos_de_prueba).where(eq(pagos_de_prueba.id, id)).for('update')
  const [before] = await query<Begun>(
    tx,
    sql`SELECT ${BEGUN} FROM devoluciones_de_prueba WHERE id_pago = ${id} AND clave = ${clave}`,
  )
  if (before) return answerOf(before)
  const [payment] = await paymentsWhere(tx, sql`p.id = ${id}`)
  const [{ entregado = 0 } = {}] = await query<{ entregado: number }>(
    tx,
    sql`SELECT coalesce(sum(centimos), 0)::int AS entregado FROM devoluciones_de_prueba
      WHERE id_pago = ${id} AND NOT (rechazada AND creado_en <= clock_timestamp())`,
  )
  const left = payment?.estado === 'approved' ? payment.monto_centimos - entregado : 0
  if (falla === 'rechazo' || centimos > left) throw new GatewayRefused('La pasarela de prueba no aceptó la devolución.')
  const rechazada = falla === 'rechazo_tarde'
  const wait = falla === 'tarde' || rechazada ? LATE_SECONDS : 0
  const made = randomUUID()
  await tx.insert(devoluciones_de_prueba).values({
    ...{ id: made, id_pago: id, clave, centimos, rechazada },
    creado_en: sql`clock_timestamp() + make_interval(secs => ${wait})`,
  })
  return { id: made, centimos, done: wait === 0 }
}

/** Tells our webhook of a payment, so many seconds later. */
export type SandboxNotify = (id: string, startAfter: number) => Promise<void>

/** Development gateway with its own payment page; payments are rows (docs/product/shop.md 6.1). */
export function sandbox(db: Db, config: Config, notify?: SandboxNotify): Gateway {
  return {
    name: 'sandbox',
    live: false,
    createPreference: async ({ numero, referencia = numero }) => ({
      id: referencia,
      init_point: `${config.publicUrl}/pasarela-de-prueba/${referencia}`,
    }),
    async readPayment(id) {
      const [row] = await paymentsWhere(db, sql`p.id = ${id}`)
      return row ? toPayment(row) : null
    },
    async findPayments(reference) {
      return (await paymentsWhere(db, sql`p.referencia = ${reference}`)).map(toPayment)
    },
    async refund(id, centimos, clave) {
      const [{ falla = null } = {}] = await query<{ falla: RefundFailure | null }>(
        db,
        sql`UPDATE pagos_de_prueba p SET falla = NULL FROM pagos_de_prueba before
          WHERE p.id = ${id} AND before.id = p.id RETURNING before.falla`,
      )
      const made = await db.transaction((tx) => giveBack(tx, id, { centimos, clave, falla }))
      await notify?.(id, made.done ? 0 : LATE_SECONDS)
      if (falla === 'sin_respuesta') throw new GatewayUnavailable('the sandbox keeps its answer')
      return made
    },
    async readRefund(payment, id) {
      const [begun] = await query<Begun>(
        db,
        sql`SELECT ${BEGUN} FROM devoluciones_de_prueba WHERE id_pago = ${payment} AND id = ${id}`,
      )
      return begun ? answerOf(begun) : null
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
    SELECT ${randomUUID()}, ${numero}, ${estado}, ${estado === 'rejected' ? 'cc_rejected_insufficient_amount' : null}, x.centimos
    FROM (SELECT total_centimos AS centimos FROM ordenes WHERE numero = ${numero}::uuid AND pasarela = 'sandbox'
      UNION ALL SELECT centimos FROM cuotas WHERE referencia = ${numero}::uuid) x RETURNING id`,
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

/** What the last payment of an order does when a refund is asked of it; null without one. */
export async function failNextRefund(db: Db, numero: string, falla: RefundFailure): Promise<string | null> {
  const rows = await query<{ id: string }>(
    db,
    sql`UPDATE pagos_de_prueba SET falla = ${falla} WHERE id = (
      SELECT id FROM pagos_de_prueba WHERE referencia = ${numero} ORDER BY creado_en DESC, id LIMIT 1) RETURNING id`,
  )
  return rows[0]?.id ?? null
}

/** Pays back a part or all of what is left of the last payment, as in the gateway's own panel; null without one. */
export async function refundInSandbox(db: Db, numero: string, most = PART_CENTIMOS): Promise<string | null> {
  const [last] = await query<{ id: string; queda: number }>(
    db,
    sql`SELECT p.id, CASE p.estado WHEN 'approved' THEN p.monto_centimos
        - coalesce((SELECT sum(d.centimos) FROM devoluciones_de_prueba d WHERE d.id_pago = p.id
          AND NOT (d.rechazada AND d.creado_en <= clock_timestamp())), 0) ELSE 0 END::int AS queda
      FROM pagos_de_prueba p WHERE p.referencia = ${numero} ORDER BY p.creado_en DESC, p.id LIMIT 1`,
  )
  if (!last) return null
  const centimos = Math.min(most, last.queda)
  if (centimos > 0) await db.transaction((tx) => giveBack(tx, last.id, { centimos, clave: null, falla: null }))
  return last.id
}
