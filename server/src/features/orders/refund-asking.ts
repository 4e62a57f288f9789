import { and, eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { type Gateway, type GatewayRefund, GatewayRefused } from './gateway.ts'
import { soles } from './money.ts'
import { devoluciones, movimientos } from './movements.tables.ts'
import { writeMovement } from './movements.ts'
import { ordenes } from './orders.tables.ts'
import { conclude, finishRefund, type RefundRow } from './refund-finishing.ts'
import { warnStaff } from './staff-notices.ts'

export const REFUND_JOB = 'devolver-pago'
export type RefundJob = { id: number }

export type Refunding = { db: Db; jobs: Jobs; gateway: Gateway | null }

type OrderRow = typeof ordenes.$inferSelect

type Sent = { row: RefundRow; order: OrderRow }

async function holdRefund(tx: Db, id: number): Promise<Sent | undefined> {
  const own = sql`${ordenes.id} = (SELECT d.id_orden FROM devoluciones d WHERE d.id = ${id})`
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  const [row] = await tx.select().from(devoluciones).where(eq(devoluciones.id, id))
  return order && row && { order, row }
}

/** A refund of the gateway that is not the one that this answer is about: it had looked like it. */
async function bookOther(tx: Db, jobs: Jobs, { order, row }: Sent, refund: GatewayRefund): Promise<void> {
  const { id_cobro, centimos } = row
  await writeMovement(tx, order, {
    ...{ tipo: 'devolucion', centimos: -centimos, medio: 'mercadopago', personal: { id: row.id_personal } },
    ...{ id_pasarela: refund.id, id_cobro, motivo: row.motivo },
  })
  const clave = `devolucion_parcial:${refund.id}`
  await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_parcial', centimos, clave })
}

/** What the gateway answered, once, in any order with its own notice of it. */
async function applyAnswer(tx: Db, jobs: Jobs, id: number, refund: GatewayRefund): Promise<void> {
  const sent = await holdRefund(tx, id)
  if (!sent || sent.row.id_pasarela !== null) return
  const { row, order } = sent
  await tx.update(devoluciones).set({ id_pasarela: refund.id }).where(eq(devoluciones.id, id))
  const known = and(eq(movimientos.tipo, 'devolucion'), eq(movimientos.id_pasarela, refund.id))
  const [movement] = await tx.select({ id: movimientos.id }).from(movimientos).where(known)
  if (row.estado === 'enviada' && movement) await conclude(tx, jobs, order, row, movement.id, true)
  else if (row.estado === 'enviada' && refund.done) await finishRefund(tx, jobs, order, row, refund)
  else if (row.estado === 'hecha' && !movement && refund.done) await bookOther(tx, jobs, sent, refund)
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

/**
 * Asks the gateway for a refund with the same key each time, and writes its answer.
 * @throws GatewayUnavailable, after which it is asked again
 */
export async function askGateway({ db, jobs, gateway }: Refunding, id: number): Promise<void> {
  const [sent] = await query<{
    estado: string
    respondida: boolean
    pago: string
    centimos: number
    envio: string
    pasarela: string
  }>(
    db,
    sql`UPDATE devoluciones d SET preguntada_en = coalesce(d.preguntada_en, now()) FROM movimientos c, ordenes o
      WHERE d.id = ${id} AND c.id = d.id_cobro AND o.id = d.id_orden
      RETURNING d.estado, d.id_pasarela IS NOT NULL AS respondida, c.id_pasarela AS pago, d.centimos, d.envio, o.pasarela`,
  )
  if (!sent || sent.respondida || sent.estado === 'fallida' || gateway?.name !== sent.pasarela) return
  try {
    const refund = await gateway.refund(sent.pago, sent.centimos, `devolucion-${id}-${sent.envio}`)
    await db.transaction((tx) => applyAnswer(tx, jobs, id, refund))
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    await db.transaction((tx) => applyRefusal(tx, jobs, id, error.message))
  }
}
