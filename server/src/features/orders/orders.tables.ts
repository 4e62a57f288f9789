import { CURRENCY, type OrderState } from '@campus/contract/order-rules'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos, grupos } from '../catalogue/catalogue.tables.ts'
import { referidos } from '../referrals/referrals.tables.ts'
import type { BuyerEvent } from './order-state.ts'

/** Of movements `m`, what came in, less the charges that staff took back; the rest is what went back. */
export const CAME_IN = sql.raw(`(m.tipo = 'cobro' OR (m.tipo = 'ajuste' AND m.centimos < 0))`)
/** Of movements `m`, charges that staff did not take back. */
export const CHARGED = sql.raw(`(m.tipo = 'cobro' AND m.anulado_en IS NULL)`)

/** Written before the buyer goes to pay; `huella` identifies the set of courses. */
export const ordenes = pgTable(
  'ordenes',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    /** Public id, the `external_reference` at the gateway. */
    numero: uuid().notNull().unique(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    estado: text().$type<OrderState>().notNull().default('pendiente'),
    huella: text().notNull(),
    subtotal_centimos: integer().notNull(),
    descuento_centimos: integer().notNull().default(0),
    total_centimos: integer().notNull(),
    moneda: text().notNull().default(CURRENCY),
    id_referido: rowId().references(() => referidos.id),
    pasarela: text().notNull(),
    id_preferencia: text(),
    init_point: text(),
    creada_en: instant().notNull().default(sql`now()`),
    revisada_en: instant(),
    /** When the gateway was last asked, answered or not. */
    preguntada_en: instant(),
    pagada_en: instant(),
    /** When its confirmation was first handed to the mail server. */
    confirmada_en: instant(),
    /** Who registered the sale; null where the buyer ordered it. */
    id_personal: rowId().references(() => usuarios.id),
    /** Why staff gave a discount or the courses for nothing. */
    motivo: text(),
    envio: uuid(),
  },
  (t) => [
    uniqueIndex('ordenes_una_por_cobrar')
      .on(t.id_usuario, t.huella)
      .where(sql`${t.estado} IN ('pendiente', 'en_espera', 'rechazada')`),
    index('ordenes_de_referido').on(t.id_referido).where(sql`${t.id_referido} IS NOT NULL`),
    index('ordenes_de_usuario').on(t.id_usuario, t.creada_en),
    index('ordenes_en_revision').on(t.id_cliente, t.creada_en).where(sql`${t.estado} = 'en_revision'`),
    index('ordenes_pagadas').on(t.id_cliente, t.pagada_en).where(sql`${t.pagada_en} IS NOT NULL`),
    uniqueIndex('ordenes_un_envio').on(t.id_personal, t.envio).where(sql`${t.envio} IS NOT NULL`),
    index('ordenes_de_marca').on(t.id_cliente, t.creada_en, t.id),
    index('ordenes_por_estado').on(t.id_cliente, t.estado, t.creada_en, t.id),
    index('ordenes_por_conciliar').on(t.creada_en).where(sql`${t.estado} IN ('pendiente', 'en_espera', 'rechazada')`),
    check(
      'ordenes_suma',
      sql`${t.total_centimos} = ${t.subtotal_centimos} - ${t.descuento_centimos} AND ${t.descuento_centimos} >= 0 AND ${t.total_centimos} >= 0`,
    ),
    check(
      'ordenes_pagada',
      sql`(${t.estado} IN ('pagada', 'reembolsada', 'contracargo')) <= (${t.pagada_en} IS NOT NULL)`,
    ),
  ],
)

export const orden_lineas = pgTable(
  'orden_lineas',
  {
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id, { onDelete: 'cascade' }),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id),
    nombre: text().notNull(),
    imagen: text(),
    precio_centimos: integer().notNull(),
    /** Its part of the order's. */
    descuento_centimos: integer().notNull().default(0),
    /** When a refund closed the course. */
    cerrada_en: instant(),
    /** For which it was bought. */
    id_grupo: rowId(),
    /** Until when its place in the group is held for an order that is not paid. */
    apartado_hasta: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.id_orden, t.id_curso] }),
    foreignKey({
      name: 'orden_lineas_grupo',
      columns: [t.id_curso, t.id_grupo],
      foreignColumns: [grupos.id_curso, grupos.id],
    }),
    index('orden_lineas_de_grupo').on(t.id_grupo, t.apartado_hasta).where(sql`${t.id_grupo} IS NOT NULL`),
    check('lineas_apartado', sql`(${t.apartado_hasta} IS NOT NULL) <= (${t.id_grupo} IS NOT NULL)`),
    index('orden_lineas_de_curso').on(t.id_curso, t.id_orden),
    check('lineas_precio', sql`${t.precio_centimos} >= 0`),
    check('lineas_descuento', sql`${t.descuento_centimos} BETWEEN 0 AND ${t.precio_centimos}`),
  ],
)

/** Courses whose refund the buyer requested; staff decide, or the gateway by giving all of it back. */
export const orden_devoluciones = pgTable(
  'orden_devoluciones',
  {
    id_orden: rowId().notNull(),
    id_curso: rowId().notNull(),
    /** The order's, for the list of what waits. */
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    monto_centimos: integer().notNull(),
    motivo: text(),
    pedida_en: instant().notNull().default(sql`now()`),
    resuelta_en: instant(),
    resultado: text().$type<'devuelta' | 'negada'>(),
    /** Why it was denied, for the buyer. */
    respuesta: text(),
    /** Null where the gateway gave the money back. */
    id_personal: rowId().references(() => usuarios.id),
  },
  (t) => [
    primaryKey({ columns: [t.id_orden, t.id_curso] }),
    foreignKey({
      name: 'devoluciones_de_linea',
      columns: [t.id_orden, t.id_curso],
      foreignColumns: [orden_lineas.id_orden, orden_lineas.id_curso],
    }).onDelete('cascade'),
    index('devoluciones_por_atender').on(t.id_cliente, t.pedida_en, t.id_orden).where(sql`${t.resuelta_en} IS NULL`),
    check('devoluciones_monto', sql`${t.monto_centimos} > 0`),
    check('devoluciones_motivo', sql`char_length(${t.motivo}) BETWEEN 1 AND ${sql.raw(String(MAX_REFUND_TEXT))}`),
    check('devoluciones_resuelta', sql`(${t.resuelta_en} IS NULL) = (${t.resultado} IS NULL)`),
    check(
      'devoluciones_resultado',
      sql`CASE ${t.resultado} WHEN 'negada' THEN ${t.id_personal} IS NOT NULL AND char_length(${t.respuesta}) BETWEEN 3 AND ${sql.raw(String(MAX_REFUND_TEXT))}
        WHEN 'devuelta' THEN ${t.respuesta} IS NULL ELSE num_nonnulls(${t.resultado}, ${t.respuesta}, ${t.id_personal}) = 0 END IS TRUE`,
    ),
  ],
)

/** The buyer's notifications of an order; `clave` makes each event be sent once. */
export const orden_avisos = pgTable(
  'orden_avisos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id, { onDelete: 'cascade' }),
    tipo: text().$type<BuyerEvent>().notNull(),
    clave: text().notNull(),
    monto_centimos: integer().notNull(),
    /** The instalment that it is about. */
    cuota: integer(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [unique('orden_avisos_una_vez').on(t.id_orden, t.clave)],
)
