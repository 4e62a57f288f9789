import type { RefundOrderBody, SentRefund } from '@campus/contract/refunding'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { checkCurrentPassword } from '../accounts/accounts.ts'
import { type Gateway, GatewayUnavailable } from './gateway.ts'
import { soles } from './money.ts'
import { devoluciones } from './movements.tables.ts'
import { chargesOf, leftOf, type Shares, type StoredCharge } from './movements.ts'
import { stands } from './order-state.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { inProportion } from './prices.ts'
import { askGateway, REFUND_JOB, type Refunding } from './refund-asking.ts'
import { complete, conclude } from './refund-finishing.ts'
import { checkWaiting } from './refund-requests.staff.ts'

/** The first try is made at once; the job goes on where that one got no answer. */
const RETRY_AFTER_SECONDS = 30

type OrderRow = typeof ordenes.$inferSelect

/** What may still go back of a charge by course, without what the gateway was already asked for. */
async function availableOf(tx: Db, charge: StoredCharge): Promise<Shares> {
  const left = await leftOf(tx, charge.id)
  const sent = await query<{ id_curso: number; centimos: number }>(
    tx,
    sql`SELECT r.key::bigint AS id_curso, sum(r.value::int)::int AS centimos FROM devoluciones d, jsonb_each_text(d.reparto) r
      WHERE d.id_cobro = ${charge.id} AND d.estado = 'enviada' GROUP BY 1`,
  )
  for (const { id_curso, centimos } of sent) left.set(id_curso, (left.get(id_curso) ?? 0) - centimos)
  return left
}

const total = (shares: Shares): number => [...shares.values()].reduce((sum, centimos) => sum + centimos, 0)

const inCentimos = (amount: number): number => Math.round(amount * 100)

/** What is asked of this charge, by course; null where it does not hold so much. */
function spread({ lineas, monto }: RefundOrderBody, available: Shares): Shares | null {
  if (lineas) {
    const asked = new Map(lineas.map((line) => [line.id_curso, inCentimos(line.monto)]))
    return [...asked].every(([id, centimos]) => centimos <= (available.get(id) ?? 0)) ? asked : null
  }
  const centimos = inCentimos(monto ?? 0)
  if (centimos > total(available)) return null
  const ids = [...available.keys()]
  const shares = inProportion(centimos, [...available.values()])
  return new Map(ids.map((id, at) => [id, shares[at] ?? 0]))
}

type Chosen = { charge: { id: number }; shares: Shares }

/** Those of too much first, otherwise the last first. */
function inTurn(charges: StoredCharge[], fitting: StoredCharge[]): StoredCharge[] {
  const twice = ({ id, cuota }: StoredCharge) => charges.some((one) => one.id !== id && one.cuota === cuota)
  return fitting.toReversed().toSorted((a, b) => Number(twice(b)) - Number(twice(a)))
}

/** The charge that it comes from: of several, the first {@link inTurn} that holds so much. @throws ORDEN_NO_PAGADA, MONTO_EXCEDIDO */
async function choose(tx: Db, order: OrderRow, body: RefundOrderBody): Promise<Chosen> {
  const charges = (await chargesOf(tx, order.id)).filter((one) => stands(one) && one.queda > 0)
  const online = body.via === 'pasarela' || body.medio === 'mercadopago'
  const fitting = charges.filter(({ medio }) => !online || medio === 'mercadopago')
  if (charges.length === 0) throw fail('ORDEN_NO_PAGADA')
  if (fitting.length === 0) throw invalid('via', 'Esta venta no se cobró en línea: elige cómo devolviste el dinero.')
  let most = 0
  for (const charge of inTurn(charges, fitting)) {
    const available = await availableOf(tx, charge)
    const shares = spread(body, available)
    if (shares) return { charge, shares }
    most = Math.max(most, total(available))
  }
  const text = `De esta venta se pueden devolver hasta ${soles(most)}${fitting.length > 1 ? ' de una vez' : ''}.`
  throw fail('MONTO_EXCEDIDO', { errors: { monto: [text] }, message: text })
}

