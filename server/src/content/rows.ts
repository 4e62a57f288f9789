import { type SQL, sql } from 'drizzle-orm'

/** Ids by key. */
export type Ids = Map<string, number>

/** The id of something that was checked before. */
export function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key} was checked and is not there`)
  return id
}

/** The only row of an answer. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('a row was to be written and was not')
  return row
}

/** The `set` of an upsert: every column of the rows but their id takes the value that was to be inserted. */
export function overwrite(rows: object[]): Record<string, SQL> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  return Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${column}`)]))
}
