import { z } from 'zod'
import { FailureBody, Id, Instant, Role, SentOnce } from './common.ts'
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
import { staleOf } from './staff.ts'
import { html, prose, unfinishedHtml, writtenLine, writtenProse } from './text-fields.ts'

const Author = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  foto_perfil: z.string().nullable(),
  tipo_cliente: Role,
})
const Named = z.object({ id: Id, nombre: z.string() })

/** `no_leidos` counts up to 100. */
export const Forum = z.object({
  id: Id,
  titulo: z.string(),
  /** Lists show the beginning of the text where none was written; the forum itself has what was written. */
  descripcion: z.string(),
  tipo_foro: z.enum(FORUM_TYPES),
  id_curso: Id.nullable(),
  id_modulo: Id.nullable(),
  pinned: z.boolean(),
  resuelto: z.boolean(),
  vistas: z.int(),
  likes: z.int(),
  total_posts: z.int(),
  fecha_creacion: Instant,
  ultima_actividad: Instant,
  estado: z.int(),
  usuario: Author,
  /** Of the newest post that is not deleted. */
  ultimo_autor: Author.nullable(),
  curso: Named.nullable(),
  modulo: Named.nullable(),
  no_leidos: z.int(),
  seguimiento: z.enum(['siguiendo', 'silenciado']).nullable(),
})
export type Forum = z.infer<typeof Forum>

export const ForumDetail = Forum.extend({
  contenido: z.string(),
  liked: z.boolean(),
  editado_en: Instant.nullable(),
  id_solucion: Id.nullable(),
  autor_solucion: Author.nullable(),
  /** First post that the caller has not read, and its page; null when all are read. */
  primer_no_leido: z.object({ id: Id, pagina: z.int() }).nullable(),
  puede_editar: z.boolean(),
  puede_moderar: z.boolean(),
})
export type ForumDetail = z.infer<typeof ForumDetail>

/** Of the forums that the caller follows; `temas` counts those with unread posts, `foros` are the latest three. */
export const ForumNews = z.object({
  no_leidos: z.int(),
  temas: z.int(),
  foros: z.array(z.object({ id: Id, titulo: z.string(), no_leidos: z.int() })),
})
export type ForumNews = z.infer<typeof ForumNews>

const post = {
  id: Id,
  id_foro: Id,
  parent_id: Id.nullable(),
  contenido: z.string(),
  /** Whether `contenido` is truncated: lists shorten long posts, `GET /posts-foro/{id}` returns them whole. */
  recortado: z.boolean(),
  fecha: Instant,
  fecha_creacion: Instant,
  editado_en: Instant.nullable(),
  eliminado: z.boolean(),
  es_solucion: z.boolean(),
  likes: z.int(),
  liked: z.boolean(),
  /** At most the caller's own id (docs/product/community.md 3.4). */
  likes_usuarios: z.array(Id),
  usuario: Author.nullable(),
}

export const FlatPost = z.object(post)
export type FlatPost = z.infer<typeof FlatPost>

export type ForumPost = FlatPost & { replies: ForumPost[] }
export const ForumPost: z.ZodType<ForumPost> = z
  .object({
    ...post,
    get replies() {
      return z.array(ForumPost)
    },
  })
  .meta({ id: 'ForumPost' })

/** At most 50 descendants; fewer when the page would exceed its bytes. */
export const TopPost = z.object({ ...post, replies: z.array(ForumPost), replies_restantes: z.int() })
export type TopPost = z.infer<typeof TopPost>

/** `pagina` is its top-level post's page; `pagina_respuestas` is 0 among the first 50 replies. */
export const PostPlace = FlatPost.extend({ id_raiz: Id, pagina: z.int(), pagina_respuestas: z.int() })
export type PostPlace = z.infer<typeof PostPlace>

export const NewPost = PostPlace.extend({ puntos: z.int() })
export type NewPost = z.infer<typeof NewPost>

const postHtml = (empty: string) => html(empty, MAX_POST_HTML, POST_LONG_TEXT)

