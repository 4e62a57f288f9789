import type { FlatPost, ForumPost, TopPost } from '@campus/contract/forums'

/** A post as the database answers it. `respuestas` counts what hangs below a top-level post. */
export type PostRow = Omit<FlatPost, 'likes_usuarios'> & { respuestas: number }

/** HTML that was cut off anywhere, without the half of a tag or entity at its end; cleaning closes the open tags. */
const endOfTag = (html: string): string => html.replace(/(<[^>]*|&[^;\s]{0,8})$/, '')

/** A post as it travels: of who liked it only the asker is told (contract section 4). */
export function flatPost(
  { respuestas: _, ...post }: PostRow,
  asker: number,
  shown: (html: string) => string,
): FlatPost {
  const contenido = shown(post.recortado ? `${endOfTag(post.contenido)}…` : post.contenido)
  return { ...post, contenido, likes_usuarios: post.liked ? [asker] : [] }
}

/**
 * Top-level posts with their trees, out of rows in order of id: a reply is always younger than what it replies to. A
 * reply whose parent is not among the rows waits for its page.
 */
export function treeOf(rows: PostRow[], asker: number, shown: (html: string) => string): TopPost[] {
  const nodes = new Map<number, ForumPost>()
  const tops: { post: ForumPost; respuestas: number; below: number }[] = []
  const topOf = new Map<number, (typeof tops)[number]>()
  for (const row of rows) {
    const post: ForumPost = { ...flatPost(row, asker, shown), replies: [] }
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id)
    if (row.parent_id !== null && !parent) continue
    nodes.set(row.id, post)
    const top = row.parent_id === null ? undefined : topOf.get(row.parent_id)
    if (parent && top) {
      parent.replies.push(post)
      top.below += 1
      topOf.set(row.id, top)
      continue
    }
    const made = { post, respuestas: row.respuestas, below: 0 }
    tops.push(made)
    topOf.set(row.id, made)
  }
  return tops.map(({ post, respuestas, below }) => ({ ...post, replies_restantes: Math.max(0, respuestas - below) }))
}
