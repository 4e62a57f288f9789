import type { Connection } from '@campus/contract/connections'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../db/database.ts'

/** What the academy connected on the screen: `datos` may be shown, `cifrado` is under the key file. */
export const conexiones = pgTable(
  'conexiones',
  {
    cual: text().$type<Connection>().primaryKey(),
    datos: jsonb().$type<Record<string, unknown>>().notNull(),
    cifrado: bytes().notNull(),
    /** Fingerprint of the key that it is under. */
    llave: text().notNull(),
    version: integer().notNull().default(1),
    cambiada_en: instant().notNull().default(sql`now()`),
  },
  (t) => [check('conexiones_cual', sql`${t.cual} IN ('mercadopago', 'correo')`)],
)

/** What was last heard of the service, with the credentials that `marca` names. */
export const conexion_estados = pgTable(
  'conexion_estados',
  {
    cual: text().$type<Connection>().primaryKey(),
    marca: text().notNull(),
    exito_en: instant(),
    fallo_en: instant(),
    fallo: text(),
    /** The last rightly signed notice, and the last that was signed with another secret. */
    firmado_en: instant(),
    mal_firmado_en: instant(),
  },
  (t) => [
    check('conexion_estados_cual', sql`${t.cual} IN ('mercadopago', 'correo')`),
    check('conexion_estados_fallo', sql`(${t.fallo_en} IS NULL) = (${t.fallo} IS NULL)`),
  ],
)
