import { ORDER_STATE_TEXTS } from '@campus/contract/order-rules'
import type { ReviewedOrder } from '@campus/contract/orders'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alphabetical } from '../../kit/words/words.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { openCourses } from './course-access.ts'
import { ACCEPTED } from './order-state.ts'
import { ordenes, pagos } from './orders.tables.ts'
import { auditOrders } from './settlement.ts'

/** Buyers may try any number of times. */
const MAX_PAYMENTS = 20

const columns = {
  numero: ordenes.numero,
  estado: ordenes.estado,
  total: sql<number>`round(${ordenes.total_centimos} / 100.0, 2)`.mapWith(Number),
  creada_en: ordenes.creada_en,
  pagada_en: ordenes.pagada_en,
  comprador: { id: usuarios.id, nombres: usuarios.nombres, apellidos: usuarios.apellidos, correo: usuarios.correo },
  cursos: sql<
    string[]
  >`(SELECT coalesce(jsonb_agg(l.nombre ORDER BY ${alphabetical(sql`l.nombre`)}), '[]') FROM orden_lineas l WHERE l.id_orden = ${ordenes.id})`,
  pagos: sql<
    ReviewedOrder['pagos']
  >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id_pago', p.id_pago, 'estado', p.estado,
    'monto', round(p.monto_centimos / 100.0, 2), 'devuelto', round(p.devuelto_centimos / 100.0, 2), 'moneda', p.moneda, 'detalle', p.detalle) ORDER BY p.id), '[]')
    FROM (SELECT * FROM pagos WHERE id_orden = ${ordenes.id} ORDER BY id DESC LIMIT ${MAX_PAYMENTS}) p)`,
}

const toReviewed = (row: Omit<ReviewedOrder, 'estado_texto'>): ReviewedOrder => ({
  ...row,
  estado_texto: ORDER_STATE_TEXTS[row.estado],
})

const selectOrders = (db: Db, where: SQL | undefined) =>
  db.select(columns).from(ordenes).innerJoin(usuarios, eq(usuarios.id, ordenes.id_usuario)).where(where)

/** Orders of the brand with a wrong amount, oldest first. */
export async function listReviewed(db: Db, identity: Identity, page: number, perPage: number) {
  // A literal, so that PostgreSQL can use the partial index.
  const where = and(eq(ordenes.id_cliente, identity.id_cliente), sql`${ordenes.estado} = 'en_revision'`)
  const total = await db.$count(ordenes, where)
  const rows = await selectOrders(db, where)
    .orderBy(asc(ordenes.creada_en), asc(ordenes.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return pageOfRows(rows.map(toReviewed), total, page, perPage)
}

/** Any order of the brand. @throws NO_ENCONTRADO */
export async function findStaffOrder(db: Db, identity: Identity, numero: string): Promise<ReviewedOrder> {
  const [row] = await selectOrders(db, and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente)))
  if (!row) throw fail('NO_ENCONTRADO')
  return toReviewed(row)
}

/**
 * Accepts the amount paid as the full price. Marking the payments keeps later notifications from closing the courses;
 * to reject, refund at the gateway.
 * @throws NO_ENCONTRADO, ORDEN_SIN_REVISION
 */
export async function acceptOrder(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  numero: string,
  motivo: string,
): Promise<ReviewedOrder> {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente)))
      .for('update')
    if (!order) throw fail('NO_ENCONTRADO')
    if (order.estado !== 'en_revision') throw fail('ORDEN_SIN_REVISION')
    await tx
      .update(pagos)
      .set({ detalle: ACCEPTED })
      .where(and(eq(pagos.id_orden, order.id), eq(pagos.estado, 'approved')))
    await auditOrders(tx, [order], 'pagada', motivo)
    await openCourses(tx, jobs, order)
  })
  return findStaffOrder(db, identity, numero)
}
