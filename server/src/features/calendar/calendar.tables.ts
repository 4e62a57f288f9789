import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { usuarios } from '../accounts/accounts.tables.ts'

/** The secret of a person's calendar subscription; renewing it ends the old address. Calendars cannot send a header. */
export const suscripciones_calendario = pgTable('suscripciones_calendario', {
  id_usuario: integer()
    .primaryKey()
    .references(() => usuarios.id, { onDelete: 'cascade' }),
  secreto: text().notNull().unique(),
})
