import { ORDER_DAYS, ORDER_STATE_TEXTS } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { detailText } from '@campus/contract/payment-details'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { PAYABLE } from './order-state.ts'
import { ordenes } from './orders.tables.ts'

const lines = sql<
  Order['lineas']
>`(SELECT coalesce(jsonb_agg(jsonb_build_object('id_curso', l.id_curso, 'nombre', l.nombre, 'imagen', l.imagen,
  'precio', round(l.precio_centimos / 100.0, 2)) ORDER BY l.nombre), '[]') FROM orden_lineas l WHERE l.id_orden = ordenes.id)`

const soles = (centimos: AnyPgColumn) => sql<number>`round(${centimos} / 100.0, 2)`.mapWith(Number)

const shown = {
  numero: ordenes.numero,
  estado: ordenes.estado,
  subtotal: soles(ordenes.subtotal_centimos),
  descuento: soles(ordenes.descuento_centimos),
  total: soles(ordenes.total_centimos),
  codigo_referido: sql<string | null>`(SELECT r.codigo FROM referidos r WHERE r.id = ordenes.id_referido)`,
  detalle: sql<string | null>`(SELECT p.detalle FROM pagos p WHERE p.id_orden = ordenes.id
    AND p.estado IN ('pending', 'rejected', 'cancelled') ORDER BY p.actualizado_en DESC, p.id DESC LIMIT 1)`,
  vigente: sql<boolean>`ordenes.creada_en > now() - make_interval(days => ${ORDER_DAYS})`,
  creada_en: ordenes.creada_en,
  pagada_en: ordenes.pagada_en,
  init_point: ordenes.init_point,
  lineas: lines,
}

type Row = Omit<Order, 'estado_texto' | 'motivo'> & { detalle: string | null; vigente: boolean }

function toOrder({ detalle, vigente, ...row }: Row): Order {
  const payable = (PAYABLE as readonly string[]).includes(row.estado)
  return {
    ...row,
    estado_texto: ORDER_STATE_TEXTS[row.estado],
    motivo: payable ? detailText(detalle) : null,
    init_point: payable && vigente ? row.init_point : null,
  }
}

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
  return pageOfRows(rows.map(toOrder), total, page, perPage)
}

/** One of the student's own orders. @throws NO_ENCONTRADO */
export async function findOrder(db: Db, usuario: number, numero: string): Promise<Order> {
  const [row] = await db
    .select(shown)
    .from(ordenes)
    .where(and(eq(ordenes.numero, numero), eq(ordenes.id_usuario, usuario)))
  if (!row) throw fail('NO_ENCONTRADO')
  return toOrder(row)
}
