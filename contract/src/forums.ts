import { z } from 'zod'
import { Id, Instant } from './common.ts'
import {
  FORUM_COURSE_TEXT,
  FORUM_FIELDS_TEXT,
  FORUM_MODULE_TEXT,
  FORUM_TYPES,
  MAX_DRAFT_HTML,
  MAX_FORUM_DESCRIPTION,
  MAX_FORUM_TITLE,
  MAX_POST_HTML,
  POST_EDIT_EMPTY_TEXT,
  POST_EMPTY_TEXT,
  POST_LONG_TEXT,
  REPORT_REASONS,
  type ReportReason,
} from './rules.ts'

const Author = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  foto_perfil: z.string().nullable(),
  tipo_cliente: z.enum(['Alumno', 'Docente', 'Administrador']),
})
const Named = z.object({ id: Id, nombre: z.string() })

/** A forum as a list shows it (storefront.md section 3); `no_leidos` counts up to 100. */
export const Forum = z.object({
  id: Id,
  titulo: z.string(),
  descripcion: z.string(),
  /** The start of its text, without markup. */
  extracto: z.string(),
  tipo_foro: z.enum(FORUM_TYPES),
  id_curso: Id.nullable(),
  id_modulo: Id.nullable(),
  pinned: z.boolean(),
  resuelto: z.boolean(),
  vistas: z.int(),
  total_posts: z.int(),
  fecha_creacion: Instant,
  ultima_actividad: Instant,
  estado: z.int(),
  usuario: Author,
  curso: Named.nullable(),
  modulo: Named.nullable(),
  no_leidos: z.int(),
  seguimiento: z.enum(['siguiendo', 'silenciado']).nullable(),
})
export type Forum = z.infer<typeof Forum>

/** One forum, whole: its HTML, what the asker may do, and where reading goes on. */
export const ForumDetail = Forum.extend({
  contenido: z.string(),
  editado_en: Instant.nullable(),
  id_solucion: Id.nullable(),
  /** The first post that the asker has not read, and its page; null when all are read. */
  primer_no_leido: z.object({ id: Id, pagina: z.int() }).nullable(),
  puede_editar: z.boolean(),
  puede_moderar: z.boolean(),
})
export type ForumDetail = z.infer<typeof ForumDetail>

const post = {
  id: Id,
  id_foro: Id,
  parent_id: Id.nullable(),
  /** Clean HTML. */
  contenido: z.string(),
  /** Whether `contenido` is only the beginning: lists shorten long posts, `GET /posts-foro/{id}` has the whole. */
  recortado: z.boolean(),
  fecha: Instant,
  fecha_creacion: Instant,
  editado_en: Instant.nullable(),
  eliminado: z.boolean(),
  es_solucion: z.boolean(),
  likes: z.int(),
  liked: z.boolean(),
  /** At most the asker's own id (contract section 4 "Forums and posts"). */
  likes_usuarios: z.array(Id),
  /** Null when the post was deleted. */
  usuario: Author.nullable(),
}

/** A post without its tree. */
export const FlatPost = z.object(post)
export type FlatPost = z.infer<typeof FlatPost>

/** A post with its replies, of any depth. */
export type ForumPost = FlatPost & { replies: ForumPost[] }
export const ForumPost: z.ZodType<ForumPost> = z
  .object({
    ...post,
    get replies() {
      return z.array(ForumPost)
    },
  })
  .meta({ id: 'ForumPost' })

/** A top-level post: at most 50 descendants in `replies`, fewer where the page would grow too large, and how many more there are. */
export const TopPost = z.object({ ...post, replies: z.array(ForumPost), replies_restantes: z.int() })
export type TopPost = z.infer<typeof TopPost>

/** Where one post stands: the page of its top-level post, and the page of that one's replies (0: among the first 50). */
export const PostPlace = FlatPost.extend({ id_raiz: Id, pagina: z.int(), pagina_respuestas: z.int() })
export type PostPlace = z.infer<typeof PostPlace>

const html = (empty: string) => z.string({ error: empty }).trim().min(1, empty).max(MAX_POST_HTML, POST_LONG_TEXT)

