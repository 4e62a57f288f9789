import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { clientes } from '../brands/brands.tables.ts'

export const paginas = pgTable(
  'paginas',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    clave: text().$type<'terminos' | 'privacidad' | 'preguntas-frecuentes' | 'reembolsos'>().notNull(),
    titulo: text().notNull(),
    markdown: text().notNull(),
    actualizado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.id_cliente, t.clave] }),
    check('paginas_clave', sql`${t.clave} IN ('terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos')`),
  ],
)
