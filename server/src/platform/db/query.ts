import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Runs a query whose SQL is clearer written out than built, and returns its rows. Each row travels as one JSON value, so that
 * timestamps are ISO 8601, decimals and bigints are numbers, and lists may nest. A write needs a `RETURNING`.
 */
export async function query<Row extends object>(db: Db, text: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ fila: Row }>(sql`WITH q AS (${text}) SELECT to_json(q) AS fila FROM q`)
  return rows.map(({ fila }) => fila)
}
