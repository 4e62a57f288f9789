import { shortNumber } from '@campus/contract/order-rules'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { RECEIPT_NAMES } from '@campus/contract/receipt-names'
import type { Receipt } from '@campus/contract/receipts'
import { isolate } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { ordenes } from './orders.tables.ts'
import { comprobantes } from './receipts.tables.ts'
import { isOpenTo, NO_DATA } from './receipts.ts'

/** The order, held, with its receipt. @throws NO_ENCONTRADO, SIN_PERMISO */
async function hold(tx: Db, identity: Identity, numero: string) {
  const own = and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente))
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  if (!order || order.total_centimos === 0) throw fail('NO_ENCONTRADO')
  if (!isOpenTo(identity, order.id_personal)) throw fail('SIN_PERMISO')
  const [stored] = await tx.select().from(comprobantes).where(eq(comprobantes.id_orden, order.id))
  const row = stored ?? { ...NO_DATA, id_orden: order.id, id_cliente: order.id_cliente, numero: null }
  return { order, row }
}

/** Names what changed, and nobody's data. */
const auditReceipt = (tx: Db, order: typeof ordenes.$inferSelect, detalle: Record<string, string | null>) =>
  audit(tx, 'gestion', { sobre: order.id_usuario, objeto: `orden:${order.numero}`, detalle })

/** @throws NO_ENCONTRADO, SIN_PERMISO, COMPROBANTE_CON_NUMERO */
export async function changeReceipt(db: Db, identity: Identity, numero: string, receipt: Receipt): Promise<StaffOrder> {
  await db.transaction(async (tx) => {
    const { order, row } = await hold(tx, identity, numero)
    if (row.numero !== null) throw fail('COMPROBANTE_CON_NUMERO')
    const same = (Object.keys(NO_DATA) as (keyof Receipt)[]).every((field) => row[field] === receipt[field])
    if (same) return
    await tx
      .insert(comprobantes)
      .values({ id_orden: order.id, id_cliente: order.id_cliente, ...receipt })
      .onConflictDoUpdate({ target: comprobantes.id_orden, set: receipt })
    await auditReceipt(tx, order, { hecho: 'comprobante', tipo: receipt.tipo })
  })
  return findStaffOrder(db, identity, numero)
}

/** The sale that has the number; the caller holds the number. */
async function refuseRepeated(
  tx: Db,
  { id_cliente, id_orden, tipo }: typeof comprobantes.$inferInsert,
  numero: string,
) {
  const [other] = await query<{ numero: string; comprador: string }>(
    tx,
    sql`SELECT o.numero, trim(u.nombres || ' ' || u.apellidos) AS comprador FROM comprobantes c JOIN ordenes o ON o.id = c.id_orden
        JOIN usuarios u ON u.id = o.id_usuario
      WHERE c.id_cliente = ${id_cliente} AND c.tipo = ${tipo} AND c.numero = ${numero} AND c.id_orden <> ${id_orden}`,
  )
  if (!other) return
  const text = `La ${RECEIPT_NAMES[tipo].toLowerCase()} ${numero} ya está en la venta ${shortNumber(other.numero)}, de ${isolate(other.comprador)}.`
  throw fail('COMPROBANTE_REPETIDO', { message: text })
}

/**
 * The number of what the academy issued for a paid order; an empty one takes it away.
 * @throws NO_ENCONTRADO, SIN_PERMISO, ORDEN_NO_PAGADA, COMPROBANTE_REPETIDO
 */
export async function numberReceipt(db: Db, identity: Identity, numero: string, typed: string): Promise<StaffOrder> {
  await db.transaction(async (tx) => {
    const { order, row } = await hold(tx, identity, numero)
    const number = typed || null
    if (row.numero === number) return
    if (number && order.pagada_en === null) throw fail('ORDEN_NO_PAGADA')
    if (number) {
      await lock(tx, 'comprobante', `${row.id_cliente}:${row.tipo}:${number}`)
      await refuseRepeated(tx, row, number)
    }
    const set = { numero: number, numero_en: number ? sql`now()` : null, numero_por: number ? identity.id : null }
    await tx
      .insert(comprobantes)
      .values({ ...row, ...set })
      .onConflictDoUpdate({ target: comprobantes.id_orden, set })
    await auditReceipt(tx, order, { hecho: 'número de comprobante', tipo: row.tipo, antes: row.numero, numero: number })
  })
  return findStaffOrder(db, identity, numero)
}