export const ForumBody = z
  .object({
    titulo: writtenLine(
      FORUM_FIELDS_TEXT,
      MAX_FORUM_TITLE,
      `El título puede tener hasta ${MAX_FORUM_TITLE} caracteres.`,
    ),
    descripcion: prose(
      MAX_FORUM_DESCRIPTION,
      `La descripción puede tener hasta ${MAX_FORUM_DESCRIPTION} caracteres.`,
    ).default(''),
    contenido: postHtml(FORUM_FIELDS_TEXT),
    tipo_foro: z.enum(FORUM_TYPES, 'Elige el tipo de foro.'),
    id_curso: z.int().positive().nullable().optional(),
    id_modulo: z.int().positive().nullable().optional(),
    envio: SentOnce,
  })
  .refine((body) => body.tipo_foro !== 'curso' || body.id_curso, { path: ['id_curso'], error: FORUM_COURSE_TEXT })
  .refine((body) => body.tipo_foro !== 'modulo' || body.id_modulo, { path: ['id_modulo'], error: FORUM_MODULE_TEXT })
export type ForumBody = z.infer<typeof ForumBody>

export const PostBody = z.object({
  contenido: postHtml(POST_EMPTY_TEXT),
  id_foro: z.int().positive(),
  parent_id: z.int().positive().nullable().optional(),
  envio: SentOnce,
})
export const PostEditBody = z.object({ contenido: postHtml(POST_EDIT_EMPTY_TEXT) })

export const PostLikes = z.object({ id: Id, likes: z.int(), liked: z.boolean() })

export const FollowBody = z.object({ seguimiento: z.enum(['siguiendo', 'silenciado']).nullable() })
export const ReadBody = z.object({ ultimo_post: z.int().min(0) })

export const ReportBody = z.object({
  motivo: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]], 'Elige un motivo.'),
  detalle: prose(500).default(''),
  /** `editado_en` of the text that the reporter read; without it, the present text is meant. */
  editado_en: Instant.nullable().optional(),
})
export const Report = z.object({
  id: Id,
  motivo: z.string(),
  detalle: z.string(),
  fecha: Instant,
  decision: z.enum(['aceptado', 'rechazado']).nullable(),
  reporta: Named,
  id_foro: Id,
  foro: z.string(),
  /** Null when the report is of the opening text, then in `tema`. */
  post: FlatPost.nullable(),
  tema: z.object({ contenido: z.string(), fecha: Instant, editado_en: Instant.nullable(), usuario: Author }).nullable(),
  /** The text, or its topic, was deleted by its author. */
  eliminado: z.boolean(),
  /** What was reported, when it was edited or deleted since; `titulo` is that of an opening text. */
  reportado: z.object({ titulo: z.string().nullable(), contenido: z.string() }).nullable(),
})
export type Report = z.infer<typeof Report>
export const DecisionBody = z.object({
  decision: z.enum(['aceptado', 'rechazado'], 'Elige una decisión.'),
  razon: writtenProse('Escribe por qué.', 500),
  /** `editado_en` of the text that the decision is about; another one is refused. */
  editado_en: Instant.nullable().optional(),
})
export type DecisionBody = z.infer<typeof DecisionBody>

export const ResolvedReport = z.union([
  staleOf(z.object({ decision: z.string(), razon: z.string() })).extend({ code: z.literal('YA_RESUELTO') }),
  FailureBody,
])

export const PostVersion = z.object({ contenido: z.string(), editado_en: Instant })
export type PostVersion = z.infer<typeof PostVersion>

export const Mentionable = Author
export type Mentionable = z.infer<typeof Mentionable>

const found = { raices: z.array(z.string()), formas: z.array(z.string()) }

export const FoundForum = Forum.extend({ ...found, extracto: z.string() })
export type FoundForum = z.infer<typeof FoundForum>

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
  q: writtenLine('Escribe qué buscas.', 100, 'Escribe menos.').min(2, 'Escribe al menos 2 letras.'),
})

export const DraftKey = z.object({ clave: z.string().regex(/^[a-z0-9-]{1,60}$/) })
export const DraftBody = z.object({ contenido: unfinishedHtml(MAX_DRAFT_HTML, POST_LONG_TEXT) })
export const Draft = z.object({ clave: z.string(), contenido: z.string(), actualizado_en: Instant })
export type Draft = z.infer<typeof Draft>
