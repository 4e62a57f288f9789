import type { ForumType, ReportReason } from '@campus/contract/rules'
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
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { picturesIn, showsPicture } from '../../kit/pictures/pictures.tables.ts'
import { tsvector, wordsOf } from '../../kit/words/words.ts'
import { instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'

/** `total_posts`, `total_raices` and `ultima_actividad` change in the transactions that change the posts. */
export const foros = pgTable(
  'foros',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    tipo_foro: text().$type<ForumType>().notNull(),
    id_curso: rowId().references(() => cursos.id, { onDelete: 'restrict' }),
    id_modulo: rowId().references(() => modulos.id, { onDelete: 'restrict' }),
    titulo: text().notNull(),
    descripcion: text().notNull().default(''),
    contenido: text().notNull(),
    /** `contenido` without markup, for search and excerpts. */
    texto: text().notNull(),
    busqueda: tsvector().generatedAlwaysAs((): SQL => wordsOf(foros.titulo, foros.descripcion, foros.texto)),
    pinned: boolean().notNull().default(false),
    vistas: integer().notNull().default(0),
    likes: integer().notNull().default(0),
    /** A student's, in which no member of its staff has written. */
    sin_responder: boolean().notNull().default(false),
    total_posts: integer().notNull().default(0),
    /** Top-level posts, including deleted ones with replies; the total of the pager. */
    total_raices: integer().notNull().default(0),
    id_solucion: rowId(),
    /** Staff marked it: an edit of its author takes the mark away. */
    solucion_de_personal: boolean().notNull().default(false),
    fecha_creacion: instant().notNull().default(sql`now()`),
    editado_en: instant(),
    ultima_actividad: instant().notNull().default(sql`now()`),
    eliminado_en: instant(),
    eliminado_por: rowId().references(() => usuarios.id),
    envio: uuid(),
  },
  (t) => [
    sentOnce('foros_envio', t),
    index('foros_de_curso').on(t.id_curso, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_de_modulo').on(t.id_modulo, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_generales')
      .on(t.id_cliente, t.pinned, t.ultima_actividad, t.id)
      .where(sql`${t.eliminado_en} IS NULL AND ${t.tipo_foro} = 'general'`),
    index('foros_de_marca').on(t.id_cliente, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_de_curso_votados').on(t.id_curso, t.likes, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_votados').on(t.id_cliente, t.likes, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_de_curso_sin_respuesta')
      .on(t.id_curso, t.fecha_creacion, t.id)
      .where(sql`${t.eliminado_en} IS NULL AND ${t.total_posts} = 0`),
    index('foros_sin_respuesta')
      .on(t.id_cliente, t.fecha_creacion, t.id)
      .where(sql`${t.eliminado_en} IS NULL AND ${t.total_posts} = 0`),
    index('foros_por_responder')
      .on(t.fecha_creacion, t.id)
      .where(sql`${t.sin_responder} AND ${t.eliminado_en} IS NULL`),
    index('foros_busqueda').using('gin', t.busqueda),
    index('foros_imagenes').using('gin', picturesIn(t.contenido)).where(showsPicture(t.contenido)),
    check('foros_titulo', sql`length(${t.titulo}) BETWEEN 1 AND 255`),
    check('foros_descripcion', sql`length(${t.descripcion}) <= 500`),
    check(
      'foros_lugar',
      sql`CASE ${t.tipo_foro} WHEN 'general' THEN ${t.id_curso} IS NULL AND ${t.id_modulo} IS NULL
        WHEN 'curso' THEN ${t.id_curso} IS NOT NULL AND ${t.id_modulo} IS NULL
        WHEN 'modulo' THEN ${t.id_curso} IS NOT NULL AND ${t.id_modulo} IS NOT NULL ELSE false END`,
    ),
    check(
      'foros_cuentas',
      sql`${t.total_posts} >= 0 AND ${t.total_raices} >= 0 AND ${t.vistas} >= 0 AND ${t.likes} >= 0`,
    ),
  ],
)

/** `raiz_id` is the top-level ancestor of a reply; `respuestas` counts all descendants of a top-level post. */
export const posts_foro = pgTable(
  'posts_foro',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_foro: rowId()
      .notNull()
      .references(() => foros.id, { onDelete: 'cascade' }),
    parent_id: rowId(),
    raiz_id: rowId(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    contenido: text().notNull(),
    texto: text().notNull(),
    busqueda: tsvector().generatedAlwaysAs((): SQL => wordsOf(posts_foro.texto)),
    likes: integer().notNull().default(0),
    respuestas: integer().notNull().default(0),
    fecha: instant().notNull().default(sql`now()`),
    editado_en: instant(),
    eliminado_en: instant(),
    eliminado_por: rowId().references(() => usuarios.id),
    envio: uuid(),
  },
  (t) => [
    sentOnce('posts_envio', t),
    index('posts_raices').on(t.id_foro, t.id).where(sql`${t.parent_id} IS NULL`),
    index('posts_de_raiz').on(t.raiz_id, t.id).where(sql`${t.raiz_id} IS NOT NULL`),
    index('posts_de_padre').on(t.parent_id).where(sql`${t.parent_id} IS NOT NULL`),
    // The last two columns let an index-only scan count unread posts.
    index('posts_de_foro').on(t.id_foro, t.id, t.id_usuario, t.eliminado_en),
    index('posts_de_usuario').on(t.id_usuario, t.id),
    index('posts_busqueda').using('gin', t.busqueda),
    index('posts_imagenes').using('gin', picturesIn(t.contenido)).where(showsPicture(t.contenido)),
    // No cascade: a deleted post with replies stays as a placeholder.
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id] }),
    foreignKey({ columns: [t.raiz_id], foreignColumns: [t.id] }),
    check('posts_arbol', sql`(${t.parent_id} IS NULL) = (${t.raiz_id} IS NULL)`),
    check('posts_cuentas', sql`${t.likes} >= 0 AND ${t.respuestas} >= 0`),
  ],
)

