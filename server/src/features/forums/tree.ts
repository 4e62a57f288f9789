import type { FlatPost, ForumPost, TopPost } from '@campus/contract/forums'

/** `respuestas` counts the descendants of a top-level post. */
export type PostRow = Omit<FlatPost, 'likes_usuarios' | 'fecha_creacion'> & { respuestas: number }

/** Drops a cut tag or entity at the end; sanitizing closes the open tags. */
const dropCutTag = (html: string): string => html.replace(/(<[^>]*|&[^;\s]{0,8})$/, '')

/** `likes_usuarios` reveals only the caller (docs/product/community.md 3.4). */
export function flatPost(
  { respuestas: _, ...post }: PostRow,
  caller: number,
  sanitize: (html: string) => string,
): FlatPost {
  const contenido = sanitize(post.recortado ? `${dropCutTag(post.contenido)}…` : post.contenido)
  return { ...post, fecha_creacion: post.fecha, contenido, likes_usuarios: post.liked ? [caller] : [] }
}

/** Rows are ordered by id, so parents come first; replies without a loaded parent are on another page. */
export function treeOf(rows: PostRow[], caller: number, sanitize: (html: string) => string): TopPost[] {
  const tops: TopPost[] = []
  const nodes = new Map<number, { post: ForumPost; top: TopPost }>()
  for (const row of rows) {
    const post: ForumPost = { ...flatPost(row, caller, sanitize), replies: [] }
    if (row.parent_id === null) {
      const top = { ...post, replies_restantes: row.respuestas }
      tops.push(top)
      nodes.set(row.id, { post: top, top })
      continue
    }
    const parent = nodes.get(row.parent_id)
    if (!parent) continue
    parent.post.replies.push(post)
    parent.top.replies_restantes = Math.max(0, parent.top.replies_restantes - 1)
    nodes.set(row.id, { post, top: parent.top })
  }
  return tops
}
