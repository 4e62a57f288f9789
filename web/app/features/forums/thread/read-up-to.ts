import type { TopPost } from '@campus/contract/forums'

/** `passed` needs no reading, being the student's own or deleted. */
export type Readable = { id: number; passed: boolean }

/** The loaded posts, and up to which post none is missing between them. */
export type LoadedPosts = { posts: Readable[]; ceiling: number }

/** The last post before the first unread one; 0 when even the first is unread. */
export function readUpTo({ posts, ceiling }: LoadedPosts, seen: ReadonlySet<number>): number {
  let reached = 0
  for (const { id, passed } of [...posts].sort((a, b) => a.id - b.id)) {
    if (id > ceiling || !(passed || seen.has(id))) break
    reached = id
  }
  return reached
}

/**
 * Up to which post a page is complete: all of it on the last page, otherwise up to its last top-level post, and never
 * beyond the last loaded reply of a thread with more.
 */
export function ceilingOf(
  page: { data: Pick<TopPost, 'id'>[]; current_page: number; last_page: number },
  threads: readonly { last: number; left: number }[],
): number {
  const ends = threads.filter(({ left }) => left > 0).map(({ last }) => last)
  const last = page.data.at(-1)
  if (page.current_page < page.last_page && last) ends.push(last.id)
  return Math.min(Number.POSITIVE_INFINITY, ...ends)
}
