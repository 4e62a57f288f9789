import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'

/**
 * Puts a movement in the drawer of who took or gave the money; what takes one back is in the same drawer as that one, whoever
 * does it. What was registered before there were drawers is in none.
 */
export const putInTill = (tx: Db, id: number) =>
  tx.execute(sql`INSERT INTO caja_movimientos (id_movimiento, id_cliente, id_personal)
    SELECT m.id, m.id_cliente, coalesce(k.id_personal, m.id_personal) FROM movimientos m
      LEFT JOIN caja_movimientos k ON k.id_movimiento = m.id_corregido
    WHERE m.id = ${id} AND (m.id_corregido IS NULL OR k.id_movimiento IS NOT NULL)`)
