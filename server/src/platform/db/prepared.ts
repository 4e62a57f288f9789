import type { Role } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/** A parameter of a {@link prepared} statement. */
export const argument = (name: string): SQL => sql`${sql.placeholder(name)}`

/** Pass the request's identity as their values. */
export const CALLER = {
  id: argument('id'),
  id_cliente: argument('id_cliente'),
  roles: argument('roles'),
}
export type Caller = { id: number; id_cliente: number; roles: Role[] }

/** For Drizzle's `.prepare()`, which asks for a name: an empty one, because the client names every statement (naming.ts). */
export const NAMED_BY_CLIENT = ''

type Statement<Row> = { execute: (values: Record<string, unknown>) => Promise<{ filas: Row[] }[]> }

/** For hot reads whose text is long: Drizzle writes it once. */
export function prepared<Row extends object, Values extends Record<string, unknown>>(text: SQL) {
  const statements = new WeakMap<Db, Statement<Row>>()
  const prepare = (db: Db): Statement<Row> =>
    db.select({ filas: sql<Row[]>`coalesce(json_agg(q), '[]')` }).from(sql`(${text}) q`).prepare(NAMED_BY_CLIENT)
  return async (db: Db, values: Values): Promise<Row[]> => {
    const statement = statements.get(db) ?? prepare(db)
    statements.set(db, statement)
    const [row] = await statement.execute(values)
    return row?.filas ?? []
  }
}
