import { SALE_MAILS, type SaleMails } from '@campus/contract/sale-mails'
import { sql } from 'drizzle-orm'
import { check, date, pgTable, text } from 'drizzle-orm/pg-core'
import { rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/** Without a row: a mail for each sale. */
export const correos_de_ventas = pgTable(
  'correos_de_ventas',
  {
    id_usuario: rowId()
      .primaryKey()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    cuando: text().$type<SaleMails>().notNull(),
    /** The last day in Lima that was summed up for them, so that a repeated job mails once. */
    ultimo_dia: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    check(
      'correos_de_ventas_cuando',
      sql`${t.cuando} IN (${sql.raw(SALE_MAILS.map((cuando) => `'${cuando}'`).join(', '))})`,
    ),
  ],
)
