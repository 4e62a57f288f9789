import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { rowId } from './database.ts'

/**
 * How often what public pages show was changed, counted by triggers. Several rows of a thing are one number, their sum: a
 * transaction takes a row that no other holds, so that writers never wait for each other.
 */
export const cambios = pgTable(
  'cambios',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    /** A table, or a part of one. */
    cosa: text().notNull(),
    cuenta: bigint({ mode: 'number' }).notNull().default(1),
  },
  (t) => [index('cambios_por_cosa').on(t.cosa)],
)
