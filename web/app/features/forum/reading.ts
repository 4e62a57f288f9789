import type { TopPost } from '@campus/contract/forums'

/** A post as far as reading is concerned: `passed` when it needs no reading, being one's own or deleted. */
export type Readable = { id: number; passed: boolean }

/** What is loaded of a page, and up to which post nothing can be missing in it. */
export type Stretch = { posts: Readable[]; ceiling: number }

/** The highest post up to which all that is loaded was seen; 0 when not even the first was. */
export function readUpTo({ posts, ceiling }: Stretch, seen: ReadonlySet<number>): number {
  let reached = 0
  for (const { id, passed } of [...posts].sort((a, b) => a.id - b.id)) {
    if (id > ceiling || !(passed || seen.has(id))) break
    reached = id
  }
  return reached
}

/**
 * Up to which post a page can say that nothing unread lies between: the whole of it on the last one, else up to its last
 * top-level post; and never beyond the last loaded reply of a post that has more.
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
