import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { GatewayPayment, GatewayRefund, PaymentStatus } from './gateway.ts'
import { devoluciones, movimientos } from './movements.tables.ts'
import { chargesOf, limaDay, type StoredCharge, writeMovement } from './movements.ts'
import type { ordenes } from './orders.tables.ts'
import { finishRefund } from './refund-finishing.ts'

type OrderRow = typeof ordenes.$inferSelect

/** What a payment is for: an instalment, or the whole order; `due`: what that costs, in céntimos. */
export type Purpose = { cuota: number | null; due: number }

/** Of the payment: its state until now, its amount and what the gateway gave back of it in all. */
type Told = Purpose & { before: PaymentStatus | null; amount: number; refunded: number }

/** Statuses of payments whose money came in. */
const TAKEN: readonly PaymentStatus[] = ['approved', 'refunded', 'charged_back']

const byGateway = { medio: 'mercadopago', personal: null } as const

async function chargeOf(tx: Db, order: OrderRow, payment: GatewayPayment, { amount, cuota, due }: Told) {
  const find = async () => (await chargesOf(tx, order.id)).find(({ id_pasarela }) => id_pasarela === payment.id)
  const known = await find()
  if (known) return known
  await writeMovement(tx, order, {
    ...byGateway,
    tipo: 'cobro',
    centimos: amount,
    dia: limaDay(payment.approvedAt ?? undefined),
    id_pasarela: payment.id,
    salda: amount === due,
    cuota,
  })
  return find()
}

type Known = { id_pasarela: string; centimos: number }

/** What the gateway has told of a payment's refunds until now. */
const knownRefunds = (tx: Db, idCobro: number) =>
  query<Known>(
    tx,
    sql`SELECT id_pasarela, -centimos AS centimos FROM movimientos
      WHERE id_cobro = ${idCobro} AND tipo = 'devolucion' AND id_pasarela IS NOT NULL`,
  )

/** Staff asked the gateway for it: by its id, else by its amount where the answer was lost. */
async function findSent(tx: Db, idCobro: number, { id, centimos }: GatewayRefund) {
  const [sent] = await tx
    .select()
    .from(devoluciones)
    .where(
      and(
        eq(devoluciones.id_cobro, idCobro),
        eq(devoluciones.estado, 'enviada'),
        or(
          eq(devoluciones.id_pasarela, id),
          and(
            isNull(devoluciones.id_pasarela),
            isNotNull(devoluciones.preguntada_en),
            eq(devoluciones.centimos, centimos),
          ),
        ),
      ),
    )
    .orderBy(sql`${devoluciones.id_pasarela} IS NULL`, devoluciones.id)
    .limit(1)
  return sent
}

/** Whether the gateway works on a refund of staff's. */
async function isAsked(tx: Db, idCobro: number): Promise<boolean> {
  const asked = and(eq(devoluciones.estado, 'enviada'), isNotNull(devoluciones.preguntada_en))
  return (await tx.$count(devoluciones, and(eq(devoluciones.id_cobro, idCobro), asked))) > 0
}

/** Records of refunds in the gateway's own panel that it has not told of yet, with what is left of each. */
const waiting = (tx: Db, idCobro: number) =>
  query<{ id: number; queda: number; entera: boolean }>(
    tx,
    sql`SELECT m.id, (-m.centimos - coalesce(sum(a.centimos), 0))::int AS queda, count(a.id) = 0 AS entera
      FROM movimientos m LEFT JOIN movimientos a ON a.id_corregido = m.id
      WHERE m.id_cobro = ${idCobro} AND m.tipo = 'devolucion' AND m.origen = 'personal' AND m.medio = 'mercadopago'
        AND m.id_pasarela IS NULL GROUP BY m.id HAVING -m.centimos - coalesce(sum(a.centimos), 0) > 0 ORDER BY m.id`,
  )

/** Where more would go than came in, what staff recorded gives way, the newest first. Returns what gave way. */
async function makeRoom(tx: Db, order: OrderRow, idCobro: number, centimos: number): Promise<number> {
  const charge = (await chargesOf(tx, order.id)).find(({ id }) => id === idCobro)
  let excess = Math.max(0, centimos - (charge?.queda ?? 0))
  const before = excess
  for (const record of (await waiting(tx, idCobro)).toReversed()) {
    const part = Math.min(excess, record.queda)
    if (part === 0) continue
    const mend = { tipo: 'ajuste', centimos: part, id_cobro: idCobro, id_corregido: record.id } as const
    await writeMovement(tx, order, { ...byGateway, ...mend })
    excess -= part
  }
  return before - excess
}

