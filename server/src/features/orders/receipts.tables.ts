import { BUYER_DOCUMENTS, type ReceiptKind } from '@campus/contract/receipt-names'
import {
  DOCUMENT_RULES,
  MAX_BUSINESS_ADDRESS,
  MAX_BUSINESS_NAME,
  MAX_RECEIPT_NUMBER,
  RUC_BEGINNINGS,
  RUC_WEIGHTS,
} from '@campus/contract/receipt-rules'
import type { Receipt } from '@campus/contract/receipts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { ordenes } from './orders.tables.ts'

const RUC_SUM = RUC_WEIGHTS.map((weight, at) => `${weight} * substr(documento, ${at + 1}, 1)::int`).join(' + ')
const IS_RUC = sql.raw(
  `documento ~ '^(${RUC_BEGINNINGS.join('|')})[0-9]{9}$' AND (11 - (${RUC_SUM}) % 11) % 10 = right(documento, 1)::int`,
)
const IS_DOCUMENT = sql.raw(
  `CASE tipo_documento ${BUYER_DOCUMENTS.map((kind) => `WHEN '${kind}' THEN documento ~* '${DOCUMENT_RULES[kind][0].source}'`).join(' ')} ELSE false END`,
)
const upTo = (most: number) => sql.raw(`BETWEEN 1 AND ${most}`)

/** The receipt of an order: what was asked for, and the number of what the academy issued. An order without one has a boleta. */
export const comprobantes = pgTable(
  'comprobantes',
  {
    id_orden: rowId()
      .primaryKey()
      .references(() => ordenes.id, { onDelete: 'cascade' }),
    /** The order's. */
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    tipo: text().$type<ReceiptKind>().notNull(),
    tipo_documento: text().$type<Receipt['tipo_documento']>(),
    documento: text(),
    razon_social: text(),
    direccion: text(),
    numero: text(),
    numero_en: instant(),
    numero_por: rowId().references(() => usuarios.id),
  },
  (t) => [
    uniqueIndex('comprobantes_numero').on(t.id_cliente, t.tipo, t.numero).where(sql`${t.numero} IS NOT NULL`),
    index('comprobantes_por').on(t.numero_por).where(sql`${t.numero_por} IS NOT NULL`),
    check(
      'comprobantes_datos',
      sql`CASE ${t.tipo} WHEN 'factura' THEN ${t.tipo_documento} = 'RUC' AND ${IS_RUC}
          AND char_length(${t.razon_social}) ${upTo(MAX_BUSINESS_NAME)} AND char_length(${t.direccion}) ${upTo(MAX_BUSINESS_ADDRESS)}
        WHEN 'boleta' THEN num_nonnulls(${t.razon_social}, ${t.direccion}) = 0
          AND CASE WHEN ${t.tipo_documento} IS NULL THEN ${t.documento} IS NULL ELSE ${IS_DOCUMENT} END
        ELSE false END IS TRUE`,
    ),
    check(
      'comprobantes_numero_forma',
      sql`${t.numero} ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' AND char_length(${t.numero}) ${upTo(MAX_RECEIPT_NUMBER)}`,
    ),
    check('comprobantes_numero_quien', sql`num_nonnulls(${t.numero}, ${t.numero_en}, ${t.numero_por}) IN (0, 3)`),
  ],
)
