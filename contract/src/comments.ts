import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { EMPTY_COMMENT_TEXT, MAX_COMMENT } from './rules.ts'

const author = z.object({
  id: Id,
  nombre: z.string(),
  imagen: z.string().nullable(),
  tipo_cliente: z.enum(['Alumno', 'Docente', 'Administrador']),
})

/** A reply: replies nest one level (contract section 4). */
export const Reply = z.object({
  id: Id,
  comentario: z.string(),
  /** Null when the comment was deleted. */
  id_usuario: Id.nullable(),
  id_leccion: Id,
  fecha: Instant,
  editado_en: Instant.nullable(),
  /** Deleted with replies: its place stands. */
  eliminado: z.boolean(),
  /** The author's own like is the one it starts with. */
  likes: z.int(),
  liked: z.boolean(),
  parent_id: Id.nullable(),
  /** Null when the comment was deleted. */
  usuario: author.nullable(),
  /** Whether the caller may delete it: its author and the staff of the course. */
  puede_eliminar: z.boolean(),
})
export type Reply = z.infer<typeof Reply>

/** A comment under a lesson: at most 50 replies, oldest first, fewer where the page would grow too large, and how many more there are. */
export const Comment = Reply.extend({ replies: z.array(Reply), replies_restantes: z.int() })
export type Comment = z.infer<typeof Comment>

const text = z
  .string({ error: EMPTY_COMMENT_TEXT })
  .trim()
  .min(1, EMPTY_COMMENT_TEXT)
  .max(MAX_COMMENT, `El comentario puede tener hasta ${MAX_COMMENT} caracteres.`)

/** Author, date and likes are the server's; what a body says of them is ignored (contract section 2). */
export const CommentBody = z.object({
  comentario: text,
  id_leccion: z.int().positive(),
  parent_id: z.int().positive().nullable().optional(),
})

export const CommentEditBody = z.object({ comentario: text })

/** What a like answers, however often it is sent. */
export const LikeState = z.object({ id: Id, likes: z.int(), liked: z.boolean() })
