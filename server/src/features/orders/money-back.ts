import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { ordenes } from './orders.tables.ts'

/** Of the staff's word it is the balance's negative side. */
const SIGN = { pasarela: 1, personal: -1 } as const

/**
 * The gateway and the staff tell of the same money: what one of them told first, the other does not tell again
 * (docs/product/shop.md 7.10). The caller holds the order. Returns the céntimos that the buyer was not told of yet.
 */
export async function newMoneyBack(tx: Db, order: { id: number }, from: keyof typeof SIGN, centimos: number) {
  if (centimos <= 0) return { nuevo: 0, falta: 0 }
  const [row] = await tx
    .update(ordenes)
    .set({ saldo_devuelto: sql`${ordenes.saldo_devuelto} + ${SIGN[from] * centimos}` })
    .where(eq(ordenes.id, order.id))
    .returning({ saldo: ordenes.saldo_devuelto })
  const saldo = SIGN[from] * (row?.saldo ?? 0)
  // What the other had told before was minus this balance; what is left of it is still to be told from here.
  const told = Math.min(centimos, Math.max(0, centimos - saldo))
  return { nuevo: centimos - told, falta: Math.max(0, -saldo) }
}

/** What the gateway gave back before a refund was requested was for something else. */
export async function startMoneyBack(tx: Db, order: { id: number }): Promise<void> {
  await tx
    .update(ordenes)
    .set({ saldo_devuelto: sql`least(${ordenes.saldo_devuelto}, 0)` })
    .where(
      sql`${ordenes.id} = ${order.id} AND NOT EXISTS (SELECT FROM orden_devoluciones d WHERE d.id_orden = ${order.id} AND d.resuelta_en IS NULL)`,
    )
}
