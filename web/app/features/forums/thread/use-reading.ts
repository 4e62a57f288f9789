import type { TopPost } from '@campus/contract/forums'
import { useEffect, useState } from 'react'
import { backgroundClient } from '../../../lib/client'
import { flatten, type Grown, type PostPage } from './tree'
import type { Patches } from './use-posts'

/** `passed` needs no reading, being the student's own or deleted. */
type Readable = { id: number; passed: boolean }

/** The loaded posts, and up to which post none is missing between them. */
type LoadedPosts = { posts: Readable[]; ceiling: number }

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

/** Read marks are sent together, this long after the last post was seen. */
const WAIT_MS = 1_000
/** Beyond every post: all is read. */
const ALL = Number.MAX_SAFE_INTEGER

/** The post up to which everything on the page is read. */
function reachedOf(page: PostPage, threads: ReadonlyMap<number, Grown>, seen: ReadonlySet<number>, me: number): number {
  const loaded = page.data.map((top) => {
    const { replies, left } = threads.get(top.id) ?? { replies: top.replies, left: top.replies_restantes }
    return { posts: flatten([{ ...top, replies }]), left }
  })
  const ends = loaded.map(({ posts, left }) => ({ left, last: Math.max(0, ...posts.map(({ id }) => id)) }))
  const posts = loaded
    .flatMap((thread) => thread.posts)
    .map(({ id, eliminado, usuario }) => ({ id, passed: eliminado || usuario?.id === me }))
  return readUpTo({ posts, ceiling: ceilingOf(page, ends) }, seen)
}

/** Most of the post is visible, or it fills most of the window. */
const isRead = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting && (intersectionRatio >= 0.6 || intersectionRect.height >= (rootBounds?.height ?? 0) / 2)

/** Collects which posts were seen and sends how far the student has read. */
function createReader(forum: number, me: number, onRead: (post: number) => void) {
  const seen = new Set<number>()
  const threads = new Map<number, Grown>()
  let page: PostPage | undefined
  let sent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function put(ultimo_post: number): void {
    sent = ultimo_post
    const call = { params: { path: { id: String(forum) } }, body: { ultimo_post }, keepalive: true }
    backgroundClient.PUT('/api/foros/{id}/leido', call).then(
      () => onRead(ultimo_post),
      // The next mark includes this one.
      () => {
        if (sent === ultimo_post) sent = 0
      },
    )
  }
  function flush(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    const now = page ? reachedOf(page, threads, seen, me) : 0
    if (now > sent) put(now)
  }
  function see(ids: readonly number[]): void {
    for (const id of ids) seen.add(id)
    clearTimeout(timer)
    timer = setTimeout(flush, WAIT_MS)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const read = entries.filter(isRead).map(({ target }) => Number(target.getAttribute('data-post')))
      if (read.length > 0) see(read)
    },
    { threshold: [0, 0.3, 0.6, 1] },
  )
  return {
    flush,
    see,
    setPage(next: PostPage | undefined): void {
      page = next
    },
    loaded: (top: number, grown: Grown) => void threads.set(top, grown),
    readAll: () => put(ALL),
    /** Marks an element's post as read once it was seen; returns the cleanup. */
    watch(element: HTMLElement) {
      observer.observe(element)
      return () => observer.unobserve(element)
    },
  }
}

export type Reader = ReturnType<typeof createReader>

/** Sends the read mark while posts are seen, and at the latest when the page is left. */
export function useReading(forum: number, me: number, page: PostPage | undefined, patches: Patches): Reader {
  const [reader] = useState(() =>
    createReader(forum, me, (post) => {
      patches.forum(({ primer_no_leido: first }) =>
        first && first.id <= post ? { primer_no_leido: null, no_leidos: 0 } : {},
      )
      void patches.lists()
    }),
  )
  useEffect(() => reader.setPage(page), [reader, page])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && reader.flush()
    window.addEventListener('pagehide', reader.flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', reader.flush)
      document.removeEventListener('visibilitychange', hidden)
      reader.flush()
    }
  }, [reader])
  return reader
}
