import { Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResult } from 'pg'
import type { Db } from './database.ts'

/** Values of a statement, by the name of their placeholder. */
export type Values = Record<string, unknown>

const dialect = new PgDialect()

function boundValue(part: unknown, values: Values): unknown {
  if (part instanceof Placeholder) return values[part.name] ?? null
  if (part instanceof Param && part.value instanceof Placeholder)
    return part.encoder.mapToDriverValue(values[part.value.name])
  return part
}

/** A query whose placeholders have become values. */
export function bind(query: SQL, values: Values): SQL {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return sqlOf(
    text,
    params.map((param) => boundValue(param, values)),
  )
}

/** A text with `$1`, `$2`... and its values, as Drizzle takes it. */
export function sqlOf(text: string, values: unknown[] = []): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`)))
}

/** Being replaced by `query` (db/query.ts) and Drizzle's builder: a query whose values come in through `sql.placeholder`. */
export function statement<Row extends object>(text: SQL): (db: Db, values: Values) => Promise<Row[]> {
  return async (db, values) => ((await db.execute(bind(text, values))) as QueryResult).rows as Row[]
}

/** {@link statement} whose one column `fila` is a JSON value. */
export function jsonStatement<Row>(text: SQL): (db: Db, values: Values) => Promise<Row[]> {
  const run = statement<{ fila: Row }>(text)
  return async (db, values) => (await run(db, values)).map(({ fila }) => fila)
}

/** A read whose SQL is written out; each row comes as one JSON value. Being replaced by `query`. */
export function hotRows<Row>(_name: string, text: SQL): (db: Db, params: Values) => Promise<Row[]> {
  return jsonStatement<Row>(sql`SELECT to_json(q) AS fila FROM (${text}) q`)
}