/** Creates or edits a forum (storefront.md section 5). */
export const ForumBody = z
  .object({
    titulo: z
      .string({ error: FORUM_FIELDS_TEXT })
      .trim()
      .min(1, FORUM_FIELDS_TEXT)
      .max(MAX_FORUM_TITLE, `El título puede tener hasta ${MAX_FORUM_TITLE} caracteres.`),
    descripcion: z
      .string()
      .trim()
      .max(MAX_FORUM_DESCRIPTION, `La descripción puede tener hasta ${MAX_FORUM_DESCRIPTION} caracteres.`)
      .default(''),
    contenido: html(FORUM_FIELDS_TEXT),
    tipo_foro: z.enum(FORUM_TYPES, 'Elige el tipo de foro.'),
    id_curso: z.int().positive().nullable().optional(),
    id_modulo: z.int().positive().nullable().optional(),
  })
  .refine((body) => body.tipo_foro !== 'curso' || body.id_curso, { path: ['id_curso'], error: FORUM_COURSE_TEXT })
  .refine((body) => body.tipo_foro !== 'modulo' || body.id_modulo, { path: ['id_modulo'], error: FORUM_MODULE_TEXT })
export type ForumBody = z.infer<typeof ForumBody>

/** A reply; `fecha` is the server's, whatever is sent. */
export const PostBody = z.object({
  contenido: html(POST_EMPTY_TEXT),
  id_foro: z.int().positive(),
  parent_id: z.int().positive().nullable().optional(),
})
export const PostEditBody = z.object({ contenido: html(POST_EDIT_EMPTY_TEXT) })

export const PostLikes = z.object({ id: Id, likes: z.int(), liked: z.boolean() })

/** Follows or mutes a forum; null does neither. */
export const FollowBody = z.object({ seguimiento: z.enum(['siguiendo', 'silenciado']).nullable() })
export const ReadBody = z.object({ ultimo_post: z.int().min(0).max(2_147_483_647) })

export const ReportBody = z.object({
  motivo: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]], 'Elige un motivo.'),
  detalle: z.string().trim().max(500, 'Puede tener hasta 500 caracteres.').default(''),
})
export const Report = z.object({
  id: Id,
  motivo: z.string(),
  detalle: z.string(),
  fecha: Instant,
  decision: z.enum(['aceptado', 'rechazado']).nullable(),
  id_foro: Id,
  foro: z.string(),
  post: FlatPost,
})
export type Report = z.infer<typeof Report>
export const DecisionBody = z.object({
  decision: z.enum(['aceptado', 'rechazado'], 'Elige una decisión.'),
  razon: z.string().trim().max(500, 'Puede tener hasta 500 caracteres.').default(''),
})

export const PostVersion = z.object({ contenido: z.string(), editado_en: Instant })
export type PostVersion = z.infer<typeof PostVersion>

/** Somebody who may be mentioned. */
export const Mentionable = Author
export type Mentionable = z.infer<typeof Mentionable>

/** Beginnings of words, without case and accents: what of a found text begins with one is why it was found. */
const found = { raices: z.array(z.string()) }

/** A forum found by its words; `extracto` is the piece of its text where they stand. */
export const FoundForum = Forum.extend(found)
export type FoundForum = z.infer<typeof FoundForum>

/** A post found by its words, with where they stand. */
export const FoundPost = z.object({
  ...found,
  id: Id,
  id_foro: Id,
  foro: z.string(),
  extracto: z.string(),
  fecha: Instant,
  usuario: Author.nullable(),
})
export type FoundPost = z.infer<typeof FoundPost>

export const SearchQuery = z.object({
  q: z.string({ error: 'Escribe qué buscas.' }).trim().min(2, 'Escribe al menos 2 letras.').max(100, 'Escribe menos.'),
})

/** A text that was not sent yet, kept for its author on every device. */
export const DraftKey = z.object({ clave: z.string().regex(/^[a-z0-9-]{1,60}$/) })
export const DraftBody = z.object({ contenido: z.string().max(MAX_DRAFT_HTML, POST_LONG_TEXT) })
export const Draft = z.object({ clave: z.string(), contenido: z.string(), actualizado_en: Instant })
export type Draft = z.infer<typeof Draft>
