import type { NotificationEvent } from '@campus/contract/notifications'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/** `clave` identifies the event, so that a repeated job notifies once. */
export const notificaciones = pgTable(
  'notificaciones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    tipo: text().$type<'Cumpleaños' | 'Certificación' | 'Bienvenida' | 'Otro'>().notNull(),
    mensaje: text().notNull(),
    ruta: text(),
    clave: text().notNull(),
    /** Null in rows of earlier versions. */
    evento: text().$type<NotificationEvent>(),
    fecha_envio: instant().notNull().default(sql`now()`),
    estado: integer().notNull().default(1),
    /** Off when the user wants this event by mail only. */
    en_campus: boolean().notNull().default(true),
    /** Sent by a job after commit; `fallido` after the last retry. */
    correo: text().$type<'no' | 'pendiente' | 'enviado' | 'fallido'>().notNull().default('no'),
    intentos: integer().notNull().default(0),
    rechazos: integer().notNull().default(0),
    proximo_intento: instant().notNull().default(sql`now()`),
    /** What it is about, such as a forum: unread rows of one event and group are one row that counts. */
    grupo: text(),
    /** Whether further events still count in this row; ends when it is read. */
    abierta: boolean().notNull().default(false),
    cuenta: integer().notNull().default(1),
    /** Who caused it, last one first. */
    autores: rowId().array().notNull().default(sql`'{}'`),
    asunto: text(),
    /** The newest forum post it counts. */
    id_post: rowId(),
    /** The newest comment it counts. */
    id_comentario: rowId(),
  },
  (t) => [
    uniqueIndex('notificaciones_una_vez').on(t.id_usuario, t.clave),
    uniqueIndex('notificaciones_grupo').on(t.id_usuario, t.evento, t.grupo).where(sql`${t.abierta}`),
    index('notificaciones_de_grupo').on(t.grupo).where(sql`${t.abierta}`),
    index('notificaciones_de_usuario').on(t.id_usuario, t.fecha_envio, t.id),
    index('notificaciones_sin_leer')
      .on(t.id_usuario, t.fecha_envio, t.id)
      .where(sql`${t.estado} = 1 AND ${t.en_campus}`),
    index('notificaciones_por_enviar').on(t.intentos, t.proximo_intento, t.id).where(sql`${t.correo} = 'pendiente'`),
    index('notificaciones_fallidas').on(t.id).where(sql`${t.correo} = 'fallido'`),
    check('notificaciones_correo', sql`${t.correo} IN ('no', 'pendiente', 'enviado', 'fallido')`),
    check('notificaciones_tipo', sql`${t.tipo} IN ('Cumpleaños', 'Certificación', 'Bienvenida', 'Otro')`),
    check('notificaciones_estado', sql`${t.estado} IN (0, 1)`),
    check('notificaciones_cuenta', sql`${t.cuenta} >= 1`),
    check('notificaciones_abierta', sql`NOT ${t.abierta} OR (${t.estado} = 1 AND ${t.grupo} IS NOT NULL)`),
    check('notificaciones_ruta', sql`${t.ruta} IS NULL OR ${t.ruta} ~ '^/[a-z]'`),
  ],
)

/** Events already counted in a grouped row, so that a repeated job counts once. */
export const notificaciones_contadas = pgTable(
  'notificaciones_contadas',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_usuario, t.clave] })],
)

/** Without a row: campus on, mail on only for the events in `MAIL_BY_DEFAULT`. */
export const preferencias_notificacion = pgTable(
  'preferencias_notificacion',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    evento: text().$type<NotificationEvent>().notNull(),
    campus: boolean().notNull(),
    correo: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_usuario, t.evento] })],
)
