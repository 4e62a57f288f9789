import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/** At most two codes per student (docs/product/shop.md 8.2). */
export const referidos = pgTable(
  'referidos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    codigo: text().notNull().unique(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    numero: smallint().notNull(),
    creado_en: instant().notNull().default(sql`now()`),
    envio: uuid(),
  },
  (t) => [
    sentOnce('referidos_envio', t),
    unique('referidos_dos_por_usuario').on(t.id_usuario, t.numero),
    check('referidos_numero', sql`${t.numero} IN (1, 2)`),
    check('referidos_codigo', sql`${t.codigo} ~ '^REF(0|[1-9][0-9]{0,4})$'`),
  ],
)
