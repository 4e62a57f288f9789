import type { Comment, Reply } from '@campus/contract/comments'
import { COMMENT_DELETED_TEXT } from '@campus/contract/rules'

export type CommentPage = { data: Comment[]; total: number; per_page: number; current_page: number; last_page: number }

/** The loaded pages, in order. */
export type Pages<Param = unknown> = { pages: CommentPage[]; pageParams: Param[] }

/** Newest first; a comment that moved to the next page between two reads is shown once. */
export function commentsOf({ pages }: Pages): Comment[] {
  return [...new Map(pages.flatMap((page) => page.data).map((comment) => [comment.id, comment])).values()]
}

export const hasComment = (pages: Pages, id: number): boolean =>
  commentsOf(pages).some((comment) => comment.id === id || comment.replies.some((reply) => reply.id === id))

function mapComments<P extends Pages>(pages: P, change: (comment: Comment) => Comment): P {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
}

/** A thread without the reply stays the same object, so that it does not render again. */
function withReply(comment: Comment, id: number, change: (reply: Reply) => Partial<Reply>): Comment {
  if (!comment.replies.some((reply) => reply.id === id)) return comment
  return {
    ...comment,
    replies: comment.replies.map((reply) => (reply.id === id ? { ...reply, ...change(reply) } : reply)),
  }
}

export function patchComment<P extends Pages>(pages: P, id: number, change: (reply: Reply) => Partial<Reply>): P {
  return mapComments(pages, (comment) =>
    comment.id === id ? { ...comment, ...change(comment) } : withReply(comment, id, change),
  )
}

/** Adds what was just published: a comment on top of the first page, a reply under its thread. */
export function addComment<P extends Pages>(pages: P, added: Comment): P {
  if (hasComment(pages, added.id)) return pages
  const { replies: _, ...reply } = added
  if (added.parent_id !== null)
    return mapComments(pages, (comment) =>
      comment.id === added.parent_id ? { ...comment, replies: [...comment.replies, reply] } : comment,
    )
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      total: page.total + 1,
      data: page.current_page === 1 ? [added, ...page.data] : page.data,
    })),
  }
}

/** The placeholder of a deleted comment that has replies. */
const GONE = {
  comentario: COMMENT_DELETED_TEXT,
  eliminado: true,
  usuario: null,
  id_usuario: null,
  likes: 0,
  liked: false,
  editado_en: null,
  puede_eliminar: false,
} as const

const isEmptyPlace = ({ eliminado, replies, replies_restantes: left }: Comment) =>
  eliminado && replies.length === 0 && left === 0

/** Removes a deleted comment or reply; a comment with replies (`stays`) becomes a placeholder. */
export function removeComment<P extends Pages>(pages: P, id: number, stays: boolean): P {
  if (stays) return patchComment(pages, id, () => GONE)
  const without = mapComments(pages, (comment) =>
    comment.replies.some((reply) => reply.id === id)
      ? { ...comment, replies: comment.replies.filter((reply) => reply.id !== id) }
      : comment,
  )
  const isGone = (comment: Comment) => comment.id === id || isEmptyPlace(comment)
  const gone = commentsOf(without).filter(isGone).length
  return {
    ...without,
    pages: without.pages.map((page) => ({
      ...page,
      total: page.total - gone,
      data: page.data.filter((comment) => !isGone(comment)),
    })),
  }
}

const byTime = (a: Reply, b: Reply) => Date.parse(a.fecha) - Date.parse(b.fecha) || a.id - b.id

/** Adds a page of replies to the loaded ones; `total` is how many the comment has. */
export function addReplies<P extends Pages>(pages: P, id: number, more: readonly Reply[], total: number): P {
  return mapComments(pages, (comment) => {
    if (comment.id !== id) return comment
    const known = new Map([...more, ...comment.replies].map((reply) => [reply.id, reply]))
    const replies = [...known.values()].sort(byTime)
    return { ...comment, replies, replies_restantes: Math.max(0, total - replies.length) }
  })
}
