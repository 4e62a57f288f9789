import { randomUUID } from 'node:crypto'
import type { ChosenGroups } from '@campus/contract/groups'
import { MAX_ITEMS, ORDER_DAYS, UNPAID_STATES } from '@campus/contract/order-rules'
import type { Receipt } from '@campus/contract/receipts'
import { quoted } from '@campus/contract/texts'
import { and, eq, or, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { PRICE } from '../catalogue/catalogue.ts'
import { type Coupon, checkCoupon, couponOfOrder, holdUse } from '../coupons/coupons.ts'
import { isEnrolled, owesFor } from '../learning/learning.ts'
import { checkCode, type Shopper, type UsableCode } from '../referrals/referrals.ts'
import { openCourses } from './course-access.ts'
import { bestDeal, type Deal } from './deals.ts'
import { pagos } from './gateway.tables.ts'
import { type Gateway, GatewayUnavailable, returnPage } from './gateway.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { HOLD, holdPlaces, takePlaces } from './places.ts'
import { writeReceipt } from './receipts.ts'
import { auditOrders } from './settlement.ts'

/** `gateway` is null when payments are not configured. */
export type Shop = { db: Db; jobs: Jobs; config: Config; gateway: Gateway | null }

type AskedReceipt = Receipt | null | undefined

export type Buyer = Shopper & { usuario: number }

/** Whose order it is. */
type Owner = Pick<Buyer, 'usuario' | 'id_cliente'>

/** `pasarela` of orders that cost nothing. */
const FREE = 'gratis'

type OrderRow = typeof ordenes.$inferSelect
export type Line = {
  id_curso: number
  nombre: string
  imagen: string | null
  precio_centimos: number
  id_grupo: number | null
}
export type Quote = Deal<Line> & { huella: string; subtotal: number; total: number }

/** Identifies a set of courses. */
export const fingerprintOf = (ids: number[]) => ids.toSorted((a, b) => a - b).join(',')

/** Those of the courses that are on sale, at the prices of now; `propio`: the buyer has it, `debe`: but for an instalment. */
export const readLines = (tx: Db, buyer: Owner, ids: number[]) =>
  query<Omit<Line, 'id_grupo'> & { propio: boolean; debe: boolean }>(
    tx,
    sql`SELECT c.id AS id_curso, c.nombre, c.imagen, (${sql.raw(PRICE)})::int AS precio_centimos,
      ${isEnrolled(buyer.usuario, sql.raw('c.id'))} AS propio, ${owesFor(buyer.usuario, sql.raw('c.id'))} AS debe
    FROM cursos c WHERE c.id = ANY(${sql.param(ids)}::bigint[]) AND c.id_cliente = ${buyer.id_cliente} AND c.estado = 1
    ORDER BY c.id`,
  )

/** Each with a place in the group that was chosen. @throws DATOS_INVALIDOS under `items`, naming owned, unavailable or full courses */
async function priceItems(tx: Db, buyer: Buyer, ids: number[], chosen: ChosenGroups | undefined): Promise<Line[]> {
  const rows = await readLines(tx, buyer, ids)
  const byId = new Map(rows.map((row) => [row.id_curso, row]))
  const errors = ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return ['Uno de los cursos ya no está a la venta.']
    if (row.debe) return [`Tienes una cuota vencida de ${quoted(row.nombre)}: págala en Mis compras.`]
    return row.propio ? [`Ya tienes ${quoted(row.nombre)}.`] : []
  })
  if (errors.length > 0) throw fail('DATOS_INVALIDOS', { errors: { items: [...new Set(errors)] }, message: errors[0] })
  const lines = rows.map(({ propio: _, debe: __, ...line }) => line)
  return takePlaces(tx, buyer, lines, chosen)
}

/** Of the same deal with what it comes to. */
export function quoteOf(deal: Deal<Line>): Quote {
  const subtotal = deal.lineas.reduce((sum, line) => sum + line.precio_centimos, 0)
  const huella = fingerprintOf(deal.lineas.map(({ id_curso }) => id_curso))
  return { ...deal, huella, subtotal, total: subtotal - deal.descuento }
}

/** At the same prices, less the same, for the same groups, with the same coupon. */
async function hasSameLines(tx: Db, id: number, { lineas, cupon }: Quote): Promise<boolean> {
  const rows = await tx.select().from(orden_lineas).where(eq(orden_lineas.id_orden, id))
  const known = new Map(rows.map((row) => [row.id_curso, row]))
  const same = lineas.every((line) => {
    const row = known.get(line.id_curso)
    return (['precio_centimos', 'descuento_centimos', 'id_grupo'] as const).every((name) => row?.[name] === line[name])
  })
  const [stored] = await query<{ codigo: string | null }>(tx, sql`SELECT ${couponOfOrder(sql`${id}`)} AS codigo`)
  return same && (stored?.codigo ?? null) === (cupon?.codigo ?? null)
}

