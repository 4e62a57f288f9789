import type { Role } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant, rowId } from '../../platform/db/database.ts'
import { clientes } from '../brands/brands.tables.ts'

/** Emails are unique across brands because login names no brand (docs/product/accounts.md 2.4). */
export const usuarios = pgTable(
  'usuarios',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    /** Written with the roles (`writeRoles`). */
    tipo_cliente: text().$type<'Alumno' | 'Docente' | 'Administrador' | 'Personal'>().notNull().default('Alumno'),
    nombres: text().notNull(),
    apellidos: text().notNull(),
    /** Whether the names were taken from the mail: no one wrote them, and no certificate is issued with them. */
    falta_nombre: boolean().notNull().default(false),
    correo: text().notNull(),
    /** Null until the link of the mail was opened; buying and studying do not wait for it. */
    correo_verificado_en: instant(),
    password_hash: text().notNull(),
    /** False until the person chose a password: `password_hash` is then of one that no one knows. */
    clave_propia: boolean().notNull().default(true),
    tipo_documento: text().notNull().default('DNI'),
    numero_documento: text(),
    codigo_alumno: text(),
    telefono: text(),
    direccion: text(),
    ciudad: text(),
    pais: text().notNull().default('PE'),
    profesion: text(),
    /** Whether verifying a certificate of theirs tells it. */
    profesion_visible: boolean().notNull().default(true),
    fecha_nacimiento: date({ mode: 'string' }),
    foto_perfil: text(),
    biography: text(),
    ranking_iniciales: boolean().notNull().default(false),
    estado: integer().notNull().default(1),
    version: integer().notNull().default(1),
    /** For the lists and the search of the staff. */
    busqueda: text().generatedAlwaysAs(
      (): SQL => sql`sin_acentos(${usuarios.nombres} || ' ' || ${usuarios.apellidos} || ' ' || ${usuarios.correo})`,
    ),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('usuarios_correo').on(sql`lower(${t.correo})`),
    uniqueIndex('usuarios_documento').on(t.id_cliente, t.tipo_documento, t.numero_documento),
    index('usuarios_busqueda').using('gin', t.busqueda.op('gin_trgm_ops')),
    index('usuarios_por_apellido').on(
      t.id_cliente,
      sql`alfabetico(${t.apellidos} || ' ' || ${t.nombres}) COLLATE "C"`,
      t.id,
    ),
    index('usuarios_por_rol').on(t.id_cliente, t.tipo_cliente),
    /** The staff's list of students in its two orders. */
    index('alumnos_por_alta').on(t.id_cliente, t.creado_en, t.id).where(sql`${t.tipo_cliente} = 'Alumno'`),
    index('alumnos_por_nombre')
      .on(t.id_cliente, sql`alfabetico(${t.nombres} || ' ' || ${t.apellidos}) COLLATE "C"`, t.id)
      .where(sql`${t.tipo_cliente} = 'Alumno'`),
    /** The few that are no students with an open account. */
    index('usuarios_sin_ficha').on(t.id).where(sql`${t.tipo_cliente} <> 'Alumno' OR ${t.tipo_documento} = 'Eliminado'`),
    /** The staff's list of the nameless. */
    index('usuarios_sin_nombre').on(t.id_cliente, t.id).where(sql`${t.falta_nombre}`),
    check('usuarios_rol', sql`${t.tipo_cliente} IN ('Alumno', 'Docente', 'Administrador', 'Personal')`),
    check('usuarios_estado', sql`${t.estado} IN (0, 1)`),
    check('usuarios_dni', sql`${t.tipo_documento} <> 'DNI' OR ${t.numero_documento} ~ '^[0-9]{8}$'`),
    check('usuarios_pais', sql`${t.pais} ~ '^[A-Z]{2}$'`),
  ],
)

/** What a member of the staff may do (docs/product/staff.md); `dado_por` is null for roles of the academy's files. */
export const roles_personal = pgTable(
  'roles_personal',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    rol: text().$type<Role>().notNull(),
    dado_por: rowId().references(() => usuarios.id, { onDelete: 'set null' }),
    dado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.rol] }),
    index('roles_personal_por_rol').on(t.rol, t.id_usuario),
    check('roles_personal_rol', sql`${t.rol} IN ('plataforma', 'marca', 'docente', 'soporte', 'caja')`),
  ],
)

/** Stores the SHA-256 of the token, so that reading the table does not allow a login. */
export const accesos = pgTable(
  'accesos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    hash: bytes().notNull().unique(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    creado_en: instant().notNull().default(sql`now()`),
    usado_en: instant().notNull().default(sql`now()`),
    expira_en: instant().notNull(),
    /** The brand in which a platform administrator works; null for their own. */
    id_cliente_activo: rowId().references(() => clientes.id),
    agente: text().notNull().default(''),
    ip: text().notNull().default(''),
  },
  (t) => [index('accesos_por_usuario').on(t.id_usuario), index('accesos_por_expirar').on(t.expira_en)],
)

/** Links that set a password. Single use; stores the SHA-256 of the token. */
export const restablecimientos = pgTable(
  'restablecimientos',
  {
    hash: bytes().primaryKey(),
    /** `recuperacion` and `invitacion` were mailed; `personal` was copied by staff, which proves no mailbox. */
    tipo: text().$type<'recuperacion' | 'invitacion' | 'personal'>().notNull().default('recuperacion'),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    creado_en: instant().notNull().default(sql`now()`),
    expira_en: instant().notNull(),
    usado_en: instant(),
  },
  (t) => [
    index('restablecimientos_por_usuario').on(t.id_usuario, t.creado_en),
    index('restablecimientos_por_expirar').on(t.expira_en),
    check('restablecimientos_tipo', sql`${t.tipo} IN ('recuperacion', 'invitacion', 'personal')`),
  ],
)

/** Single use; stores the SHA-256 of the token. */
export const verificaciones_correo = pgTable(
  'verificaciones_correo',
  {
    hash: bytes().primaryKey(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    /** What the account's mail becomes when the link is opened; null confirms the one it has. */
    correo: text(),
    creado_en: instant().notNull().default(sql`now()`),
    expira_en: instant().notNull(),
  },
  (t) => [
    index('verificaciones_correo_por_usuario').on(t.id_usuario),
    uniqueIndex('verificaciones_correo_cambio').on(t.id_usuario).where(sql`${t.correo} IS NOT NULL`),
  ],
)

/** Append-only, with the text that was shown (Ley 29733). */
export const consentimientos = pgTable(
  'consentimientos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
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

/** The secret in the address of a person's calendar: a new one ends the old address. */
export const suscripciones_calendario = pgTable('suscripciones_calendario', {
  id_usuario: rowId()
    .primaryKey()
    .references(() => usuarios.id, { onDelete: 'cascade' }),
  secreto: text().notNull().unique(),
})
