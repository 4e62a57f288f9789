import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { usuarios } from '../../features/accounts/accounts.tables.ts'
import { clientes } from '../../features/brands/brands.tables.ts'
import { instant, rowId } from '../../platform/db/database.ts'

/** Issues the versions of every draft and publication, so that the greater is the newer. */
export const version_documento = pgSequence('version_documento')

/** What staff write before students see it, one draft per document. */
export const borradores = pgTable(
  'borradores',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    /** Such as `leccion:34` (contract `DocumentName`). */
    objeto: text().notNull(),
    documento: jsonb().$type<Record<string, unknown>>().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    por: rowId()
      .notNull()
      .references(() => usuarios.id),
    en: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.id_cliente, t.objeto] })],
)

/** Every text that was published, discarded or replaced; the newest 50 of each document. */
export const versiones = pgTable(
  'versiones',
  {
    version: bigint({ mode: 'number' }).primaryKey(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    objeto: text().notNull(),
    motivo: text().$type<'publicada' | 'descartada' | 'reemplazada'>().notNull(),
    documento: jsonb().$type<Record<string, unknown>>().notNull(),
    nota: text(),
    por: rowId().references(() => usuarios.id),
    en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('versiones_de_documento').on(t.id_cliente, t.objeto, t.version.desc()),
    check('versiones_motivo', sql`${t.motivo} IN ('publicada', 'descartada', 'reemplazada')`),
  ],
)
