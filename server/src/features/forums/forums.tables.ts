import type { ForumType, ReportReason } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'

/** Texts that show a picture of the campus: few among many, so that the sweep of pictures reads those alone. */
const showsPicture = (column: AnyPgColumn): SQL => sql`${column} LIKE '%/api/storage/imagenes/%'`

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * Spanish words without accents; the function is in a migration. PostgreSQL's parser looks for addresses, paths and tags
 * in time that grows with the square of `a_a_a` or `<!--<!--`, minutes for one post: it is given words alone.
 */
const words = (...columns: AnyPgColumn[]): SQL =>
  sql`to_tsvector('spanish', regexp_replace(sin_acentos(${sql.join(columns, sql` || ' ' || `)}), '[!-/:-@[-\`{-~]', ' ', 'g'))`

/** Forums. `total_posts`, `total_raices` and `ultima_actividad` change in the transactions that change the posts. */
export const foros = pgTable(
  'foros',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    /** What an academy's files know it by; null for one that somebody opened in the program. */
    clave: text(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    tipo_foro: text().$type<ForumType>().notNull(),
    id_curso: integer().references(() => cursos.id, { onDelete: 'cascade' }),
    id_modulo: integer().references(() => modulos.id, { onDelete: 'cascade' }),
    titulo: text().notNull(),
    descripcion: text().notNull().default(''),
    contenido: text().notNull(),
    /** `contenido` without markup, for search and excerpts. */
    texto: text().notNull(),
    busqueda: tsvector().generatedAlwaysAs((): SQL => words(foros.titulo, foros.descripcion, foros.texto)),
    pinned: boolean().notNull().default(false),
    vistas: integer().notNull().default(0),
    total_posts: integer().notNull().default(0),
    /** Top-level posts, deleted ones with replies included: what pages count. */
    total_raices: integer().notNull().default(0),
    id_solucion: integer(),
    fecha_creacion: instant().notNull().default(sql`now()`),
    editado_en: instant(),
    ultima_actividad: instant().notNull().default(sql`now()`),
    eliminado_en: instant(),
    eliminado_por: integer().references(() => usuarios.id),
  },
  (t) => [
    unique('foros_clave').on(t.id_cliente, t.clave),
    index('foros_de_curso').on(t.id_curso, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_de_modulo').on(t.id_modulo, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_generales')
      .on(t.id_cliente, t.pinned, t.ultima_actividad, t.id)
      .where(sql`${t.eliminado_en} IS NULL AND ${t.tipo_foro} = 'general'`),
    index('foros_de_marca').on(t.id_cliente, t.pinned, t.ultima_actividad, t.id).where(sql`${t.eliminado_en} IS NULL`),
    index('foros_busqueda').using('gin', t.busqueda),
    index('foros_con_imagen').on(t.id).where(showsPicture(t.contenido)),
    check('foros_titulo', sql`length(${t.titulo}) BETWEEN 1 AND 255`),
    check('foros_descripcion', sql`length(${t.descripcion}) <= 500`),
    check(
      'foros_lugar',
      sql`CASE ${t.tipo_foro} WHEN 'general' THEN ${t.id_curso} IS NULL AND ${t.id_modulo} IS NULL
        WHEN 'curso' THEN ${t.id_curso} IS NOT NULL AND ${t.id_modulo} IS NULL
        WHEN 'modulo' THEN ${t.id_curso} IS NOT NULL AND ${t.id_modulo} IS NOT NULL ELSE false END`,
    ),
    check('foros_cuentas', sql`${t.total_posts} >= 0 AND ${t.total_raices} >= 0 AND ${t.vistas} >= 0`),
  ],
)

