import { UNPAID_STATES } from '@campus/contract/order-rules'
import type { StaffOrder } from '@campus/contract/orders.staff'
import type { LastReceipt, Receipt } from '@campus/contract/receipts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'

/** Columns of a {@link Receipt} of `comprobantes c`. */
export const RECEIPT = sql.raw(
  `'tipo', c.tipo, 'tipo_documento', c.tipo_documento, 'documento', c.documento, 'razon_social', c.razon_social, 'direccion', c.direccion`,
)

/** Of an order, with its number; null where nobody asked for one. */
export const receiptOf = (order: SQL): SQL<(Receipt & { numero: string | null }) | null> =>
  sql`(SELECT json_build_object(${RECEIPT}, 'numero', c.numero) FROM comprobantes c WHERE c.id_orden = ${order})`

/** Until it is paid the last one counts; what costs nothing has none. Returns whether it was written. */
export async function writeReceipt(tx: Db, order: number, receipt: Receipt): Promise<boolean> {
  const { tipo, tipo_documento, documento, razon_social, direccion } = receipt
  const { rowCount } =
    await tx.execute(sql`INSERT INTO comprobantes AS c (id_orden, id_cliente, tipo, tipo_documento, documento, razon_social, direccion)
    SELECT o.id, o.id_cliente, ${tipo}, ${tipo_documento}, ${documento}, ${razon_social}, ${direccion} FROM ordenes o
      WHERE o.id = ${order} AND o.total_centimos > 0 AND o.estado = ANY (${sql.param([...UNPAID_STATES, 'cancelada'])}::text[]) FOR UPDATE
    ON CONFLICT (id_orden) DO UPDATE SET tipo = excluded.tipo, tipo_documento = excluded.tipo_documento, documento = excluded.documento,
      razon_social = excluded.razon_social, direccion = excluded.direccion WHERE c.numero IS NULL`)
  return rowCount === 1
}

/** Of the buyer's own orders: what staff typed is not theirs. */
export async function lastReceipt(db: Db, usuario: number): Promise<LastReceipt> {
  const own = sql`FROM ordenes o JOIN comprobantes c ON c.id_orden = o.id WHERE o.id_usuario = ${usuario} AND o.id_personal IS NULL`
  const [row] = await query<LastReceipt>(
    db,
    sql`SELECT coalesce((SELECT c.tipo ${own} ORDER BY o.creada_en DESC, o.id DESC LIMIT 1), 'boleta') AS tipo,
      (SELECT json_build_object(${RECEIPT}) ${own} AND c.tipo = 'factura' ORDER BY o.creada_en DESC, o.id DESC LIMIT 1) AS factura`,
  )
  return row ?? { tipo: 'boleta', factura: null }
}

export const NO_DATA: Receipt = {
  tipo: 'boleta',
  tipo_documento: null,
  documento: null,
  razon_social: null,
  direccion: null,
}

/** Whoever sold it sees it, and those who keep the books see all. */
export const isOpenTo = (identity: Identity, seller: number | null): boolean =>
  can(identity, 'contabilidad') || (can(identity, 'ventas.registrar') && seller === identity.id)

type Stored = Receipt & { numero: string | null }

/** What of an order's receipt the caller sees. */
export function shownReceipt(
  identity: Identity,
  order: { total: number; id_personal: number | null },
  stored: Stored | null,
): StaffOrder['comprobante'] {
  if (order.total === 0) return null
  const { numero, ...data } = stored ?? { ...NO_DATA, numero: null }
  const editable = isOpenTo(identity, order.id_personal)
  return { datos: editable ? data : null, numero, editable }
}
