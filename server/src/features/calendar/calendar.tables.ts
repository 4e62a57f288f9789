import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { usuarios } from '../accounts/accounts.tables.ts'

/** Renewing the secret ends the old URL. */
export const suscripciones_calendario = pgTable('suscripciones_calendario', {
  id_usuario: integer()
    .primaryKey()
    .references(() => usuarios.id, { onDelete: 'cascade' }),
  secreto: text().notNull().unique(),
})
