import type { Medium } from '@campus/contract/media'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { movimientos } from './movements.tables.ts'

/** What somebody counted at the end; each begins where their one before ended, so that no two overlap. */
export const cierres_de_caja = pgTable(
  'cierres_de_caja',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_personal: rowId()
      .notNull()
      .references(() => usuarios.id),
    id_anterior: rowId(),
    /** The end of the one before; null for the first. */
    desde: instant(),
    hasta: instant().notNull(),
    /** What there was of each medium. */
    medios: jsonb().$type<{ medio: Medium; cobros: number; centimos: number }[]>().notNull(),
    /** Of cash, as the rest. */
    esperado_centimos: integer().notNull(),
    contado_centimos: integer().notNull(),
    diferencia_centimos: bigint({ mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`contado_centimos::bigint - esperado_centimos`),
    nota: text(),
    envio: uuid().notNull(),
  },
  (t) => [
    unique('cierres_un_envio').on(t.id_personal, t.envio),
    unique('cierres_de_persona').on(t.id, t.id_cliente, t.id_personal),
    unique('cierres_hasta').on(t.id, t.id_cliente, t.id_personal, t.hasta),
    unique('cierres_uno_despues').on(t.id_anterior),
    uniqueIndex('cierres_uno_primero').on(t.id_cliente, t.id_personal).where(sql`${t.id_anterior} IS NULL`),
    foreignKey({
      name: 'cierres_anterior',
      columns: [t.id_anterior, t.id_cliente, t.id_personal, t.desde],
      foreignColumns: [t.id, t.id_cliente, t.id_personal, t.hasta],
    }),
    index('cierres_de_marca').on(t.id_cliente, t.hasta, t.id),
    index('cierres_ultimo').on(t.id_personal, t.id_cliente, t.hasta),
    check(
      'cierres_periodo',
      sql`(${t.id_anterior} IS NULL) = (${t.desde} IS NULL) AND (${t.desde} < ${t.hasta}) IS NOT FALSE`,
    ),
    check('cierres_contado', sql`${t.contado_centimos} >= 0`),
    check('cierres_medios', sql`jsonb_typeof(${t.medios}) = 'array'`),
    check(
      'cierres_nota',
      sql`(${t.contado_centimos} = ${t.esperado_centimos} OR ${t.nota} IS NOT NULL)
        AND (char_length(${t.nota}) BETWEEN 1 AND ${sql.raw(String(MAX_REFUND_TEXT))}) IS NOT FALSE`,
    ),
  ],
)

/** Money that passed through somebody's hands, until they close with it. Written with the movement. */
export const caja_movimientos = pgTable(
  'caja_movimientos',
  {
    id_movimiento: rowId()
      .primaryKey()
      .references(() => movimientos.id),
    id_cliente: rowId().notNull(),
    id_personal: rowId()
      .notNull()
      .references(() => usuarios.id),
    id_cierre: rowId(),
  },
  (t) => [
    foreignKey({
      name: 'caja_movimientos_cierre',
      columns: [t.id_cierre, t.id_cliente, t.id_personal],
      foreignColumns: [cierres_de_caja.id, cierres_de_caja.id_cliente, cierres_de_caja.id_personal],
    }),
    index('caja_movimientos_abiertos')
      .on(t.id_personal, t.id_cliente, t.id_movimiento)
      .where(sql`${t.id_cierre} IS NULL`),
    index('caja_movimientos_de_cierre').on(t.id_cierre).where(sql`${t.id_cierre} IS NOT NULL`),
  ],
)
