import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * `query` as a named prepared statement, which PostgreSQL plans once per connection: for the few hot reads whose planning takes longer
 * than their execution. A name belongs to one text; only the arguments may differ between calls.
 */
export async function preparedQuery<Row extends object>(db: Db, name: string, text: SQL): Promise<Row[]> {
  const rows = await db.select({ fila: sql<Row>`to_json(q)` }).from(sql`(${text}) q`).prepare(name).execute()
  return rows.map(({ fila }) => fila)
}
