import type { Landing, OFFERS } from '@campus/contract/brands'
import { MAX_CERTIFICATE_TEXT } from '@campus/contract/settings'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { rowId } from '../../platform/db/database.ts'

export const clientes = pgTable(
  'clientes',
  {
    id: rowId().primaryKey(),
    slug: text().notNull().unique(),
    nombre: text().notNull(),
    lema: text().notNull().default(''),
    logo: text(),
    isotipo: text(),
    color_primario: text().notNull(),
    color_acento: text().notNull(),
    dominios: text().array().notNull().default(sql`'{}'`),
    razon_social: text().notNull().default(''),
    ruc: text().notNull().default(''),
    direccion: text().notNull().default(''),
    telefono: text().notNull().default(''),
    correo: text().notNull().default(''),
    redes: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Texts of the landing page; empty ones fall back to the defaults. */
    portada: jsonb().$type<Partial<Landing>>().notNull().default({}),
    /** Which struck prices and countdowns its courses show (docs/product/shop.md 3). */
    oferta: text().$type<(typeof OFFERS)[number]>().notNull().default('ninguna'),
    /** Whether someone chose it; until then *Primeros pasos* asks. */
    oferta_elegida: boolean().notNull().default(false),
    /** Who signs the brand's certificates. */
    firma_nombre: text(),
    firma_cargo: text(),
    firma_imagen: text(),
    /** On the brand's certificates, below what was passed. */
    texto_certificado: text().notNull().default(''),
    descuento_referido: integer().notNull().default(0),
    /** Percent that a sale registered by staff may take off without `ventas.descuento`. */
    descuento_venta: integer().notNull().default(0),
    /** Days after an instalment's before its courses are suspended. */
    dias_gracia: integer().notNull().default(5),
    devolucion_dias: integer().notNull().default(7),
    devolucion_avance: integer().notNull().default(20),
    /** Percent of the lessons before an exam that opens it. */
    examenes_desde: integer().notNull().default(0),
    estado: integer().notNull().default(1),
    version: integer().notNull().default(1),
  },
  (t) => [
    check(
      'clientes_colores',
      sql`${t.color_primario} ~ '^#[0-9A-Fa-f]{6}$' AND ${t.color_acento} ~ '^#[0-9A-Fa-f]{6}$'`,
    ),
    check('clientes_oferta', sql`${t.oferta} IN ('especificacion', 'real', 'ninguna')`),
    check('clientes_firma', sql`num_nulls(${t.firma_nombre}, ${t.firma_cargo}) IN (0, 2)`),
    check(
      'clientes_texto_certificado',
      sql`char_length(${t.texto_certificado}) <= ${sql.raw(String(MAX_CERTIFICATE_TEXT))}`,
    ),
    check('clientes_estado', sql`${t.estado} IN (0, 1)`),
    check(
      'clientes_devolucion',
      sql`${t.devolucion_dias} BETWEEN 0 AND 365 AND ${t.devolucion_avance} BETWEEN 1 AND 100`,
    ),
    check('clientes_examenes', sql`${t.examenes_desde} BETWEEN 0 AND 100`),
    check('clientes_descuento', sql`${t.descuento_referido} BETWEEN 0 AND 90`),
    check('clientes_dias_gracia', sql`${t.dias_gracia} BETWEEN 0 AND 60`),
    check('clientes_descuento_venta', sql`${t.descuento_venta} BETWEEN 0 AND 100`),
  ],
)

export const botones = pgTable('botones', {
  id_cliente: rowId()
    .primaryKey()
    .references(() => clientes.id, { onDelete: 'cascade' }),
  banner_uno: text(),
  link_banner_uno: text(),
  banner_dos: text(),
  link_banner_dos: text(),
  boton_1: text(),
  link_boton_1: text(),
  boton_2: text(),
  link_boton_2: text(),
  boton_3: text(),
  link_boton_3: text(),
})
