import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { picturesIn, showsPicture } from '../../kit/pictures/pictures.tables.ts'
import { instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'

/** `likes` always equals the rows of `comentario_likes`. */
export const comentarios = pgTable(
  'comentarios',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    comentario: text().notNull(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    id_leccion: rowId()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'restrict' }),
    parent_id: rowId(),
    fecha: instant().notNull().default(sql`now()`),
    likes: integer().notNull().default(0),
    editado_en: instant(),
    /** A student's first-level comment that no member of the course's staff has answered. */
    sin_responder: boolean().notNull().default(false),
    /** Set when a deleted comment stays as a placeholder for its replies. */
    eliminado_en: instant(),
    eliminado_por: rowId().references(() => usuarios.id),
    envio: uuid(),
  },
  (t) => [
    sentOnce('comentarios_envio', t),
    index('comentarios_de_leccion').on(t.id_leccion, t.fecha, t.id).where(sql`${t.parent_id} IS NULL`),
    index('comentarios_en_pie').on(t.id_leccion).where(sql`${t.eliminado_en} IS NULL`),
    index('comentarios_respuestas').on(t.parent_id, t.fecha),
    index('comentarios_sin_responder').on(t.fecha, t.id).where(sql`${t.sin_responder} AND ${t.eliminado_en} IS NULL`),
    index('comentarios_de_usuario').on(t.id_usuario, t.fecha),
    index('comentarios_imagenes').using('gin', picturesIn(t.comentario)).where(showsPicture(t.comentario)),
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id] }).onDelete('cascade'),
    check('comentarios_likes', sql`${t.likes} >= 0`),
    check('comentarios_espera', sql`NOT ${t.sin_responder} OR ${t.parent_id} IS NULL`),
    check('comentarios_texto', sql`length(${t.comentario}) BETWEEN 1 AND 5000`),
  ],
)

export const comentario_likes = pgTable(
  'comentario_likes',
  {
    id_comentario: rowId()
      .notNull()
      .references(() => comentarios.id, { onDelete: 'cascade' }),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_comentario, t.id_usuario] })],
)