type Earlier = { orden: OrderRow; reciente: boolean; vigente: boolean }

/** What the gateway learns of the buyer. */
type Payer = { correo: string; marca: string }

/** The payer, and their orders for the same courses: still to be paid, or free. */
async function findPayer(tx: Db, buyer: Buyer, ids: number[]): Promise<{ payer: Payer; earlier: Earlier[] }> {
  const rows = await tx
    .select({
      correo: usuarios.correo,
      marca: clientes.nombre,
      orden: ordenes,
      reciente: sql<boolean>`${ordenes.creada_en} > now() - interval '10 minutes'`,
      vigente: sql<boolean>`${ordenes.creada_en} > now() - make_interval(days => ${ORDER_DAYS})`,
    })
    .from(usuarios)
    .innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
    .leftJoin(
      ordenes,
      and(
        eq(ordenes.id_usuario, usuarios.id),
        eq(ordenes.huella, fingerprintOf(ids)),
        or(sql`${ordenes.estado} = ANY(${sql.param(UNPAID_STATES)}::text[])`, eq(ordenes.pasarela, FREE)),
      ),
    )
    .where(eq(usuarios.id, buyer.usuario))
  const [payer] = rows
  if (!payer) throw new Error('the order has no buyer')
  return { payer, earlier: rows.flatMap(({ orden, ...row }) => (orden ? { ...row, orden } : [])) }
}

/** The unpaid order, if it is of the same quote; a stale one is cancelled, and a late payment reopens it. */
async function payableOrder(
  tx: Db,
  earlier: Earlier | undefined,
  quoted: Quote,
  gateway: Gateway,
): Promise<OrderRow | null> {
  if (!earlier) return null
  const { orden, vigente } = earlier
  const same =
    vigente &&
    orden.pasarela === gateway.name &&
    orden.id_referido === quoted.codigo &&
    orden.descuento_centimos === quoted.descuento &&
    (await hasSameLines(tx, orden.id, quoted))
  if (same) return orden
  await tx.update(ordenes).set({ estado: 'cancelada' }).where(eq(ordenes.id, orden.id))
  await auditOrders(tx, [orden], 'cancelada')
  return null
}

type BySale = Pick<OrderRow, 'id_personal' | 'motivo' | 'envio'>

/** `sale`: by staff, whose own line says it. */
export async function insertOrder(
  tx: Db,
  buyer: Owner,
  quoted: Quote,
  pasarela: string,
  sale?: BySale,
): Promise<OrderRow> {
  const [created] = await tx
    .insert(ordenes)
    .values({
      numero: randomUUID(),
      id_cliente: buyer.id_cliente,
      id_usuario: buyer.usuario,
      huella: quoted.huella,
      subtotal_centimos: quoted.subtotal,
      descuento_centimos: quoted.descuento,
      total_centimos: quoted.total,
      id_referido: quoted.codigo,
      pasarela,
      ...sale,
    })
    .returning()
  if (!created) throw new Error('the order was not inserted')
  await tx.insert(orden_lineas).values(
    quoted.lineas.map((line) => {
      return { id_orden: created.id, ...line, apartado_hasta: line.id_grupo === null ? null : HOLD }
    }),
  )
  if (quoted.cupon) await holdUse(tx, quoted.cupon, created.id, buyer.usuario)
  if (sale) return created
  await audit(tx, 'orden_creada', {
    sobre: buyer.usuario,
    id_cliente: buyer.id_cliente,
    objeto: `orden:${created.numero}`,
    detalle: { centimos: quoted.total, cursos: quoted.lineas.map((line) => String(line.id_curso)) },
  })
  return created
}

/** A payment of one of them is over before they are read, so that none is cancelled that was just paid. */
const lockUnpaid = (tx: Db, buyer: Buyer, ids: number[]) =>
  tx.execute(sql`SELECT FROM ordenes o WHERE o.id_usuario = ${buyer.usuario} AND o.huella = ${fingerprintOf(ids)}
    AND o.estado IN ('pendiente', 'en_espera', 'rechazada') FOR UPDATE`)

/** The unpaid order of the same quote, whose places and use of a coupon are held again from now, or a new one. */
async function orderToPay(tx: Db, buyer: Buyer, quoted: Quote, earlier: Earlier | undefined, gateway: Gateway) {
  const existing = await payableOrder(tx, earlier, quoted, gateway)
  if (!existing) return { order: await insertOrder(tx, buyer, quoted, gateway.name), intentos: 0 }
  if (quoted.cupon) await holdUse(tx, quoted.cupon, existing.id, buyer.usuario)
  await holdPlaces(tx, existing.id)
  return { order: existing, intentos: await tx.$count(pagos, eq(pagos.id_orden, existing.id)) }
}

/** What was chosen and typed beside the courses. */
type Offers = { code: UsableCode | null; coupon: Coupon | null; grupos: ChosenGroups | undefined }

