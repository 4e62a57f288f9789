import { and, eq, sql } from 'drizzle-orm'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { type Gateway, type GatewayRefund, GatewayRefused, PAYMENT_EVENT } from './gateway.ts'
import { soles } from './money.ts'
import { devoluciones, movimientos } from './movements.tables.ts'
import { ordenes } from './orders.tables.ts'
import { conclude, finishRefund, type RefundRow } from './refund-finishing.ts'
import { warnStaff } from './staff-notices.ts'

export const REFUND_JOB = 'devolver-pago'
export type RefundJob = { id: number }

/** At once. */
const MOST_WARNED = 50

export type Refunding = { db: Db; jobs: Jobs; gateway: Gateway | null }

type OrderRow = typeof ordenes.$inferSelect

type Sent = { row: RefundRow; order: OrderRow }

async function holdRefund(tx: Db, id: number): Promise<Sent | undefined> {
  const own = sql`${ordenes.id} = (SELECT d.id_orden FROM devoluciones d WHERE d.id = ${id})`
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  const [row] = await tx.select().from(devoluciones).where(eq(devoluciones.id, id))
  return order && row && { order, row }
}

/** Nothing is left to be asked. */
const isAnswered = ({ estado, id_pasarela }: Pick<RefundRow, 'estado' | 'id_pasarela'>): boolean =>
  estado === 'fallida' || (estado === 'hecha' && id_pasarela !== null)

/** What the gateway answered, once, in any order with its own notice of it. */
async function applyAnswer(tx: Db, jobs: Jobs, id: number, refund: GatewayRefund): Promise<void> {
  const sent = await holdRefund(tx, id)
  if (!sent || isAnswered(sent.row)) return
  const { row, order } = sent
  await tx.update(devoluciones).set({ id_pasarela: refund.id }).where(eq(devoluciones.id, id))
  const known = and(eq(movimientos.tipo, 'devolucion'), eq(movimientos.id_pasarela, refund.id))
  const [movement] = await tx.select({ id: movimientos.id }).from(movimientos).where(known)
  if (row.estado === 'enviada' && movement) await conclude(tx, jobs, order, row, movement.id, true)
  else if (row.estado === 'enviada' && refund.done) await finishRefund(tx, jobs, order, row, refund)
}

async function applyRefusal(tx: Db, jobs: Jobs, id: number, error: string): Promise<void> {
  const sent = await holdRefund(tx, id)
  if (sent?.row.estado !== 'enviada') return
  await tx
    .update(devoluciones)
    .set({ estado: 'fallida', error, resuelta_en: sql`now()` })
    .where(eq(devoluciones.id, id))
  await warnStaff(tx, jobs, sent.order, `devolucion-fallida:${id}`, {
    asunto: 'Una devolución que no se hizo',
    mensaje: `No se devolvieron ${soles(sent.row.centimos)}. ${error} Sus cursos siguen como estaban.`,
  })
}

/** Once of each that the gateway has not ended in two days. */
export async function warnOfSilence(tx: Db, jobs: Jobs): Promise<void> {
  const silent = await query<{ id: number; id_orden: number; centimos: number }>(
    tx,
    sql`UPDATE devoluciones SET avisada_en = now() WHERE id IN (
      SELECT id FROM devoluciones WHERE estado = 'enviada' AND avisada_en IS NULL AND creado_en < now() - interval '2 days'
      ORDER BY creado_en LIMIT ${MOST_WARNED} FOR UPDATE SKIP LOCKED) RETURNING id, id_orden, centimos`,
  )
  const ids = silent.map(({ id_orden }) => id_orden)
  const orders = new Map((await tx.select().from(ordenes).where(isAnyOf(ordenes.id, ids))).map((row) => [row.id, row]))
  for (const { id, id_orden, centimos } of silent) {
    const order = orders.get(id_orden)
    if (!order) continue
    await warnStaff(tx, jobs, order, `devolucion-sin-respuesta:${id}`, {
      asunto: 'Una devolución sin respuesta',
      mensaje: `MercadoPago todavía no hace ni rechaza una devolución de ${soles(centimos)} que se le pidió hace dos días. Le seguimos preguntando; revisa también en tu cuenta de MercadoPago.`,
    })
  }
}

/**
 * Asks the gateway for a refund with the same key each time, or what became of one that it has begun, and writes its answer.
 * @throws GatewayUnavailable, after which it is asked again
 */
export async function askGateway({ db, jobs, gateway }: Refunding, id: number): Promise<void> {
  const [sent] = await query<{
    estado: RefundRow['estado']
    id_pasarela: string | null
    pago: string
    centimos: number
    envio: string
    pasarela: string
  }>(
    db,
    sql`UPDATE devoluciones d SET preguntada_en = coalesce(d.preguntada_en, now()) FROM movimientos c, ordenes o
      WHERE d.id = ${id} AND c.id = d.id_cobro AND o.id = d.id_orden
      RETURNING d.estado, d.id_pasarela, c.id_pasarela AS pago, d.centimos, d.envio, o.pasarela`,
  )
  if (!sent || isAnswered(sent) || gateway?.name !== sent.pasarela) return
  // What else came back of the payment waited for this answer, or looked like it.
  const end = (apply: (tx: Db) => Promise<void>) =>
    db.transaction(async (tx) => {
      await apply(tx)
      await jobs.send(tx, PAYMENT_EVENT, { id: sent.pago })
    })
  try {
    const refund = sent.id_pasarela
      ? await gateway.readRefund(sent.pago, sent.id_pasarela)
      : await gateway.refund(sent.pago, sent.centimos, `devolucion-${id}-${sent.envio}`)
    if (refund) await end((tx) => applyAnswer(tx, jobs, id, refund))
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    await end((tx) => applyRefusal(tx, jobs, id, error.message))
  }
}
