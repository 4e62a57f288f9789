import { MAX_INSTALMENTS } from '@campus/contract/instalment-rules'
import { MAX_OPERATION, MEDIA, type Medium, NUMBERED_MEDIA } from '@campus/contract/media'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
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
import { orden_lineas, ordenes } from './orders.tables.ts'

/** `ajuste` mends what staff recorded wrongly: a charge (negative, of itself) or a refund. */
export type MovementKind = 'cobro' | 'devolucion' | 'contracargo' | 'ajuste'

/** The days on which money moved. Each movement refers to its own, which keeps a day from being summed beside a writer. */
export const dias_de_dinero = pgTable(
  'dias_de_dinero',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    /** In Lima. */
    dia: date().notNull(),
    /** Whether `dinero_del_dia` has the sums of all its movements. */
    sumado: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.id_cliente, t.dia] }),
    index('dias_por_sumar').on(t.dia).where(sql`NOT ${t.sumado}`),
  ],
)

/** Sums of a day that is over, so that those of a month read days; of all courses together with `id_curso` 0. */
export const dinero_del_dia = pgTable(
  'dinero_del_dia',
  {
    id_cliente: rowId().notNull(),
    dia: date().notNull(),
    id_curso: rowId().notNull(),
    medio: text().$type<Medium>().notNull(),
    /** 0 for what was paid online. */
    id_registro: rowId().notNull(),
    cobros: integer().notNull(),
    /** Orders whose first movement it has. */
    ordenes: integer().notNull(),
    cobrado_centimos: bigint({ mode: 'number' }).notNull(),
    devuelto_centimos: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id_cliente, t.id_curso, t.dia, t.medio, t.id_registro] }),
    foreignKey({
      name: 'dinero_del_dia_dia',
      columns: [t.id_cliente, t.dia],
      foreignColumns: [dias_de_dinero.id_cliente, dias_de_dinero.dia],
    }),
    index('dinero_de_un_dia').on(t.id_cliente, t.dia),
  ],
)

