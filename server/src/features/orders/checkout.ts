import { randomUUID } from 'node:crypto'
import { MAX_ITEMS, ORDER_DAYS } from '@campus/contract/order-rules'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { audit } from '../audit/audit.ts'
import { clientes } from '../brands/brands.tables.ts'
import { PRICE } from '../catalogue/catalogue.ts'
import { isEnrolled } from '../learning/learning.ts'
import { type Asker, requireCode, type UsableCode } from '../referrals/referrals.ts'
import { type Gateway, GatewayAway, orderPage } from './gateway.ts'
import { PAYABLE } from './order-state.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { openPlaces } from './places.ts'
import { discountOf, withDiscount } from './prices.ts'
import { auditOrders } from './settlement.ts'

/** What a purchase works with. `gateway` is null where nothing can be charged. */
export type Shop = { db: Db; jobs: Jobs; config: Config; gateway: Gateway | null }

/** The buyer, who is signed in. */
export type Buyer = Asker & { usuario: number }

/** Gateway name of orders that cost nothing. */
const FREE = 'gratis'

type OrderRow = typeof ordenes.$inferSelect
type Line = { id_curso: number; nombre: string; imagen: string | null; precio_centimos: number }
type Quote = {
  lineas: Line[]
  huella: string
  subtotal: number
  descuento: number
  total: number
  codigo: number | null
}

/** Key of a set of courses. */
const printOf = (ids: number[]) => ids.toSorted((a, b) => a - b).join(',')

/**
 * The courses of a cart at the server's prices of this moment.
 * @throws DATOS_INVALIDOS under `items`, naming what is repeated, owned or not for sale
 */
async function priceItems(tx: Db, buyer: Buyer, ids: number[]): Promise<Line[]> {
  const rows = await query<Line & { propio: boolean }>(
    tx,
    sql`SELECT c.id AS id_curso, c.nombre, c.imagen, (${sql.raw(PRICE)})::int AS precio_centimos,
      ${isEnrolled(buyer.usuario, sql.raw('c.id'))} AS propio
    FROM cursos c WHERE c.id = ANY(${sql.param(ids)}::int[]) AND c.id_cliente = ${buyer.id_cliente} AND c.estado = 1
    ORDER BY c.id`,
  )
  const found = new Map(rows.map((row) => [row.id_curso, row]))
  const wrong = ids.flatMap((id, at) => {
    const row = found.get(id)
    if (!row) return ['Uno de los cursos ya no está a la venta.']
    if (row.propio) return [`Ya tienes «${row.nombre}».`]
    return ids.indexOf(id) < at ? [`Repetiste «${row.nombre}».`] : []
  })
  if (wrong.length > 0) throw fail('DATOS_INVALIDOS', { errors: { items: [...new Set(wrong)] }, message: wrong[0] })
  return rows.map(({ propio: _, ...line }) => line)
}

async function quote(tx: Db, buyer: Buyer, ids: number[], code: UsableCode | null): Promise<Quote> {
  const lineas = await priceItems(tx, buyer, ids)
  const subtotal = lineas.reduce((sum, line) => sum + line.precio_centimos, 0)
  const descuento = discountOf(subtotal, code?.porcentaje ?? 0)
  return { lineas, huella: printOf(ids), subtotal, descuento, total: subtotal - descuento, codigo: code?.id ?? null }
}

async function sameLines(tx: Db, id: number, lineas: Line[]): Promise<boolean> {
  const rows = await tx.select().from(orden_lineas).where(eq(orden_lineas.id_orden, id))
  const kept = new Map(rows.map((row) => [row.id_curso, row.precio_centimos]))
  return lineas.every((line) => kept.get(line.id_curso) === line.precio_centimos)
}

/**
 * The buyer's payable order of the same courses, prices, code and discount. One that differs, or that has expired, is cancelled;
 * money that still comes for it reopens it.
 */
async function payableOrder(tx: Db, buyer: Buyer, asked: Quote, gateway: Gateway): Promise<OrderRow | null> {
  const [row] = await tx
    .select({
      orden: ordenes,
      vigente: sql<boolean>`${ordenes.creada_en} > now() - make_interval(days => ${ORDER_DAYS})`,
    })
    .from(ordenes)
    .where(
      and(
        eq(ordenes.id_usuario, buyer.usuario),
        eq(ordenes.huella, asked.huella),
        inArray(ordenes.estado, [...PAYABLE]),
      ),
    )
  if (!row) return null
  const { orden, vigente } = row
  const same =
    vigente &&
    orden.pasarela === gateway.name &&
    orden.id_referido === asked.codigo &&
    orden.descuento_centimos === asked.descuento &&
    (await sameLines(tx, orden.id, asked.lineas))
  if (same) return orden
  await tx.update(ordenes).set({ estado: 'cancelada' }).where(eq(ordenes.id, orden.id))
  await auditOrders(tx, [orden], 'cancelada')
  return null
}

