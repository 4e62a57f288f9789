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
  id_usuario: Id,
  id_leccion: Id,
  fecha: Instant,
  /** The author's own like is the one it starts with. */
  likes: z.int(),
  liked: z.boolean(),
  parent_id: Id.nullable(),
  usuario: author,
})
export type Reply = z.infer<typeof Reply>

/** A comment under a lesson with its replies, oldest first. */
export const Comment = Reply.extend({ replies: z.array(Reply) })
export type Comment = z.infer<typeof Comment>

/** Author, date and likes are the server's; what a body says of them is ignored (contract section 2). */
export const CommentBody = z.object({
  comentario: z
    .string({ error: EMPTY_COMMENT_TEXT })
    .trim()
    .min(1, EMPTY_COMMENT_TEXT)
    .max(MAX_COMMENT, `El comentario puede tener hasta ${MAX_COMMENT} caracteres.`),
  id_leccion: z.int().positive(),
  parent_id: z.int().positive().nullable().optional(),
})

/** What a like answers, however often it is sent. */
export const LikeState = z.object({ id: Id, likes: z.int(), liked: z.boolean() })