/** A refund that the gateway told of before staff recorded it: one of the same amount that is not recorded yet. */
async function findTold(tx: Db, order: OrderRow, body: RefundOrderBody): Promise<(Chosen & { id: number }) | null> {
  if (body.via !== 'registrada' || body.medio !== 'mercadopago') return null
  const asked = body.lineas?.map(({ monto }) => inCentimos(monto)) ?? [inCentimos(body.monto ?? 0)]
  const centimos = asked.reduce((sum, part) => sum + part, 0)
  const rows = await query<{ id: number; id_cobro: number; id_curso: number; centimos: number }>(
    tx,
    // What came back before a request was made was for something else.
    sql`SELECT t.id, t.id_cobro, l.id_curso, -l.centimos AS centimos FROM (
      SELECT m.id, m.id_cobro FROM movimientos m WHERE m.id_orden = ${order.id} AND m.tipo = 'devolucion'
        AND m.origen = 'pasarela' AND m.centimos = ${-centimos}
        AND NOT EXISTS (SELECT FROM devoluciones d WHERE d.id_movimiento = m.id)
        AND m.creado_en >= coalesce((SELECT min(p.pedida_en) FROM orden_devoluciones p
          WHERE p.id_orden = m.id_orden AND p.resuelta_en IS NULL), '-infinity')
      ORDER BY m.id LIMIT 1) t JOIN movimiento_lineas l ON l.id_movimiento = t.id ORDER BY l.id_curso`,
  )
  const [first] = rows
  if (!first) return null
  const shares = new Map(rows.map((row) => [row.id_curso, row.centimos]))
  return { id: first.id, charge: { id: first.id_cobro }, shares }
}

const coursesOf = ({ cierra, lineas = [] }: RefundOrderBody): number[] => [
  ...new Set([...cierra, ...lineas.map(({ id_curso }) => id_curso)]),
]

type Line = { id: number; cerrada_en: string | null }

/** @throws DATOS_INVALIDOS for courses of other orders, and for the gateway where it did not take the money */
function checkAsked(order: OrderRow, lines: Line[], gateway: Gateway | null, body: RefundOrderBody): void {
  const named = coursesOf(body)
  if (named.some((id) => !lines.some((line) => line.id === id)))
    throw invalid('cierra', 'Ese curso no es de esta venta.')
  if (body.via === 'pasarela' && gateway?.name !== order.pasarela)
    throw invalid('via', 'Esta venta no se cobró en línea: elige cómo devolviste el dinero.')
}

/** Which of two alike the gateway tells of could not be known before it answers. @throws DATOS_INVALIDOS under `monto` */
async function checkUnlike(tx: Db, { charge, shares }: Chosen): Promise<void> {
  const alike = and(
    eq(devoluciones.id_cobro, charge.id),
    eq(devoluciones.centimos, total(shares)),
    eq(devoluciones.estado, 'enviada'),
  )
  if ((await tx.$count(devoluciones, alike)) > 0)
    throw invalid('monto', 'Ya se pidió una devolución de ese monto: espera a que MercadoPago responda.')
}

async function insertRefund(
  tx: Db,
  order: OrderRow,
  identity: Identity,
  body: RefundOrderBody,
  { charge, shares }: Chosen,
  lines: Line[],
) {
  const open = new Set(lines.flatMap(({ id, cerrada_en }) => (cerrada_en === null ? [id] : [])))
  const [row] = await tx
    .insert(devoluciones)
    .values({
      id_cliente: order.id_cliente,
      id_orden: order.id,
      id_cobro: charge.id,
      centimos: total(shares),
      reparto: Object.fromEntries(shares),
      cierra: body.cierra.filter((id) => open.has(id)),
      motivo: body.motivo,
      estado: 'enviada',
      id_personal: identity.id,
      envio: body.envio,
    })
    .returning()
  if (!row) throw new Error('the refund was not inserted')
  return row
}

