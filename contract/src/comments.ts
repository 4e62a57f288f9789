import { z } from 'zod'
import { Id, Instant, Role, SentOnce } from './common.ts'
import { EMPTY_COMMENT_TEXT, MAX_COMMENT } from './rules.ts'
import { writtenProse } from './text-fields.ts'

const author = z.object({
  nombre: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  imagen: z.string().nullable(),
  tipo_cliente: Role,
})

/** Replies nest one level (docs/product/community.md 1.3). */
export const Reply = z.object({
  id: Id,
  comentario: z.string(),
  id_usuario: Id.nullable(),
  id_leccion: Id,
  fecha: Instant,
  editado_en: Instant.nullable(),
  /** Deleted, but shown as a placeholder for its replies. */
  eliminado: z.boolean(),
  /** Starts at 1: authors like their own comment. */
  likes: z.int(),
  liked: z.boolean(),
  parent_id: Id.nullable(),
  usuario: author.nullable(),
  puede_eliminar: z.boolean(),
})
export type Reply = z.infer<typeof Reply>

/** At most 50 replies, oldest first; fewer when the page would exceed its bytes. */
export const Comment = Reply.extend({ replies: z.array(Reply), replies_restantes: z.int() })
export type Comment = z.infer<typeof Comment>

const text = writtenProse(EMPTY_COMMENT_TEXT, MAX_COMMENT, `El comentario puede tener hasta ${MAX_COMMENT} caracteres.`)

export const CommentBody = z.object({
  comentario: text,
  id_leccion: z.int().positive(),
  parent_id: z.int().positive().nullable().optional(),
  envio: SentOnce,
})

export const CommentEditBody = z.object({ comentario: text })

export const LikeState = z.object({ id: Id, likes: z.int(), liked: z.boolean() })