/** Runs under a lock per buyer, so that a double click gets one order. `intentos` counts the payments of an earlier one. */
function placeOrder(shop: Shop, buyer: Buyer, ids: number[], offers: Offers, receipt: AskedReceipt) {
  const { db, jobs, gateway } = shop
  return db.transaction(async (tx) => {
    await lock(tx, 'orden', buyer.usuario)
    await lockUnpaid(tx, buyer, ids)
    const { payer, earlier } = await findPayer(tx, buyer, ids)
    const free = earlier.find(({ orden, reciente }) => orden.pasarela === FREE && reciente)
    if (free) return { order: free.orden, payer, lineas: [], intentos: 0, refused: null }
    const lines = await priceItems(tx, buyer, ids, offers.grupos)
    const { deal, check: refused } = await bestDeal(tx, { ...buyer, huella: fingerprintOf(ids) }, lines, offers)
    const quoted = quoteOf(deal)
    if (quoted.total === 0) {
      // Paid, enrolled, notified and mailed in this transaction, without the gateway (docs/decisions/0012).
      const order = await insertOrder(tx, buyer, quoted, FREE)
      await auditOrders(tx, [order], 'pagada')
      await openCourses(tx, jobs, order)
      return { order, payer, lineas: [], intentos: 0, refused }
    }
    if (!gateway) throw fail('SIN_PAGOS')
    const unpaid = earlier.find(({ orden }) => orden.pasarela !== FREE)
    const placed = await orderToPay(tx, buyer, quoted, unpaid, gateway)
    if (receipt) await writeReceipt(tx, placed.order.id, receipt)
    const lineas = quoted.lineas.map(({ descuento_centimos, ...line }) => {
      return { ...line, precio_centimos: line.precio_centimos - descuento_centimos }
    })
    return { ...placed, payer, lineas, refused }
  })
}

type Placed = { order: OrderRow; payer: Payer; lineas: Line[] }

async function startPayment({ db, gateway }: Shop, { order, payer, lineas }: Placed) {
  if (!gateway) throw fail('SIN_PAGOS')
  const vence = new Date(Date.parse(order.creada_en) + ORDER_DAYS * 86_400_000).toISOString()
  const charge = { numero: order.numero, correo: payer.correo, marca: payer.marca, lineas, vence }
  const created = await gateway.createPreference(charge).catch((error) => {
    if (error instanceof GatewayUnavailable) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 })
    throw error
  })
  await db
    .update(ordenes)
    .set({ id_preferencia: created.id, init_point: created.init_point })
    .where(eq(ordenes.id, order.id))
  return { init_point: created.init_point, id: created.id }
}

/** Where to pay; a free order only has its page. */
async function addressOf(shop: Shop, placed: Placed): Promise<{ init_point: string; id: string }> {
  const { order } = placed
  if (order.pasarela === FREE) return { init_point: returnPage(shop.config, order.numero), id: order.numero }
  if (order.init_point && order.id_preferencia) return { init_point: order.init_point, id: order.id_preferencia }
  return startPayment(shop, placed)
}

const NO_COUPON = { coupon: null, check: null }

/** A wrong code never costs a sale: it is reported and ignored. */
async function usableCode(db: Db, buyer: Buyer, typedCode: string | null | undefined) {
  if (!typedCode) return { code: null, codigo: null }
  const { id, ...codigo } = await checkCode(db, buyer, typedCode)
  return { code: id === null ? null : { id, codigo: codigo.codigo, porcentaje: codigo.porcentaje }, codigo }
}

/** What was typed, of which the better one counts. */
type Typed = {
  codigo_referido?: string | null | undefined
  cupon?: string | null | undefined
  comprobante?: AskedReceipt
  grupos?: ChosenGroups | undefined
}

/**
 * Creates the order, then asks the gateway (docs/product/shop.md 5); prices are the server's, and a double click is one
 * order.
 * @throws DATOS_INVALIDOS under `items`, SIN_PAGOS, PAGO_NO_DISPONIBLE
 */
export async function checkout(
  shop: Shop,
  buyer: Buyer,
  chosen: number[],
  { codigo_referido, cupon: typed, comprobante, grupos }: Typed,
) {
  // A course that stands twice in the cart is charged once.
  const ids = [...new Set(chosen)]
  if (ids.length > MAX_ITEMS) throw invalid('items', `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez.`)
  // Outside the transaction, so that a wrong code counts in the throttle although the purchase may fail.
  const { code, codigo } = await usableCode(shop.db, buyer, codigo_referido)
  const purchase = { usuario: buyer.usuario, cursos: ids, huella: fingerprintOf(ids) }
  const { coupon, check } = typed ? await checkCoupon(shop.db, buyer, typed, purchase) : NO_COUPON
  const { intentos, refused, ...placed } = await placeOrder(shop, buyer, ids, { code, coupon, grupos }, comprobante)
  return { ...(await addressOf(shop, placed)), orden: placed.order.numero, intentos, codigo, cupon: refused ?? check }
}
