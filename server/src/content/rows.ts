import { type SQL, sql } from 'drizzle-orm'

export type Ids = Map<string, number>

export function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key} was validated but is missing`)
  return id
}

/** The `set` of an upsert: all columns except `id` take the inserted value. */
export function overwrite(rows: object[]): Record<string, SQL> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  return Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${column}`)]))
}
