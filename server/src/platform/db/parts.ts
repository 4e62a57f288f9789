import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { QueryConfig } from 'pg'
import type { Database } from './database.ts'

/** At once, which occupy a connection each for as long as someone reads. */
const MOST = 2
let open = 0

/** A part is read beside the requests of a busy machine. */
const PART_MS = 60_000

/** Whether {@link rowsInParts} would leave too few connections for requests. */
export const areManyOpen = (): boolean => open >= MOST

/** The rows of a query, part by part and all of one moment, so that any number of them fits in memory. */
export async function* rowsInParts<Row extends object>(
  { pool }: Pick<Database, 'pool'>,
  text: SQL,
  size = 500,
): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  open += 1
  try {
    const tx = drizzle(client)
    await tx.execute(sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
    await tx.execute(sql`SELECT set_config('statement_timeout', ${String(PART_MS)}, true)`)
    await tx.execute(sql`DECLARE partes NO SCROLL CURSOR FOR WITH q AS (${text}) SELECT to_json(q) AS fila FROM q`)
    while (true) {
      const text = `FETCH ${size} FROM partes`
      const { rows } = await client.query<{ fila: Row }>({ text, query_timeout: PART_MS } as QueryConfig)
      if (rows.length === 0) break
      yield rows.map(({ fila }) => fila)
    }
    await tx.execute(sql`COMMIT`)
  } finally {
    open -= 1
    client.release(client.getTransactionStatus() !== 'I')
  }
}
