import type { Medium } from '@campus/contract/media'
import { type OrderState, shortNumber } from '@campus/contract/order-rules'
import { TIME_ZONE } from '@campus/contract/rules'
import { isolate } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { PaymentStatus } from './gateway.ts'
import { dias_de_dinero, type MovementKind, movimiento_lineas, movimientos } from './movements.tables.ts'
import { type Charge, stands, stateOf } from './order-state.ts'
import { orden_lineas, type ordenes } from './orders.tables.ts'
import { markPaid, STANDS, updatePlan } from './plan.ts'
import { inProportion } from './prices.ts'
import { putInTill } from './till-entries.ts'

type OrderRow = typeof ordenes.$inferSelect

/** Céntimos by course. */
export type Shares = Map<number, number>

export type Movement = {
  tipo: MovementKind
  /** Signed: what comes in is positive. */
  centimos: number
  medio: Medium
  operacion?: string | null
  /** In Lima; by default today. */
  dia?: string
  /** Who registered it; without, the gateway said it. */
  personal?: Pick<Identity, 'id'> | null
  /** The gateway's id of the payment, the refund or the chargeback. */
  id_pasarela?: string | null
  /** What came in before and goes back. */
  id_cobro?: number
  id_corregido?: number
  /** Of what comes in: the instalment that it is for. */
  cuota?: number | null
  salda?: boolean
  motivo?: string | null
  /** By default in proportion: of what comes in to the prices, of what goes back to what each course has of it. */
  shares?: Shares
}

/** The day in Lima of an instant; today without one. */
export const limaDay = (instant?: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(instant ? new Date(instant) : new Date())

/** What each course of the order costs after its part of the discount. */
export async function netPrices(tx: Db, { id }: Pick<OrderRow, 'id'>): Promise<Shares> {
  const lines = await tx
    .select({ id: orden_lineas.id_curso, price: orden_lineas.precio_centimos, less: orden_lineas.descuento_centimos })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, id))
    .orderBy(orden_lineas.id_curso)
  return new Map(lines.map(({ id, price, less }) => [id, price - less]))
}

const sharesOf = (rows: { id_curso: number; centimos: number }[]): Shares =>
  new Map(rows.map(({ id_curso, centimos }) => [id_curso, centimos]))

/** What is left of what came in, by course. */
export const leftOf = async (tx: Db, idCobro: number): Promise<Shares> =>
  sharesOf(
    await query(
      tx,
      sql`SELECT l.id_curso, sum(l.centimos)::int AS centimos FROM movimientos m JOIN movimiento_lineas l ON l.id_movimiento = m.id
      WHERE m.id = ${idCobro} OR m.id_cobro = ${idCobro} GROUP BY 1 ORDER BY 1`,
    ),
  )

/** Of one movement, by course. */
const sharesIn = async (tx: Db, id: number): Promise<Shares> =>
  sharesOf(
    await query(
      tx,
      sql`SELECT id_curso, centimos FROM movimiento_lineas WHERE id_movimiento = ${id} ORDER BY id_curso`,
    ),
  )

/** What an `ajuste` that takes all of a movement back says, by course. */
const recordedOf = async (tx: Db, id: number): Promise<Shares> =>
  sharesOf(
    await query(
      tx,
      sql`SELECT l.id_curso, -sum(l.centimos)::int AS centimos FROM movimientos m JOIN movimiento_lineas l ON l.id_movimiento = m.id
      WHERE m.id = ${id} OR m.id_corregido = ${id} GROUP BY 1 ORDER BY 1`,
    ),
  )

const sumOf = (shares: Shares): number => [...shares.values()].reduce((sum, centimos) => sum + centimos, 0)