export const likes_post_foro = pgTable(
  'likes_post_foro',
  {
    id_post: rowId()
      .notNull()
      .references(() => posts_foro.id, { onDelete: 'cascade' }),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_post, t.id_usuario] })],
)

export const likes_foro = pgTable(
  'likes_foro',
  {
    id_foro: rowId()
      .notNull()
      .references(() => foros.id, { onDelete: 'cascade' }),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_foro, t.id_usuario] })],
)

/** Per user and forum: last post read, last day of a visit, and whether the user follows or mutes it. */
export const lecturas_foro = pgTable(
  'lecturas_foro',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    id_foro: rowId()
      .notNull()
      .references(() => foros.id, { onDelete: 'cascade' }),
    ultimo_post: rowId().notNull().default(0),
    visto_dia: date({ mode: 'string' }),
    seguimiento: text().$type<'siguiendo' | 'silenciado'>(),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.id_foro] }),
    index('lecturas_que_siguen').on(t.id_foro).where(sql`${t.seguimiento} = 'siguiendo'`),
    check('lecturas_seguimiento', sql`${t.seguimiento} IN ('siguiendo', 'silenciado')`),
  ],
)

/** Earlier texts of a post, or of a forum's opening text. */
export const versiones_post = pgTable(
  'versiones_post',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_post: rowId().references(() => posts_foro.id, { onDelete: 'cascade' }),
    id_foro: rowId().references(() => foros.id, { onDelete: 'cascade' }),
    /** Of the opening text; null in older rows. */
    titulo: text(),
    contenido: text().notNull(),
    editado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('versiones_de_post').on(t.id_post, t.id),
    index('versiones_de_foro').on(t.id_foro, t.id).where(sql`${t.id_foro} IS NOT NULL`),
    check('versiones_de_uno', sql`num_nonnulls(${t.id_post}, ${t.id_foro}) = 1`),
    index('versiones_imagenes').using('gin', picturesIn(t.contenido)).where(showsPicture(t.contenido)),
  ],
)

/** Reports to the staff of a post or of a forum's opening text, one per user and text, with the decision. */
export const reportes_post = pgTable(
  'reportes_post',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_post: rowId().references(() => posts_foro.id, { onDelete: 'cascade' }),
    id_foro: rowId().references(() => foros.id, { onDelete: 'cascade' }),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    motivo: text().$type<ReportReason>().notNull(),
    detalle: text().notNull().default(''),
    fecha: instant().notNull().default(sql`now()`),
    /** The text that was reported, once it was edited. */
    id_version: rowId().references(() => versiones_post.id, { onDelete: 'set null' }),
    decision: text().$type<'aceptado' | 'rechazado'>(),
    razon: text(),
    decidido_por: rowId().references(() => usuarios.id),
    decidido_en: instant(),
  },
  (t) => [
    unique('reportes_uno').on(t.id_post, t.id_usuario),
    unique('reportes_uno_de_foro').on(t.id_foro, t.id_usuario),
    check('reportes_de_uno', sql`num_nonnulls(${t.id_post}, ${t.id_foro}) = 1`),
    index('reportes_que_esperan').on(t.id_cliente, t.id, t.id_post).where(sql`${t.decision} IS NULL`),
    index('reportes_de_version').on(t.id_version).where(sql`${t.id_version} IS NOT NULL`),
    check('reportes_decision', sql`${t.decision} IN ('aceptado', 'rechazado')`),
    check('reportes_decidido', sql`(${t.decision} IS NULL) = (${t.decidido_en} IS NULL)`),
  ],
)

/** Of reports `r` in forums `f`: they wait for a decision, also once the topic's own author deleted it. */
export const UNDECIDED = sql.raw('r.decision IS NULL AND (f.eliminado_en IS NULL OR f.eliminado_por = f.id_usuario)')

/** Unsent texts of students; drafts of staff are the table `borradores`. */
export const textos_sin_enviar = pgTable(
  'textos_sin_enviar',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    contenido: text().notNull(),
    actualizado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.clave] }),
    index('textos_viejos').on(t.actualizado_en),
    index('textos_imagenes').using('gin', picturesIn(t.contenido)).where(showsPicture(t.contenido)),
  ],
)

/** Uploaded pictures; the sweep deletes unreferenced ones from `revisar_en` on, which a text that is sent puts off. */
export const imagenes_foro = pgTable(
  'imagenes_foro',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    ruta: text().notNull().unique(),
    /** Total of the files of all sizes. */
    bytes: integer().notNull().default(0),
    subida_en: instant().notNull().default(sql`now()`),
    /** Two days of grace: the text may still be a draft in the browser. */
    revisar_en: instant().notNull().default(sql`now() + interval '48 hours'`),
  },
  (t) => [
    index('imagenes_de_usuario').on(t.id_usuario),
    index('imagenes_por_revisar').on(t.revisar_en, t.id),
    check('imagenes_bytes', sql`${t.bytes} >= 0`),
  ],
)
