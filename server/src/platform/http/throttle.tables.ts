import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/database.ts'

/** Fixed-window counters shared by every instance. */
export const limites = pgTable(
  'limites',
  {
    regla: text().notNull(),
    clave: text().notNull(),
    cuenta: integer().notNull().default(1),
    termina_en: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.regla, t.clave] })],
)
