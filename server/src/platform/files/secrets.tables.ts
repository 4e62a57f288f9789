import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from '../db/database.ts'

/** Keys that the program makes for itself; in the database, so that every copy signs alike. */
export const secretos = pgTable('secretos', {
  nombre: text().primaryKey(),
  valor: bytes().notNull(),
})