/** Posts, a tree. `raiz_id` is the top-level post above a reply, `respuestas` how many rows hang below a top-level post. */
export const posts_foro = pgTable(
  'posts_foro',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_foro: integer()
      .notNull()
      .references(() => foros.id, { onDelete: 'cascade' }),
    parent_id: integer(),
    raiz_id: integer(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    contenido: text().notNull(),
    texto: text().notNull(),
    busqueda: tsvector().generatedAlwaysAs((): SQL => words(posts_foro.texto)),
    likes: integer().notNull().default(0),
    respuestas: integer().notNull().default(0),
    fecha: instant().notNull().default(sql`now()`),
    editado_en: instant(),
    eliminado_en: instant(),
    eliminado_por: integer().references(() => usuarios.id),
  },
  (t) => [
    index('posts_raices').on(t.id_foro, t.id).where(sql`${t.parent_id} IS NULL`),
    index('posts_de_raiz').on(t.raiz_id, t.id).where(sql`${t.raiz_id} IS NOT NULL`),
    index('posts_de_padre').on(t.parent_id).where(sql`${t.parent_id} IS NOT NULL`),
    index('posts_de_foro').on(t.id_foro, t.id),
    index('posts_de_usuario').on(t.id_usuario, t.id),
    index('posts_busqueda').using('gin', t.busqueda),
    index('posts_con_imagen').on(t.id).where(showsPicture(t.contenido)),
    // No cascade: who deletes a post while it is answered leaves its place standing.
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id] }),
    foreignKey({ columns: [t.raiz_id], foreignColumns: [t.id] }),
    check('posts_arbol', sql`(${t.parent_id} IS NULL) = (${t.raiz_id} IS NULL)`),
    check('posts_cuentas', sql`${t.likes} >= 0 AND ${t.respuestas} >= 0`),
  ],
)

/** Likes: one per student and post; `posts_foro.likes` changes in the same transaction. */
export const likes_post_foro = pgTable(
  'likes_post_foro',
  {
    id_post: integer()
      .notNull()
      .references(() => posts_foro.id, { onDelete: 'cascade' }),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_post, t.id_usuario] })],
)

/** How far a person has read a forum, on which day they saw it last, and whether they follow or mute it. */
export const lecturas_foro = pgTable(
  'lecturas_foro',
  {
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    id_foro: integer()
      .notNull()
      .references(() => foros.id, { onDelete: 'cascade' }),
    ultimo_post: integer().notNull().default(0),
    visto_dia: date({ mode: 'string' }),
    seguimiento: text().$type<'siguiendo' | 'silenciado'>(),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.id_foro] }),
    index('lecturas_que_siguen').on(t.id_foro).where(sql`${t.seguimiento} = 'siguiendo'`),
    check('lecturas_seguimiento', sql`${t.seguimiento} IN ('siguiendo', 'silenciado')`),
  ],
)

/** What a post said before it was edited. */
export const versiones_post = pgTable(
  'versiones_post',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_post: integer()
      .notNull()
      .references(() => posts_foro.id, { onDelete: 'cascade' }),
    contenido: text().notNull(),
    editado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('versiones_de_post').on(t.id_post, t.id),
    index('versiones_con_imagen').on(t.id).where(showsPicture(t.contenido)),
  ],
)

/** Posts that were reported to staff, once per person, and what staff decided. */
export const reportes_post = pgTable(
  'reportes_post',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    id_post: integer()
      .notNull()
      .references(() => posts_foro.id, { onDelete: 'cascade' }),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    motivo: text().$type<ReportReason>().notNull(),
    detalle: text().notNull().default(''),
    fecha: instant().notNull().default(sql`now()`),
    decision: text().$type<'aceptado' | 'rechazado'>(),
    razon: text(),
    decidido_por: integer().references(() => usuarios.id),
    decidido_en: instant(),
  },
  (t) => [
    unique('reportes_uno').on(t.id_post, t.id_usuario),
    index('reportes_que_esperan').on(t.id_cliente, t.id, t.id_post).where(sql`${t.decision} IS NULL`),
    check('reportes_decision', sql`${t.decision} IN ('aceptado', 'rechazado')`),
    check('reportes_decidido', sql`(${t.decision} IS NULL) = (${t.decidido_en} IS NULL)`),
  ],
)

/** Texts that were not sent yet. */
export const borradores = pgTable(
  'borradores',
  {
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    contenido: text().notNull(),
    actualizado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.id_usuario, t.clave] }), index('borradores_viejos').on(t.actualizado_en)],
)

/** Pictures that were uploaded for a text; those that no text shows are deleted from `revisar_en` on. */
export const imagenes_foro = pgTable(
  'imagenes_foro',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    ruta: text().notNull().unique(),
    /** Of its files in all sizes. */
    bytes: integer().notNull().default(0),
    subida_en: instant().notNull().default(sql`now()`),
    /** Not before two days: the text may still be written. */
    revisar_en: instant().notNull().default(sql`now() + interval '48 hours'`),
  },
  (t) => [
    index('imagenes_de_usuario').on(t.id_usuario),
    index('imagenes_por_revisar').on(t.revisar_en, t.id),
    check('imagenes_bytes', sql`${t.bytes} >= 0`),
  ],
)
