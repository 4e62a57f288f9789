import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { ordenes } from '../orders/orders.tables.ts'

export const cupones = pgTable(
  'cupones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    nombre: text().notNull(),
    busqueda: text().generatedAlwaysAs((): SQL => sql`sin_acentos(${cupones.nombre})`),
    /** One of the two. */
    porcentaje: smallint(),
    descuento_centimos: integer(),
    /** In Lima, both included. */
    desde: date(),
    hasta: date(),
    /** In all, and of each person; null without a limit. */
    usos: integer(),
    usos_persona: integer(),
    /** Has any number of codes, each for one use. */
    de_un_uso: boolean().notNull(),
    version: integer().notNull().default(1),
    /** Who made it. */
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    envio: uuid(),
    creado_en: instant().notNull().default(sql`now()`),
    cerrado_en: instant(),
  },
  (t) => [
    sentOnce('cupones_envio', t),
    index('cupones_de_marca').on(t.id_cliente, t.creado_en, t.id),
    check('cupones_descuento', sql`num_nonnulls(${t.porcentaje}, ${t.descuento_centimos}) = 1`),
    check('cupones_porcentaje', sql`${t.porcentaje} BETWEEN 1 AND 100`),
    check('cupones_monto', sql`${t.descuento_centimos} > 0`),
    check('cupones_dias', sql`${t.desde} <= ${t.hasta}`),
    check('cupones_usos', sql`${t.usos} > 0 AND ${t.usos_persona} > 0`),
  ],
)

/** Those that a coupon is for; without any it is for all. */
export const cupon_cursos = pgTable(
  'cupon_cursos',
  {
    id_cupon: rowId()
      .notNull()
      .references(() => cupones.id, { onDelete: 'cascade' }),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id),
  },
  (t) => [primaryKey({ columns: [t.id_cupon, t.id_curso] }), index('cupon_cursos_de_curso').on(t.id_curso)],
)

/** What a buyer types; never like a referral's, so that neither has to be searched for the other. */
export const cupon_codigos = pgTable(
  'cupon_codigos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cupon: rowId()
      .notNull()
      .references(() => cupones.id, { onDelete: 'cascade' }),
    /** The coupon's. */
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    codigo: text().notNull(),
    /** Of the request that made it with others. */
    envio: uuid(),
  },
  (t) => [
    unique('cupon_codigos_de_marca').on(t.id_cliente, t.codigo),
    unique('cupon_codigos_con_cupon').on(t.id_cupon, t.id),
    check('cupon_codigos_codigo', sql`${t.codigo} ~ '^[A-Z0-9]{3,20}$' AND ${t.codigo} !~ '^REF[0-9]+$'`),
  ],
)

/** The orders with a coupon: used once they are paid, held while they may be. */
export const cupon_usos = pgTable(
  'cupon_usos',
  {
    id_orden: rowId()
      .primaryKey()
      .references(() => ordenes.id),
    id_cupon: rowId().notNull(),
    id_codigo: rowId().notNull(),
    /** The order's, for the limit of each person. */
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    retenido_hasta: instant().notNull(),
    usado_en: instant(),
    /** It was paid when there was no use left. */
    de_mas: boolean().notNull().default(false),
    /** Who of the staff saw that. */
    visto_por: rowId().references(() => usuarios.id),
  },
  (t) => [
    foreignKey({
      name: 'cupon_usos_codigo',
      columns: [t.id_cupon, t.id_codigo],
      foreignColumns: [cupon_codigos.id_cupon, cupon_codigos.id],
    }),
    index('cupon_usos_hechos').on(t.id_cupon).where(sql`${t.usado_en} IS NOT NULL`),
    index('cupon_usos_retenidos').on(t.id_cupon, t.retenido_hasta).where(sql`${t.usado_en} IS NULL`),
    index('cupon_usos_de_persona').on(t.id_cupon, t.id_usuario),
    index('cupon_usos_de_codigo').on(t.id_codigo),
    index('cupon_usos_de_mas').on(t.id_cupon).where(sql`${t.de_mas} AND ${t.visto_por} IS NULL`),
    check('cupon_usos_de_mas', sql`${t.de_mas} <= (${t.usado_en} IS NOT NULL)`),
    check('cupon_usos_visto', sql`(${t.visto_por} IS NOT NULL) <= ${t.de_mas}`),
  ],
)