/** What the other instalments have not paid of each course, so that all of them make its price; the prices where that is less. */
async function unpaidPrices(tx: Db, order: OrderRow, cuota: number, centimos: number): Promise<Shares> {
  const prices = await netPrices(tx, order)
  const paid = sharesOf(
    await query(
      tx,
      sql`SELECT l.id_curso, sum(l.centimos)::int AS centimos FROM (SELECT DISTINCT ON (c.cuota) c.id FROM movimientos c
          WHERE c.id_orden = ${order.id} AND c.cuota <> ${cuota} AND ${STANDS} ORDER BY c.cuota, c.id) m
        JOIN movimiento_lineas l ON l.id_movimiento = m.id GROUP BY 1`,
    ),
  )
  const left: Shares = new Map([...prices].map(([id, price]) => [id, Math.max(0, price - (paid.get(id) ?? 0))]))
  return sumOf(left) < centimos ? prices : left
}

async function weightsOf(
  tx: Db,
  order: OrderRow,
  { id_cobro, id_corregido, cuota, centimos }: Movement,
): Promise<Shares> {
  if (id_corregido) return recordedOf(tx, id_corregido)
  if (!id_cobro) return cuota ? unpaidPrices(tx, order, cuota, centimos) : netPrices(tx, order)
  const left = await leftOf(tx, id_cobro)
  // More came back than there was: as it had come in.
  return centimos < 0 && sumOf(left) < -centimos ? sharesIn(tx, id_cobro) : left
}

async function defaultShares(tx: Db, order: OrderRow, movement: Movement): Promise<Shares> {
  const { centimos } = movement
  const weights = await weightsOf(tx, order, movement)
  const ids = [...weights.keys()]
  const shares = inProportion(Math.abs(centimos), [...weights.values()])
  return new Map(ids.map((id, at) => [id, Math.sign(centimos) * (shares[at] ?? 0)]))
}

/** Names the sale that has the number. */
async function repeated(tx: Db, order: OrderRow, { medio, operacion }: Movement) {
  const [other] = await query<{ numero: string; comprador: string }>(
    tx,
    sql`SELECT o.numero, trim(u.nombres || ' ' || u.apellidos) AS comprador
      FROM movimientos m JOIN ordenes o ON o.id = m.id_orden JOIN usuarios u ON u.id = o.id_usuario
      WHERE m.id_cliente = ${order.id_cliente} AND m.medio = ${medio} AND m.operacion = ${operacion ?? null} AND m.tipo = 'cobro'
        AND m.anulado_en IS NULL`,
  )
  if (!other && operacion) return fail('OPERACION_REPETIDA')
  if (!other) throw new Error('the movement was written before')
  const text = `El número ${isolate(operacion ?? '')} ya está en la venta ${shortNumber(other.numero)}, de ${isolate(other.comprador)}.`
  return fail('OPERACION_REPETIDA', { errors: { operacion: [text] }, message: text })
}

/**
 * Writes money of an order that the caller holds, with what of it is of each course; nothing else writes it. Returns its id.
 * @throws OPERACION_REPETIDA for a number that another sale carries
 */
