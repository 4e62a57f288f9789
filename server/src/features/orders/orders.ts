import { randomUUID } from 'node:crypto'
import { MAX_ITEMS, ORDER_STATE_TEXTS, type OrderState } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { matriculas } from '../learning/learning.tables.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { type Gateway, GatewayAway } from './gateway.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'

/** States in which an order can still be paid. */
const PAYABLE = ['pendiente', 'en_espera', 'rechazada'] as const satisfies OrderState[]

type Line = { id_curso: number; nombre: string; imagen: string | null; precio_centimos: number }

/**
 * The courses of a cart at the server's prices.
 * @throws DATOS_INVALIDOS under `items`, naming what is repeated, owned or not for sale
 */
async function priceItems(db: Db, identity: Identity, ids: number[]): Promise<Line[]> {
  const rows = await db
    .select({
      id_curso: cursos.id,
      nombre: cursos.nombre,
      imagen: cursos.imagen,
      precio_centimos: cursos.costo_centimos,
      owned: sql<boolean>`EXISTS (SELECT 1 FROM ${matriculas} WHERE matriculas.id_curso = cursos.id
        AND matriculas.id_usuario = ${identity.id} AND ${LIVE_ENROLMENT})`,
    })
    .from(cursos)
    .where(and(inArray(cursos.id, ids), eq(cursos.id_cliente, identity.id_cliente), eq(cursos.estado, 1)))
  const found = new Map(rows.map((row) => [row.id_curso, row]))
  const wrong = ids.flatMap((id, at) => {
    const row = found.get(id)
    if (!row) return ['Uno de los cursos ya no está a la venta.']
    if (row.owned) return [`Ya tienes «${row.nombre}».`]
    return ids.indexOf(id) < at ? [`Repetiste «${row.nombre}».`] : []
  })
  if (wrong.length > 0) throw fail('DATOS_INVALIDOS', { errors: { items: [...new Set(wrong)] }, message: wrong[0] })
  return rows.map(({ owned: _, ...line }) => line)
}

const sumOf = (lines: Line[]) => lines.reduce((sum, line) => sum + line.precio_centimos, 0)
const printOf = (lines: Line[]) =>
  lines
    .map((line) => line.id_curso)
    .sort((a, b) => a - b)
    .join(',')

/** The student's payable order of these courses at these prices: the one that is there, or a new one. */
async function writeOrder(db: Db, identity: Identity, gateway: Gateway, lines: Line[]) {
  const subtotal = sumOf(lines)
  const huella = printOf(lines)
  return db.transaction(async (tx) => {
    // Two presses of one button wait for each other, and the second finds the first's order.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('orden'), ${identity.id})`)
    const payable = and(
      eq(ordenes.id_usuario, identity.id),
      eq(ordenes.huella, huella),
      inArray(ordenes.estado, [...PAYABLE]),
    )
    const [there] = await tx.select().from(ordenes).where(payable)
    if (there?.subtotal_centimos === subtotal && there.pasarela === gateway.name) return there
    if (there) await tx.update(ordenes).set({ estado: 'cancelada' }).where(eq(ordenes.id, there.id))
    const [made] = await tx
      .insert(ordenes)
      .values({
        numero: randomUUID(),
        id_cliente: identity.id_cliente,
        id_usuario: identity.id,
        huella,
        subtotal_centimos: subtotal,
        total_centimos: subtotal,
        pasarela: gateway.name,
      })
      .returning()
    if (!made) throw new Error('the order was not written')
    await tx.insert(orden_lineas).values(lines.map((line) => ({ id_orden: made.id, ...line })))
    return made
  })
}

/**
 * Order first, then the gateway (contract section 4): prices are the server's, a double click is one order, and the gateway's
 * idempotency key is the order's. Nobody is enrolled here.
 * @throws DATOS_INVALIDOS, PAGO_NO_DISPONIBLE
 */
export async function checkout(db: Db, gateway: Gateway | null, identity: Identity, ids: number[]) {
  if (!gateway) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 60 })
  if (ids.length > MAX_ITEMS) throw invalid('items', `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez.`)
  const lineas = await priceItems(db, identity, ids)
  const order = await writeOrder(db, identity, gateway, lineas)
  if (order.init_point && order.id_preferencia)
    return { init_point: order.init_point, id: order.id_preferencia, orden: order.numero }
  const [buyer] = await db.select({ correo: usuarios.correo }).from(usuarios).where(eq(usuarios.id, identity.id))
  const charge = {
    numero: order.numero,
    correo: buyer?.correo ?? '',
    lineas,
    descuento_centimos: order.descuento_centimos,
  }
  const made = await gateway.createPreference(charge).catch((error) => {
    if (error instanceof GatewayAway) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 })
    throw error
  })
  await db.update(ordenes).set({ id_preferencia: made.id, init_point: made.init_point }).where(eq(ordenes.id, order.id))
  return { ...made, orden: order.numero }
}

const lines = sql<
  Order['lineas']
>`(SELECT coalesce(jsonb_agg(jsonb_build_object('id_curso', l.id_curso, 'nombre', l.nombre, 'imagen', l.imagen,
  'precio', round(l.precio_centimos / 100.0, 2)) ORDER BY l.nombre), '[]') FROM orden_lineas l WHERE l.id_orden = ${ordenes.id})`

const soles = (centimos: AnyPgColumn) => sql<number>`round(${centimos} / 100.0, 2)`.mapWith(Number)

const shown = {
  numero: ordenes.numero,
  estado: ordenes.estado,
  subtotal: soles(ordenes.subtotal_centimos),
  descuento: soles(ordenes.descuento_centimos),
  total: soles(ordenes.total_centimos),
  creada_en: ordenes.creada_en,
  pagada_en: ordenes.pagada_en,
  init_point: ordenes.init_point,
  lineas: lines,
}

type Shown = Omit<Order, 'estado_texto'>

const told = (row: Shown): Order => ({
  ...row,
  estado_texto: ORDER_STATE_TEXTS[row.estado],
  init_point: (PAYABLE as readonly string[]).includes(row.estado) ? row.init_point : null,
})

/** A student's orders, newest first. */
export async function listOrders(db: Db, usuario: number, page: number, perPage: number) {
  const mine = eq(ordenes.id_usuario, usuario)
  const total = await db.$count(ordenes, mine)
  const rows = await db
    .select(shown)
    .from(ordenes)
    .where(mine)
    .orderBy(desc(ordenes.creada_en), desc(ordenes.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const last_page = Math.max(1, Math.ceil(total / perPage))
  return { data: rows.map(told), total, per_page: perPage, current_page: page, last_page }
}

/** One of the student's own orders. @throws NO_ENCONTRADO */
export async function findOrder(db: Db, usuario: number, numero: string): Promise<Order> {
  const [row] = await db
    .select(shown)
    .from(ordenes)
    .where(and(eq(ordenes.numero, numero), eq(ordenes.id_usuario, usuario)))
  if (!row) throw fail('NO_ENCONTRADO')
  return told(row)
}
