import { type SQL, sql } from 'drizzle-orm'
import type { Identity } from '../http/http.ts'
import type { Db } from './database.ts'

/**
 * Runs a query whose SQL is clearer written out than built, and returns its rows. Each row travels as one JSON value, so that
 * timestamps are ISO 8601, decimals and bigints are numbers, and lists may nest. A write needs a `RETURNING`.
 */
export async function query<Row extends object>(db: Db, text: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ fila: Row }>(sql`WITH q AS (${text}) SELECT to_json(q) AS fila FROM q`)
  return rows.map(({ fila }) => fila)
}

/** Rows as a table of a statement, sent as one parameter; `table` names it and its columns: `v(id int, nota numeric)`. */
export const recordset = (rows: readonly object[], table: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS ${sql.raw(table)}`

/** Until the transaction ends, for what no row's lock can order: rows that two transactions may both insert. */
export const lock = (tx: Db, what: string, id: number) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${what}), ${id}::int)`)

/**
 * Since when the same text of the same person is taken for a repetition: a double click, or a phone that sent again after its
 * connection broke off.
 */
export const SENT_AGAIN = sql`now() - interval '1 minute'`

/** Something that differs between executions of a {@link prepared} statement. */
export const argument = (name: string): SQL => sql`${sql.placeholder(name)}`

/** The caller as arguments: pass the request's identity. */
export const CALLER = {
  id: argument('id'),
  id_cliente: argument('id_cliente'),
  roles: argument('roles'),
}
export type Caller = Pick<Identity, 'id' | 'id_cliente' | 'roles'>

type Statement<Row> = { execute: (values: Record<string, unknown>) => Promise<{ filas: Row[] }[]> }

/**
 * `query` as a named statement, built once and planned by PostgreSQL once per connection, whose rows travel as one JSON value: for the
 * few hot reads that spend more time on these than on their execution. A name belongs to one text.
 */
export function prepared<Row extends object, Values extends Record<string, unknown>>(name: string, text: SQL) {
  const statements = new WeakMap<Db, Statement<Row>>()
  const prepare = (db: Db): Statement<Row> =>
    db.select({ filas: sql<Row[]>`coalesce(json_agg(q), '[]')` }).from(sql`(${text}) q`).prepare(name)
  return async (db: Db, values: Values): Promise<Row[]> => {
    const statement = statements.get(db) ?? prepare(db)
    statements.set(db, statement)
    const [row] = await statement.execute(values)
    return row?.filas ?? []
  }
}