export async function writeMovement(tx: Db, order: OrderRow, movement: Movement): Promise<number> {
  const { shares, personal, dia = limaDay(), ...row } = movement
  const day = { id_cliente: order.id_cliente, dia }
  await tx.insert(dias_de_dinero).values(day).onConflictDoNothing()
  const [written] = await tx
    .insert(movimientos)
    .values({
      ...row,
      ...day,
      id_orden: order.id,
      origen: personal ? 'personal' : 'pasarela',
      id_personal: personal?.id ?? null,
      id_registro: row.id_cobro
        ? sql`(SELECT c.id_registro FROM movimientos c WHERE c.id = ${row.id_cobro})`
        : (personal?.id ?? null),
      // Of the moment, not of the transaction: what comes after a refund opens what that one closed.
      creado_en: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning({ id: movimientos.id })
  if (!written) throw await repeated(tx, order, movement)
  if (personal && row.medio !== 'mercadopago') await putInTill(tx, written.id)
  const parts = [...(shares ?? (await defaultShares(tx, order, movement)))].filter(([, centimos]) => centimos !== 0)
  const of = { id_movimiento: written.id, id_orden: order.id, dia }
  if (parts.length > 0)
    await tx.insert(movimiento_lineas).values(parts.map(([id_curso, centimos]) => ({ ...of, id_curso, centimos })))
  // After the movement, whose reference to the day has waited for who was summing it.
  await tx
    .update(dias_de_dinero)
    .set({ sumado: false })
    .where(and(eq(dias_de_dinero.id_cliente, day.id_cliente), eq(dias_de_dinero.dia, dia), dias_de_dinero.sumado))
  await updatePlan(tx, order, { id: written.id, ...row })
  return written.id
}

type Recorded = Pick<typeof movimientos.$inferSelect, 'id' | 'id_cobro' | 'medio' | 'operacion' | 'dia'>

/** Takes back what staff registered, as if it had never been on its day. Returns the céntimos, signed. */
export async function takeBack(
  tx: Db,
  order: OrderRow,
  { id, id_cobro, ...same }: Recorded,
  by: Required<Pick<Movement, 'personal' | 'motivo'>>,
): Promise<number> {
  const shares = await recordedOf(tx, id)
  const centimos = sumOf(shares)
  const mend = { tipo: 'ajuste', id_cobro: id_cobro ?? id, id_corregido: id } as const
  await tx.update(movimientos).set({ anulado_en: sql`clock_timestamp()` }).where(eq(movimientos.id, id))
  await writeMovement(tx, order, { ...same, ...mend, ...by, centimos, shares })
  return centimos
}

export type StoredCharge = Charge & { id: number; cuota: number | null; medio: Medium; id_pasarela: string | null }

/** What came in for an order, in its order. */
export const chargesOf = (tx: Db, idOrden: number): Promise<StoredCharge[]> =>
  query<StoredCharge>(
    tx,
    sql`SELECT c.id, c.cuota, c.medio, c.id_pasarela, c.centimos, c.salda, (c.centimos + coalesce(sum(r.centimos), 0))::int AS queda,
      c.anulado_en IS NOT NULL AS anulado,
      EXISTS (SELECT FROM pagos p WHERE p.id_orden = c.id_orden AND p.id_pago = c.id_pasarela AND p.estado = 'charged_back') AS contracargo
    FROM movimientos c LEFT JOIN movimientos r ON r.id_cobro = c.id
    WHERE c.id_orden = ${idOrden} AND c.tipo = 'cobro' GROUP BY c.id ORDER BY c.id`,
  )

/** The state of an order that the caller holds; `closing`: its courses close with what was just written. */
export async function stateNow(tx: Db, idOrden: number, { closing = false } = {}): Promise<OrderState> {
  const [lines] = await query<{ open: boolean; others: PaymentStatus[] }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM orden_lineas l WHERE l.id_orden = ${idOrden} AND l.cerrada_en IS NULL AND l.precio_centimos > 0) AS open,
      (SELECT coalesce(json_agg(DISTINCT p.estado), '[]') FROM pagos p WHERE p.id_orden = ${idOrden}
        AND NOT EXISTS (SELECT FROM movimientos m WHERE m.tipo = 'cobro' AND m.id_pasarela = p.id_pago)) AS others`,
  )
  const charges = await chargesOf(tx, idOrden)
  return stateOf({ charges, open: !closing && (lines?.open ?? false), others: lines?.others ?? [] })
}

/** Staff take what came in as the full price; money of another currency counts as the total. */
export async function acceptCharges(tx: Db, order: OrderRow): Promise<void> {
  const foreign = await query<{ id_pago: string }>(
    tx,
    sql`SELECT p.id_pago FROM pagos p WHERE p.id_orden = ${order.id} AND p.estado = 'approved'
      AND NOT EXISTS (SELECT FROM movimientos m WHERE m.tipo = 'cobro' AND m.id_pasarela = p.id_pago) ORDER BY p.id`,
  )
  const centimos = order.total_centimos
  for (const { id_pago } of foreign)
    await writeMovement(tx, order, { tipo: 'cobro', centimos, medio: 'mercadopago', id_pasarela: id_pago })
  const ids = (await chargesOf(tx, order.id)).filter(stands).map(({ id }) => id)
  await tx.update(movimientos).set({ salda: true }).where(isAnyOf(movimientos.id, ids))
  await markPaid(tx, order.id)
}
