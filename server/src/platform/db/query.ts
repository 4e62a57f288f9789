import { type SQL, sql } from 'drizzle-orm'
import type { Identity } from '../http/http.ts'
import type { Db } from './database.ts'

/** Rows travel as one JSON value: ISO 8601 timestamps, decimals as numbers, nested lists. Writes need RETURNING. */
export async function query<Row extends object>(db: Db, text: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ fila: Row }>(sql`WITH q AS (${text}) SELECT to_json(q) AS fila FROM q`)
  return rows.map(({ fila }) => fila)
}

/** Rows as a table, sent as one parameter; `table` names it and its columns: `v(id int, nota numeric)`. */
export const recordset = (rows: readonly object[], table: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS ${sql.raw(table)}`

/** Until the transaction ends. For rows that two transactions may both insert, which no row lock can order. */
export const lock = (tx: Db, what: string, id: number) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${what}), ${id}::int)`)

/** A person's equal text since then is a repetition: a double click, or a retry after a lost connection. */
export const SENT_AGAIN = sql`now() - interval '1 minute'`

/** A parameter of a {@link prepared} statement. */
export const argument = (name: string): SQL => sql`${sql.placeholder(name)}`

/** Pass the request's identity as their values. */
export const CALLER = {
  id: argument('id'),
  id_cliente: argument('id_cliente'),
  roles: argument('roles'),
}
export type Caller = Pick<Identity, 'id' | 'id_cliente' | 'roles'>

type Statement<Row> = { execute: (values: Record<string, unknown>) => Promise<{ filas: Row[] }[]> }

/** Planned once per connection: for hot reads that cost more to plan than to execute. A name belongs to one text. */
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
