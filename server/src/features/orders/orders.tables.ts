import { MAX_OPERATION, MEDIA, type Medium, NUMBERED_MEDIA } from '@campus/contract/media'
import { CURRENCY, type OrderState } from '@campus/contract/order-rules'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
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
import { cursos } from '../catalogue/catalogue.tables.ts'
import { referidos } from '../referrals/referrals.tables.ts'
import type { PaymentStatus } from './gateway.ts'
import type { BuyerEvent } from './order-state.ts'

/** `ajuste` mends what staff recorded wrongly. */
export type MovementKind = 'cobro' | 'devolucion' | 'contracargo' | 'ajuste'

/** How a refund that is asked of the sandbox goes wrong: refused, done without an answer, or done after its answer. */
export type RefundFailure = 'rechazo' | 'sin_respuesta' | 'tarde'

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
    index('ordenes_por_total').on(t.id_cliente, t.total_centimos, t.id),
    index('ordenes_de_personal').on(t.id_personal).where(sql`${t.id_personal} IS NOT NULL`),
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
    /** When a refund closed the course. */
    cerrada_en: instant(),
  },
  (t) => [primaryKey({ columns: [t.id_orden, t.id_curso] }), check('lineas_precio', sql`${t.precio_centimos} >= 0`)],
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

/** The money of an order: every figure is a sum of it (docs/product/shop.md 7). Written by movements.ts alone. */
export const movimientos = pgTable(
  'movimientos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    /** The order's, for the brand's figures. */
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id),
    /** What came in before and is taken back or mended. */
    id_cobro: rowId().references((): AnyPgColumn => movimientos.id),
    /** The record of a refund that an `ajuste` takes back. */
    id_corregido: rowId().references((): AnyPgColumn => movimientos.id),
    tipo: text().$type<MovementKind>().notNull(),
    centimos: integer().notNull(),
    medio: text().$type<Medium>().notNull(),
    operacion: text(),
    /** In Lima. */
    dia: date().notNull(),
    origen: text().$type<'pasarela' | 'personal'>().notNull(),
    id_personal: rowId().references(() => usuarios.id),
    /** Of the payment, the refund or the chargeback; a staff's refund at the gateway waits for its. */
    id_pasarela: text(),
    /** Whether it pays the whole order, by its amount or because staff took it so. */
    salda: boolean().notNull().default(false),
    motivo: text(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('movimientos_de_pasarela').on(t.tipo, t.id_pasarela).where(sql`${t.id_pasarela} IS NOT NULL`),
    uniqueIndex('movimientos_operacion')
      .on(t.id_cliente, t.medio, t.operacion)
      .where(sql`${t.tipo} = 'cobro' AND ${t.operacion} IS NOT NULL`),
    unique('movimientos_con_orden').on(t.id, t.id_orden),
    index('movimientos_de_orden').on(t.id_orden, t.id),
    index('movimientos_de_cobro').on(t.id_cobro).where(sql`${t.id_cobro} IS NOT NULL`),
    /** All that sums of a period read. */
    index('movimientos_del_dia').on(t.id_cliente, t.dia, t.id_orden, t.tipo, t.medio, t.centimos, t.id),
    index('movimientos_de_medio').on(t.id_cliente, t.medio, t.id_orden),
    index('movimientos_de_personal')
      .on(t.id_personal, t.id_orden)
      .where(sql`${t.tipo} = 'cobro' AND ${t.id_personal} IS NOT NULL`),
    /** For the day's mail to the owner. */
    index('movimientos_por_creacion').on(t.id_cliente, t.creado_en),
    check('movimientos_tipo', sql`${t.tipo} IN ('cobro', 'devolucion', 'contracargo', 'ajuste')`),
    check('movimientos_medio', sql`${t.medio} IN (${sql.raw(MEDIA.map((medio) => `'${medio}'`).join(', '))})`),
    check(
      'movimientos_signo',
      sql`CASE ${t.tipo} WHEN 'cobro' THEN ${t.centimos} > 0 OR (${t.centimos} = 0 AND ${t.medio} = 'cortesia')
        WHEN 'devolucion' THEN ${t.centimos} < 0 WHEN 'ajuste' THEN ${t.centimos} > 0 ELSE ${t.centimos} <> 0 END`,
    ),
    check('movimientos_cobro', sql`(${t.tipo} = 'cobro') = (${t.id_cobro} IS NULL)`),
    check('movimientos_corregido', sql`(${t.tipo} = 'ajuste') = (${t.id_corregido} IS NOT NULL)`),
    check('movimientos_salda', sql`${t.salda} <= (${t.tipo} = 'cobro')`),
    check('movimientos_origen', sql`${t.origen} IN ('pasarela', 'personal')`),
    check('movimientos_personal', sql`(${t.origen} = 'personal') = (${t.id_personal} IS NOT NULL)`),
    check(
      'movimientos_numero',
      sql`${t.tipo} <> 'cobro' OR ${t.medio} NOT IN (${sql.raw(NUMBERED_MEDIA.map((medio) => `'${medio}'`).join(', '))}) OR ${t.operacion} IS NOT NULL`,
    ),
    check(
      'movimientos_textos',
      sql`char_length(${t.operacion}) BETWEEN 1 AND ${sql.raw(String(MAX_OPERATION))} AND char_length(${t.motivo}) BETWEEN 1 AND ${sql.raw(String(MAX_REFUND_TEXT))}`,
    ),
  ],
)

