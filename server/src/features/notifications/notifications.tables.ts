import type { NotificationEvent } from '@campus/contract/notifications'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/** Notifications; `clave` names the event that wrote it, so that a repeated job writes it once. */
export const notificaciones = pgTable(
  'notificaciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    tipo: text().$type<'Cumpleaños' | 'Certificación' | 'Bienvenida' | 'Otro'>().notNull(),
    mensaje: text().notNull(),
    ruta: text(),
    clave: text().notNull(),
    fecha_envio: instant().notNull().default(sql`now()`),
    estado: integer().notNull().default(1),
    /** Shown in the campus; off when the person only wants the mail. */
    en_campus: boolean().notNull().default(true),
    /** The mail goes out after the transaction that wrote the row, by a job; `fallido` once it was given up. */
    correo: text().$type<'no' | 'pendiente' | 'enviado' | 'fallido'>().notNull().default('no'),
    /** Tries to mail it, and when the next one is due. */
    intentos: integer().notNull().default(0),
    proximo_intento: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('notificaciones_una_vez').on(t.id_usuario, t.clave),
    index('notificaciones_de_usuario').on(t.id_usuario, t.fecha_envio, t.id),
    index('notificaciones_sin_leer')
      .on(t.id_usuario, t.fecha_envio, t.id)
      .where(sql`${t.estado} = 1 AND ${t.en_campus}`),
    index('notificaciones_por_enviar').on(t.intentos, t.proximo_intento, t.id).where(sql`${t.correo} = 'pendiente'`),
    index('notificaciones_fallidas').on(t.id).where(sql`${t.correo} = 'fallido'`),
    check('notificaciones_correo', sql`${t.correo} IN ('no', 'pendiente', 'enviado', 'fallido')`),
    check('notificaciones_tipo', sql`${t.tipo} IN ('Cumpleaños', 'Certificación', 'Bienvenida', 'Otro')`),
    check('notificaciones_estado', sql`${t.estado} IN (0, 1)`),
    check('notificaciones_ruta', sql`${t.ruta} IS NULL OR ${t.ruta} ~ '^/[a-z]'`),
  ],
)

/** Preferences; without a row both channels are on for the campus and off for mail, except certificates. */
export const preferencias_notificacion = pgTable(
  'preferencias_notificacion',
  {
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    evento: text().$type<NotificationEvent>().notNull(),
    campus: boolean().notNull(),
    correo: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_usuario, t.evento] })],
)
