import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../../platform/db/database.ts'
import { clientes } from '../brands/brands.tables.ts'

/** People. `tipo_cliente` is the role; the mail is unique everywhere because login names no brand (contract section 4). */
export const usuarios = pgTable(
  'usuarios',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    tipo_cliente: text().$type<'Alumno' | 'Docente' | 'Administrador'>().notNull().default('Alumno'),
    nombres: text().notNull(),
    apellidos: text().notNull(),
    correo: text().notNull(),
    password_hash: text().notNull(),
    tipo_documento: text().notNull().default('DNI'),
    numero_documento: text(),
    codigo_alumno: text(),
    telefono: text(),
    direccion: text(),
    ciudad: text(),
    pais: text().notNull().default('PE'),
    profesion: text(),
    fecha_nacimiento: date({ mode: 'string' }),
    foto_perfil: text(),
    biography: text(),
    /** In rankings, initials instead of the name. */
    ranking_iniciales: boolean().notNull().default(false),
    estado: integer().notNull().default(1),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('usuarios_correo').on(sql`lower(${t.correo})`),
    uniqueIndex('usuarios_documento').on(t.id_cliente, t.tipo_documento, t.numero_documento),
    index('usuarios_por_rol').on(t.id_cliente, t.tipo_cliente),
    check('usuarios_rol', sql`${t.tipo_cliente} IN ('Alumno', 'Docente', 'Administrador')`),
    check('usuarios_estado', sql`${t.estado} IN (0, 1)`),
    check('usuarios_dni', sql`${t.tipo_documento} <> 'DNI' OR ${t.numero_documento} ~ '^[0-9]{8}$'`),
    check('usuarios_pais', sql`${t.pais} ~ '^[A-Z]{2}$'`),
  ],
)

/** Bearer tokens, kept as their SHA-256: who reads the table cannot log in with it. */
export const accesos = pgTable(
  'accesos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    hash: bytes().notNull().unique(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    creado_en: instant().notNull().default(sql`now()`),
    usado_en: instant().notNull().default(sql`now()`),
    expira_en: instant().notNull(),
    agente: text().notNull().default(''),
    ip: text().notNull().default(''),
  },
  (t) => [index('accesos_por_usuario').on(t.id_usuario), index('accesos_por_expirar').on(t.expira_en)],
)

/** Password-reset links: single use, kept as their SHA-256. */
export const restablecimientos = pgTable(
  'restablecimientos',
  {
    hash: bytes().primaryKey(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    creado_en: instant().notNull().default(sql`now()`),
    expira_en: instant().notNull(),
    usado_en: instant(),
  },
  (t) => [index('restablecimientos_por_usuario').on(t.id_usuario, t.creado_en)],
)

/** What a person agreed to or withdrew, with the words they saw (Ley 29733): a row per act, none is changed. */
export const consentimientos = pgTable(
  'consentimientos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    tipo: text().$type<'promociones'>().notNull(),
    version: text().notNull(),
    texto: text().notNull(),
    aceptado: boolean().notNull(),
    fecha: instant().notNull().default(sql`now()`),
  },
  (t) => [index('consentimientos_de_usuario').on(t.id_usuario, t.fecha)],
)