async function writeOrder(tx: Db, buyer: Buyer, asked: Quote, pasarela: string): Promise<OrderRow> {
  const [made] = await tx
    .insert(ordenes)
    .values({
      numero: randomUUID(),
      id_cliente: buyer.id_cliente,
      id_usuario: buyer.usuario,
      huella: asked.huella,
      subtotal_centimos: asked.subtotal,
      descuento_centimos: asked.descuento,
      total_centimos: asked.total,
      id_referido: asked.codigo,
      pasarela,
    })
    .returning()
  if (!made) throw new Error('the order was not written')
  await tx.insert(orden_lineas).values(asked.lineas.map((line) => ({ id_orden: made.id, ...line })))
  await audit(tx, 'orden_creada', {
    sobre: buyer.usuario,
    id_cliente: buyer.id_cliente,
    objeto: `orden:${made.numero}`,
    detalle: { centimos: asked.total, cursos: asked.lineas.map((line) => String(line.id_curso)) },
  })
  return made
}

/** The free order that an earlier click of the same button made. */
async function freeOrder(tx: Db, buyer: Buyer, ids: number[]): Promise<OrderRow | undefined> {
  const [row] = await tx
    .select()
    .from(ordenes)
    .where(
      and(
        eq(ordenes.id_usuario, buyer.usuario),
        eq(ordenes.huella, printOf(ids)),
        eq(ordenes.pasarela, FREE),
        sql`${ordenes.creada_en} > now() - interval '10 minutes'`,
      ),
    )
    .limit(1)
  return row
}

/** The order of these courses, under the buyer's lock: two clicks of one button get the same order. */
function placeOrder({ db, jobs, gateway }: Shop, buyer: Buyer, ids: number[], code: UsableCode | null) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('orden'), ${buyer.usuario})`)
    const given = await freeOrder(tx, buyer, ids)
    if (given) return { order: given, lineas: [] }
    const asked = await quote(tx, buyer, ids, code)
    if (asked.total === 0) {
      // No gateway: paid, enrolled, notified and mailed in this transaction (decision 0012).
      const order = await writeOrder(tx, buyer, asked, FREE)
      await auditOrders(tx, [order], 'pagada')
      await openPlaces(tx, jobs, order)
      return { order, lineas: [] }
    }
    if (!gateway) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 60 })
    const there = await payableOrder(tx, buyer, asked, gateway)
    const order = there ?? (await writeOrder(tx, buyer, asked, gateway.name))
    const net = withDiscount(
      asked.lineas.map((line) => line.precio_centimos),
      asked.descuento,
    )
    return { order, lineas: asked.lineas.map((line, at) => ({ ...line, precio_centimos: net[at] ?? 0 })) }
  })
}

async function askToPay({ db, gateway }: Shop, order: OrderRow, lineas: Line[]) {
  const [buyer] = await db
    .select({ correo: usuarios.correo, marca: clientes.nombre })
    .from(usuarios)
    .innerJoin(clientes, eq(clientes.id, usuarios.id_cliente))
    .where(eq(usuarios.id, order.id_usuario))
  if (!gateway || !buyer) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 60 })
  const vence = new Date(Date.parse(order.creada_en) + ORDER_DAYS * 86_400_000).toISOString()
  const charge = { numero: order.numero, ...buyer, lineas, vence }
  const made = await gateway.createPreference(charge).catch((error) => {
    if (error instanceof GatewayAway) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 })
    throw error
  })
  await db.update(ordenes).set({ id_preferencia: made.id, init_point: made.init_point }).where(eq(ordenes.id, order.id))
  return { init_point: made.init_point, id: made.id, orden: order.numero }
}

/**
 * Order first, then the gateway (contract section 4): prices and discount are the server's, a double click is one order, and
 * the gateway's idempotency key is the order's. Nobody is enrolled here, but in what costs nothing.
 * @throws DATOS_INVALIDOS under `items` or `codigo_referido`, DEMASIADOS_INTENTOS, PAGO_NO_DISPONIBLE
 */
export async function checkout(shop: Shop, buyer: Buyer, ids: number[], typed: string | null | undefined) {
  if (ids.length > MAX_ITEMS) throw invalid('items', `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez.`)
  // Outside the transaction: a wrong code counts although the purchase fails.
  const code = typed ? await requireCode(shop.db, buyer, typed, 'codigo_referido') : null
  const { order, lineas } = await placeOrder(shop, buyer, ids, code)
  if (order.pasarela === FREE)
    return { init_point: orderPage(shop.config, order.numero), id: order.numero, orden: order.numero }
  if (order.init_point && order.id_preferencia)
    return { init_point: order.init_point, id: order.id_preferencia, orden: order.numero }
  return askToPay(shop, order, lineas)
}
