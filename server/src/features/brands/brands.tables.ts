import type { Landing } from '@campus/contract/brands'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Brands ("clientes"), ids 1, 2 and 3. Colours feed the theme; nothing else names a colour. */
export const clientes = pgTable(
  'clientes',
  {
    id: integer().primaryKey(),
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
    /** Words of the landing page (contract `Landing`); empty ones fall back to the product's own. */
    portada: jsonb().$type<Partial<Landing>>().notNull().default({}),
    /** Switches the offer texts to the courses' real promotions (contract section 4 "Offer texts"). */
    promociones_reales: boolean().notNull().default(false),
    /** Percentage that a referral code takes off an order. */
    descuento_referido: integer().notNull().default(0),
    estado: integer().notNull().default(1),
  },
  (t) => [
    check(
      'clientes_colores',
      sql`${t.color_primario} ~ '^#[0-9A-Fa-f]{6}$' AND ${t.color_acento} ~ '^#[0-9A-Fa-f]{6}$'`,
    ),
    check('clientes_estado', sql`${t.estado} IN (0, 1)`),
    check('clientes_descuento', sql`${t.descuento_referido} BETWEEN 0 AND 90`),
  ],
)

/** Banner settings of a brand: at most two banners and three buttons, by construction (campus.md section 3). */
export const botones = pgTable('botones', {
  id_cliente: integer()
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
