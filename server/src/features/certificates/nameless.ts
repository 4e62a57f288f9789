import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'

/** Those of these people whose name no one wrote. */
export async function namelessOf(db: Db, people: number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    sql`SELECT u.id FROM usuarios u WHERE u.falta_nombre AND u.id = ANY (${sql.param(people)}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
