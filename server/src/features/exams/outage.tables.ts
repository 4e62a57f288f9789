import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/database.ts'

/** When the service last lived: one row, which every process writes. */
export const latido = pgTable('latido', { id: integer().primaryKey().default(1), ultimo: instant().notNull() }, (t) => [
  check('latido_unico', sql`${t.id} = 1`),
])
