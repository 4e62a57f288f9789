import { sql } from 'drizzle-orm'
import { bigint, index, pgTable } from 'drizzle-orm/pg-core'

/**
 * How often what an answer is made of has changed (platform/kept.ts). The version of a `clave` is the sum of its rows: who changes
 * something raises a row that nobody else holds, or adds one, so that writers never wait for each other here.
 */
export const versiones = pgTable(
  'versiones',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    /** What changed: its kind and its id (`VERSIONED` in versions.ts). */
    clave: bigint({ mode: 'number' }).notNull(),
    version: bigint({ mode: 'number' }).notNull().default(sql`1`),
  },
  (t) => [index('versiones_clave').on(t.clave)],
)
