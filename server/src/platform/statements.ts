import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

const dialect = new PgDialect()

/**
 * A statement that is written out, writes included, as a named prepared statement: its text is built once for the whole
 * program, so that a transaction does not build it anew, and each connection reads and plans it once. Values come in through
 * `sql.placeholder`, with a cast where PostgreSQL cannot tell their type.
 *
 * Several parts that write (`WITH ... AS (INSERT ...)`) all see the database as it was when the statement began: what has to
 * see the writes of who was waited for belongs in a statement after the one that holds the row
 * (decision 21). Rows come as PostgreSQL gives them; `SELECT to_json(q) AS fila` makes times ISO 8601 and decimals numbers.
 */
export function statement<Row extends object>(query: SQL): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  let built: ReturnType<PgDialect['sqlToQuery']> | undefined
  return async (db, values) => {
    built ??= dialect.sqlToQuery(query)
    const rows = await db._.session.prepareQuery(built, undefined, 'escrito', false).execute(values)
    return rows as Row[]
  }
}

/** {@link statement} whose one column `fila` is a JSON value. */
export function jsonStatement<Row>(query: SQL): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const run = statement<{ fila: Row }>(query)
  return async (db, values) => (await run(db, values)).map(({ fila }) => fila)
}