/** Writes what staff decided; where the gateway is to be asked, `enviada`. A repeated `envio` is the first. */
async function begin(tx: Db, { jobs, gateway }: Refunding, identity: Identity, body: RefundOrderBody): Promise<number> {
  await lock(tx, 'envio', `${identity.id}:${body.envio}`)
  const sent = and(eq(devoluciones.id_personal, identity.id), eq(devoluciones.envio, body.envio))
  const [before] = await tx.select({ id: devoluciones.id }).from(devoluciones).where(sent)
  if (before) return before.id
  const own = and(eq(ordenes.numero, body.numero), eq(ordenes.id_cliente, identity.id_cliente))
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  const lines = await tx
    .select({ id: orden_lineas.id_curso, cerrada_en: orden_lineas.cerrada_en })
    .from(orden_lineas)
    .where(eq(orden_lineas.id_orden, order.id))
  checkAsked(order, lines, gateway, body)
  if (body.responde) await checkWaiting(tx, order.numero, order.id, coursesOf(body))
  const told = await findTold(tx, order, body)
  const chosen = told ?? (await choose(tx, order, body))
  if (body.via === 'pasarela') await checkUnlike(tx, chosen)
  const row = await insertRefund(tx, order, identity, body, chosen, lines)
  const medio = body.via === 'registrada' ? body.medio : 'mercadopago'
  const detalle = {
    hecho: 'devolucion',
    centimos: row.centimos,
    medio,
    motivo: row.motivo,
    cursos: row.cierra.map(String),
  }
  await audit(tx, 'gestion', { sobre: order.id_usuario, objeto: `devolucion:${order.numero}`, detalle })
  if (told) await conclude(tx, jobs, order, row, told.id, true)
  else if (body.via === 'registrada') await complete(tx, jobs, order, row, { medio, operacion: body.operacion || null })
  else await jobs.send(tx, REFUND_JOB, { id: row.id }, { startAfter: RETRY_AFTER_SECONDS })
  return row.id
}

/** Of `devoluciones d` and their movement `m`. */
export const REFUND_STATE = sql`CASE WHEN m.anulado_en IS NULL THEN d.estado ELSE 'anulada' END`
/** Columns of a {@link SentRefund} of `devoluciones d`. */
export const SENT_REFUND = sql`d.id, o.numero, round(d.centimos / 100.0, 2) AS monto, ${REFUND_STATE} AS estado, d.motivo, d.error, d.creado_en,
  coalesce(m.medio, 'mercadopago') AS medio, trim(p.nombres || ' ' || p.apellidos) AS por`
export const SENT_REFUNDS = sql`devoluciones d JOIN ordenes o ON o.id = d.id_orden JOIN usuarios p ON p.id = d.id_personal
  LEFT JOIN movimientos m ON m.id = d.id_movimiento`

/**
 * Gives money of an order back, or records that staff did; the gateway is asked at once, and again until it answers.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS, ORDEN_NO_PAGADA, MONTO_EXCEDIDO, DEMASIADOS_INTENTOS
 */
export async function refundOrder(shop: Refunding, identity: Identity, body: RefundOrderBody): Promise<SentRefund> {
  await checkCurrentPassword(shop.db, identity.id, body.password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
  const id = await shop.db.transaction((tx) => begin(tx, shop, identity, body))
  if (body.via === 'pasarela')
    await askGateway(shop, id).catch((error) => {
      if (!(error instanceof GatewayUnavailable)) throw error
    })
  const [sent] = await query<SentRefund>(shop.db, sql`SELECT ${SENT_REFUND} FROM ${SENT_REFUNDS} WHERE d.id = ${id}`)
  if (!sent) throw fail('NO_ENCONTRADO')
  return sent
}