/** What was agreed of an order that is not paid at once (docs/product/shop.md 11). `pagada_el` follows from its movements. */
export const cuotas = pgTable(
  'cuotas',
  {
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id),
    /** From 1. */
    numero: integer().notNull(),
    centimos: integer().notNull(),
    /** In Lima. */
    vence: date().notNull(),
    /** The day of the charge that pays it. */
    pagada_el: date(),
    /** The refund that ended what was owed. */
    id_cierre: rowId().references((): AnyPgColumn => movimientos.id),
    /** The `external_reference` of its own preference at the gateway. */
    referencia: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    init_point: text(),
    preferencia_en: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.id_orden, t.numero] }),
    index('cuotas_por_cobrar').on(t.vence, t.id_orden).where(sql`${t.pagada_el} IS NULL AND ${t.id_cierre} IS NULL`),
    index('cuotas_en_pasarela').on(t.preferencia_en, t.id_orden).where(sql`${t.preferencia_en} IS NOT NULL`),
    check('cuotas_numero', sql`${t.numero} BETWEEN 1 AND ${sql.raw(String(MAX_INSTALMENTS))}`),
    check('cuotas_centimos', sql`${t.centimos} > 0`),
    check('cuotas_preferencia', sql`num_nonnulls(${t.init_point}, ${t.preferencia_en}) IN (0, 2)`),
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
    /** What staff recorded and an `ajuste` takes back. */
    id_corregido: rowId().references((): AnyPgColumn => movimientos.id),
    tipo: text().$type<MovementKind>().notNull(),
    centimos: integer().notNull(),
    medio: text().$type<Medium>().notNull(),
    operacion: text(),
    /** In Lima. */
    dia: date().notNull(),
    origen: text().$type<'pasarela' | 'personal'>().notNull(),
    id_personal: rowId().references(() => usuarios.id),
    /** Who registered the charge that it is, takes back or mends; null where that was paid online. */
    id_registro: rowId().references(() => usuarios.id),
    /** Of the payment, the refund or the chargeback; a staff's refund at the gateway waits for its. */
    id_pasarela: text(),
    /** The instalment that it is for; null for the whole order. */
    cuota: integer(),
    /** Whether it pays the whole of what it is for, by its amount or because staff took it so. */
    salda: boolean().notNull().default(false),
    motivo: text(),
    /** When staff took back what they had registered; its `ajuste` says who and why. */
    anulado_en: instant(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('movimientos_de_pasarela').on(t.tipo, t.id_pasarela).where(sql`${t.id_pasarela} IS NOT NULL`),
    uniqueIndex('movimientos_operacion')
      .on(t.id_cliente, t.medio, t.operacion)
      .where(sql`${t.tipo} = 'cobro' AND ${t.operacion} IS NOT NULL AND ${t.anulado_en} IS NULL`),
    unique('movimientos_con_orden_y_dia').on(t.id, t.id_orden, t.dia),
    index('movimientos_de_orden').on(t.id_orden, t.id),
    index('movimientos_de_cobro').on(t.id_cobro).where(sql`${t.id_cobro} IS NOT NULL`),
    foreignKey({
      name: 'movimientos_dia',
      columns: [t.id_cliente, t.dia],
      foreignColumns: [dias_de_dinero.id_cliente, dias_de_dinero.dia],
    }),
    index('movimientos_por_dia').on(t.id_cliente, t.dia, t.id, t.id_orden, t.id_registro),
    index('movimientos_por_medio').on(t.id_cliente, t.medio, t.dia, t.id, t.id_orden),
    index('movimientos_por_registro')
      .on(t.id_registro, t.dia, t.id, t.id_orden, t.id_cliente)
      .where(sql`${t.id_registro} IS NOT NULL`),
    /** For the day's mail to the owner. */
    index('movimientos_por_creacion').on(t.id_cliente, t.creado_en),
    foreignKey({
      name: 'movimientos_cuota',
      columns: [t.id_orden, t.cuota],
      foreignColumns: [cuotas.id_orden, cuotas.numero],
    }),
    check('movimientos_de_cuota', sql`${t.cuota} IS NULL OR ${t.tipo} = 'cobro'`),
    check('movimientos_tipo', sql`${t.tipo} IN ('cobro', 'devolucion', 'contracargo', 'ajuste')`),
    check('movimientos_medio', sql`${t.medio} IN (${sql.raw(MEDIA.map((medio) => `'${medio}'`).join(', '))})`),
    check(
      'movimientos_signo',
      sql`CASE ${t.tipo} WHEN 'cobro' THEN ${t.centimos} > 0 OR (${t.centimos} = 0 AND ${t.medio} = 'cortesia')
        WHEN 'devolucion' THEN ${t.centimos} < 0
        WHEN 'ajuste' THEN CASE WHEN ${t.id_corregido} <> ${t.id_cobro} THEN ${t.centimos} > 0
          ELSE ${t.centimos} < 0 OR (${t.centimos} = 0 AND ${t.medio} = 'cortesia') END
        ELSE ${t.centimos} <> 0 END`,
    ),
    check('movimientos_cobro', sql`(${t.tipo} = 'cobro') = (${t.id_cobro} IS NULL)`),
    check('movimientos_corregido', sql`(${t.tipo} = 'ajuste') = (${t.id_corregido} IS NOT NULL)`),
    check(
      'movimientos_anulado',
      sql`${t.anulado_en} IS NULL OR (${t.origen} = 'personal' AND ${t.tipo} IN ('cobro', 'devolucion'))`,
    ),
    check('movimientos_salda', sql`${t.salda} <= (${t.tipo} = 'cobro')`),
    check('movimientos_origen', sql`${t.origen} IN ('pasarela', 'personal')`),
    check('movimientos_personal', sql`(${t.origen} = 'personal') = (${t.id_personal} IS NOT NULL)`),
    check('movimientos_registro', sql`${t.tipo} <> 'cobro' OR ${t.id_registro} IS NOT DISTINCT FROM ${t.id_personal}`),
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
    /** The movement's, for the course's money of a period. */
    dia: date().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id_movimiento, t.id_curso] }),
    foreignKey({
      name: 'movimiento_lineas_movimiento',
      columns: [t.id_movimiento, t.id_orden, t.dia],
      foreignColumns: [movimientos.id, movimientos.id_orden, movimientos.dia],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'movimiento_lineas_linea',
      columns: [t.id_orden, t.id_curso],
      foreignColumns: [orden_lineas.id_orden, orden_lineas.id_curso],
    }),
    index('movimiento_lineas_de_linea').on(t.id_orden, t.id_curso),
    index('movimiento_lineas_por_dia').on(t.id_curso, t.dia, t.id_movimiento, t.id_orden),
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
    /** When staff were warned that the gateway does not end it. */
    avisada_en: instant(),
  },
  (t) => [
    unique('devoluciones_un_envio').on(t.id_personal, t.envio),
    unique('devoluciones_un_movimiento').on(t.id_movimiento),
    index('devoluciones_de_orden').on(t.id_orden),
    index('devoluciones_enviadas').on(t.creado_en, t.id).where(sql`${t.estado} = 'enviada'`),
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
