import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'

/** The order that a reference at the gateway is of, and its instalment. */
export type Referred = { id: number; numero: string; cuota: number | null; centimos: number }

/** By the order's own number, or an instalment's. */
export async function findReferred(db: Db, reference: string): Promise<Referred | undefined> {
  const [found] = await query<Referred>(
    db,
    sql`SELECT o.id, o.numero, NULL::int AS cuota, o.total_centimos AS centimos FROM ordenes o WHERE o.numero = ${reference}
      UNION ALL SELECT o.id, o.numero, q.numero, q.centimos FROM cuotas q JOIN ordenes o ON o.id = q.id_orden WHERE q.referencia = ${reference}`,
  )
  return found
}

/** All that the gateway may know an order by. */
export async function referencesOf(db: Db, numero: string): Promise<string[]> {
  const rows = await query<{ referencia: string }>(
    db,
    sql`SELECT q.referencia FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
      WHERE o.numero = ${numero} AND q.preferencia_en IS NOT NULL ORDER BY q.numero`,
  )
  return [numero, ...rows.map(({ referencia }) => referencia)]
}