/** What of a movement is of each course; the sum is the movement's. */
export const movimiento_lineas = pgTable(
  'movimiento_lineas',
  {
    id_movimiento: rowId().notNull(),
    id_orden: rowId().notNull(),
    id_curso: rowId().notNull(),
    centimos: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id_movimiento, t.id_curso] }),
    foreignKey({
      name: 'movimiento_lineas_movimiento',
      columns: [t.id_movimiento, t.id_orden],
      foreignColumns: [movimientos.id, movimientos.id_orden],
    }),
    foreignKey({
      name: 'movimiento_lineas_linea',
      columns: [t.id_orden, t.id_curso],
      foreignColumns: [orden_lineas.id_orden, orden_lineas.id_curso],
    }),
    index('movimiento_lineas_de_linea').on(t.id_orden, t.id_curso),
    index('movimiento_lineas_de_curso').on(t.id_curso, t.id_movimiento),
  ],
)

/** Refunds by staff; what the gateway is asked for has its movement when it answers. */
export const devoluciones = pgTable(
  'devoluciones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id),
    id_cobro: rowId()
      .notNull()
      .references(() => movimientos.id),
    centimos: integer().notNull(),
    /** Céntimos by course. */
    reparto: jsonb().$type<Record<string, number>>().notNull(),
    /** Courses that close with it. */
    cierra: jsonb().$type<number[]>().notNull(),
    motivo: text().notNull(),
    estado: text().$type<'enviada' | 'hecha' | 'fallida'>().notNull(),
    id_personal: rowId()
      .notNull()
      .references(() => usuarios.id),
    envio: uuid().notNull(),
    /** When the gateway was first asked: only from then may a refund that it tells of be this one. */
    preguntada_en: instant(),
    /** The gateway's id of a refund that it has begun. */
    id_pasarela: text(),
    id_movimiento: rowId().references(() => movimientos.id),
    /** What the gateway said against it. */
    error: text(),
    creado_en: instant().notNull().default(sql`now()`),
    resuelta_en: instant(),
  },
  (t) => [
    unique('devoluciones_un_envio').on(t.id_personal, t.envio),
    unique('devoluciones_un_movimiento').on(t.id_movimiento),
    index('devoluciones_de_orden').on(t.id_orden),
    index('devoluciones_de_marca').on(t.id_cliente, t.creado_en, t.id),
    check('devoluciones_centimos', sql`${t.centimos} > 0`),
    check('devoluciones_motivo_texto', sql`char_length(${t.motivo}) BETWEEN 1 AND ${sql.raw(String(MAX_REFUND_TEXT))}`),
    check(
      'devoluciones_estado',
      sql`CASE ${t.estado} WHEN 'enviada' THEN num_nonnulls(${t.id_movimiento}, ${t.error}, ${t.resuelta_en}) = 0
        WHEN 'hecha' THEN ${t.id_movimiento} IS NOT NULL AND ${t.error} IS NULL AND ${t.resuelta_en} IS NOT NULL
        WHEN 'fallida' THEN ${t.id_movimiento} IS NULL AND ${t.error} IS NOT NULL AND ${t.resuelta_en} IS NOT NULL ELSE false END`,
    ),
  ],
)

/** As last read from the gateway; no figure reads it. */
export const pagos = pgTable(
  'pagos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    pasarela: text().notNull(),
    id_pago: text().notNull(),
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id),
    estado: text().$type<PaymentStatus>().notNull(),
    detalle: text(),
    monto_centimos: integer().notNull(),
    /** Paid back so far. */
    devuelto_centimos: integer().notNull().default(0),
    moneda: text().notNull(),
    /** Id of the card or wallet at the gateway. */
    medio: text(),
    real: boolean().notNull(),
    actualizado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('pagos_uno').on(t.pasarela, t.id_pago),
    index('pagos_de_orden').on(t.id_orden),
    check('pagos_devuelto', sql`${t.devuelto_centimos} BETWEEN 0 AND greatest(${t.monto_centimos}, 0)`),
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
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [unique('orden_avisos_una_vez').on(t.id_orden, t.clave)],
)

/** Gateway notifications, stored once and processed by a job. */
export const eventos_pago = pgTable(
  'eventos_pago',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    pasarela: text().notNull(),
    clave: text().notNull(),
    id_pago: text().notNull(),
    cuerpo: jsonb().notNull(),
    recibido_en: instant().notNull().default(sql`now()`),
    /** No longer written: a release after all copies run this one drops it, with its index. */
    procesado_en: instant(),
  },
  (t) => [
    unique('eventos_una_vez').on(t.pasarela, t.clave),
    index('eventos_de_pago').on(t.id_pago),
    index('eventos_por_fecha').on(t.recibido_en),
  ],
)

/** Payments of the sandbox, on the side of the gateway. */
export const pagos_de_prueba = pgTable(
  'pagos_de_prueba',
  {
    id: text().primaryKey(),
    referencia: text().notNull(),
    estado: text().$type<PaymentStatus>().notNull(),
    detalle: text(),
    monto_centimos: integer().notNull(),
    devuelto_centimos: integer().notNull().default(0),
    /** What the next refund that is asked of it does, as real ones may. */
    falla: text().$type<RefundFailure>(),
    creado_en: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('pagos_de_prueba_por_referencia').on(t.referencia)],
)

/** Refunds of the sandbox, on the side of the gateway; one for each `clave`. */
export const devoluciones_de_prueba = pgTable(
  'devoluciones_de_prueba',
  {
    id: text().primaryKey(),
    id_pago: text()
      .notNull()
      .references(() => pagos_de_prueba.id),
    clave: text(),
    centimos: integer().notNull(),
    creado_en: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [unique('devoluciones_de_prueba_una').on(t.id_pago, t.clave)],
)