/**
 * One refund of the gateway: what staff did, or a movement of its own. Returns the céntimos that were not known before.
 */
async function bookRefund(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  idCobro: number,
  refund: GatewayRefund,
): Promise<number> {
  const sent = await findSent(tx, idCobro, refund)
  if (sent) {
    await finishRefund(tx, jobs, order, sent, refund)
    return 0
  }
  const records = await waiting(tx, idCobro)
  const same = records.find(({ queda, entera }) => entera && queda === refund.centimos)
  if (same) {
    await tx.update(movimientos).set({ id_pasarela: refund.id }).where(eq(movimientos.id, same.id))
    return 0
  }
  const given = await makeRoom(tx, order, idCobro, refund.centimos)
  await writeMovement(tx, order, {
    ...byGateway,
    tipo: 'devolucion',
    centimos: -refund.centimos,
    dia: limaDay(refund.at ?? undefined),
    id_pasarela: refund.id,
    id_cobro: idCobro,
  })
  return refund.centimos - given
}

/** Of refunds in their order, what is not in what came back unlisted before. */
function unknownOf(listed: GatewayRefund[], unlisted: Known[]): GatewayRefund[] {
  let covered = unlisted.reduce((sum, { centimos }) => sum + centimos, 0)
  return listed.flatMap((refund) => {
    const part = Math.min(covered, refund.centimos)
    covered -= part
    return part === refund.centimos ? [] : [{ ...refund, centimos: refund.centimos - part }]
  })
}

/** The refunds that are new, up to what the gateway gave back in all; it may not list each. */
async function bookRefunds(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  idCobro: number,
  payment: GatewayPayment,
  refunded: number,
) {
  const known = await knownRefunds(tx, idCobro)
  const ids = new Set(known.map(({ id_pasarela }) => id_pasarela))
  let missing = refunded - known.reduce((sum, { centimos }) => sum + centimos, 0)
  const listed = unknownOf(
    (payment.refunds ?? []).filter(({ id }) => !ids.has(id)),
    known.filter(({ id_pasarela }) => id_pasarela.startsWith(`${payment.id}:`)),
  )
  let back = 0
  for (const refund of listed) {
    const centimos = Math.min(refund.centimos, missing)
    if (centimos <= 0) break
    missing -= centimos
    back += await bookRefund(tx, jobs, order, idCobro, { ...refund, centimos })
  }
  // It may be what staff have asked for: the payment is read again once that is answered.
  if (missing <= 0 || (await isAsked(tx, idCobro))) return back
  const unlisted = { id: `${payment.id}:${refunded}`, centimos: missing, done: true }
  return back + (await bookRefund(tx, jobs, order, idCobro, unlisted))
}

/** The bank takes what the gateway had not given back; decided for the academy, it gives it again. */
async function bookChargeback(
  tx: Db,
  order: OrderRow,
  { id: idCobro, centimos: amount }: StoredCharge,
  { id, status }: GatewayPayment,
  { before, refunded }: Told,
) {
  const gone = status === 'charged_back'
  if (gone === (before === 'charged_back')) return
  const [{ veces = 0, neto = 0 } = {}] = await query<{ veces: number; neto: number }>(
    tx,
    sql`SELECT count(*)::int AS veces, coalesce(sum(centimos), 0)::int AS neto FROM movimientos
      WHERE id_cobro = ${idCobro} AND tipo = 'contracargo'`,
  )
  const centimos = gone ? Math.min(0, refunded - amount) : -neto
  if (centimos === 0) return
  if (gone) await makeRoom(tx, order, idCobro, -centimos)
  const id_pasarela = `${id}:${veces + 1}`
  await writeMovement(tx, order, { ...byGateway, tipo: 'contracargo', centimos, id_pasarela, id_cobro: idCobro })
}

/**
 * Writes the movements that a payment of the gateway tells of, each once (docs/decisions/0042). Returns the céntimos that came
 * back and were not known before.
 */
export async function bookPayment(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  payment: GatewayPayment,
  told: Told,
): Promise<number> {
  if (!TAKEN.includes(payment.status) || payment.currency !== order.moneda || told.amount <= 0) return 0
  const charge = await chargeOf(tx, order, payment, told)
  if (!charge) return 0
  const refunded = Math.min(told.refunded, charge.centimos)
  const back = await bookRefunds(tx, jobs, order, charge.id, payment, refunded)
  await bookChargeback(tx, order, charge, payment, { ...told, refunded })
  return back
}
