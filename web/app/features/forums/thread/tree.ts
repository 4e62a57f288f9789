import type { FlatPost, ForumPost, TopPost } from '@campus/contract/forums'

export type PostPage = { data: TopPost[]; total: number; per_page: number; current_page: number; last_page: number }

export const countOf = (replies: readonly ForumPost[]): number =>
  replies.reduce((sum, { replies: below }) => sum + 1 + countOf(below), 0)

export function findIn(posts: readonly ForumPost[], id: number): ForumPost | undefined {
  for (const post of posts) {
    const found = post.id === id ? post : findIn(post.replies, id)
    if (found) return found
  }
  return undefined
}

/** The ids above a post, from the top; null when it is not in the tree. */
export function pathTo(posts: readonly ForumPost[], id: number): number[] | null {
  for (const post of posts) {
    if (post.id === id) return []
    const below = pathTo(post.replies, id)
    if (below) return [post.id, ...below]
  }
  return null
}

/** Changes the posts for which `change` returns something; all others stay the same object and do not render again. */
export function mapPosts<Post extends ForumPost>(
  posts: Post[],
  change: (post: ForumPost) => Partial<ForumPost> | null,
): Post[] {
  let changed = false
  const next = posts.map((post) => {
    const replies = mapPosts(post.replies, change)
    const part = change(post)
    if (replies === post.replies && !part) return post
    changed = true
    return { ...post, replies, ...part }
  })
  return changed ? next : posts
}

/** Adds a reply below its parent; where that is not loaded, below the top-level post. */
export function addReply(tops: TopPost[], reply: FlatPost, root: number): TopPost[] {
  if (findIn(tops, reply.id)) return tops
  const under = reply.parent_id !== null && findIn(tops, reply.parent_id) ? reply.parent_id : root
  return mapPosts(tops, (post) =>
    post.id === under ? { replies: [...post.replies, { ...reply, replies: [] }] } : null,
  )
}

/** Removes a post without replies. */
export function dropPost<Post extends ForumPost>(posts: Post[], id: number): Post[] {
  const left = posts.filter((post) => post.id !== id)
  if (left.length < posts.length) return left
  return mapPosts(posts, (post) =>
    post.replies.some((reply) => reply.id === id) ? { replies: post.replies.filter((reply) => reply.id !== id) } : null,
  )
}

// Reuses the node of a post while neither it nor its replies changed.
const nodes = new WeakMap<object, ForumPost>()

function nodeOf(source: FlatPost | ForumPost, below: ReadonlyMap<number, (FlatPost | ForumPost)[]>): ForumPost {
  const replies = (below.get(source.id) ?? []).map((child) => nodeOf(child, below))
  const same = (post: ForumPost | undefined) =>
    post?.replies.length === replies.length && post.replies.every((child, at) => child === replies[at])
  if ('replies' in source && same(source)) return source
  const cached = nodes.get(source)
  if (cached && same(cached)) return cached
  const made = { ...source, replies }
  nodes.set(source, made)
  return made
}

export const flatten = (posts: readonly ForumPost[]): ForumPost[] =>
  posts.flatMap((post) => [post, ...flatten(post.replies)])

/** A top-level post's tree, and how many of its replies are not loaded. */
export type Grown = { replies: ForumPost[]; left: number }

/** Merges further pages of replies into a tree; a reply without a loaded parent is put below the top-level post. */
export function grow(top: TopPost, more: readonly FlatPost[]): Grown {
  const first = flatten(top.replies)
  const sources = new Map<number, FlatPost | ForumPost>(first.map((post) => [post.id, post]))
  for (const post of more) if (!sources.has(post.id)) sources.set(post.id, post)
  const below = new Map<number, (FlatPost | ForumPost)[]>()
  for (const post of [...sources.values()].sort((a, b) => a.id - b.id)) {
    const parent = post.parent_id !== null && sources.has(post.parent_id) ? post.parent_id : top.id
    below.set(parent, [...(below.get(parent) ?? []), post])
  }
  const replies = (below.get(top.id) ?? []).map((post) => nodeOf(post, below))
  return { replies, left: Math.max(0, top.replies_restantes - (sources.size - first.length)) }
}
