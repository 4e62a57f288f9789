import type { ForumPost } from '@campus/contract/forums'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { backgroundClient } from '../../../lib/client'
import { ceilingOf, type Readable, readUpTo } from './read-up-to'
import type { PostPage } from './tree'
import type { Patches } from './use-posts'

/** Read marks are sent together, this long after the last post was seen. */
const WAIT_MS = 1_000
/** Beyond every post: all is read. */
const ALL = Number.MAX_SAFE_INTEGER

type Loaded = { replies: ForumPost[]; left: number }

/** Collects which posts were seen and sends how far the student has read. */
function createReader(forum: number, me: number, onRead: (post: number) => void) {
  const seen = new Set<number>()
  const threads = new Map<number, Loaded>()
  let page: PostPage | undefined
  let sent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const readable = ({ id, eliminado, usuario }: ForumPost): Readable => ({
    id,
    passed: eliminado || usuario?.id === me,
  })
  const flat = (posts: readonly ForumPost[]): ForumPost[] => posts.flatMap((post) => [post, ...flat(post.replies)])
  function reached(): number {
    if (!page) return 0
    const loaded = page.data.map((top) => {
      const { replies, left } = threads.get(top.id) ?? { replies: top.replies, left: top.replies_restantes }
      return { posts: flat([{ ...top, replies }]), left }
    })
    const ends = loaded.map(({ posts, left }) => ({ left, last: Math.max(0, ...posts.map(({ id }) => id)) }))
    return readUpTo({ posts: loaded.flatMap(({ posts }) => posts.map(readable)), ceiling: ceilingOf(page, ends) }, seen)
  }
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
    clearTimeout(timer)
    timer = undefined
    const now = reached()
    if (now > sent) put(now)
  }
  return {
    flush: () => timer && flush(),
    see(ids: readonly number[]): void {
      for (const id of ids) seen.add(id)
      clearTimeout(timer)
      timer = setTimeout(flush, WAIT_MS)
    },
    setPage(next: PostPage | undefined): void {
      page = next
    },
    loaded: (top: number, replies: ForumPost[], left: number) => void threads.set(top, { replies, left }),
    readAll: () => put(ALL),
  }
}

/** Most of the post is visible, or it fills most of the window. */
const isRead = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting && (intersectionRatio >= 0.6 || intersectionRect.height >= (rootBounds?.height ?? 0) / 2)

/** Sends the read mark while posts are seen, and at the latest when the page is left. */
export function useReading(forum: number, me: number, page: PostPage | undefined, patches: Patches) {
  const [reader] = useState(() =>
    createReader(forum, me, (post) => {
      patches.forum(({ primer_no_leido: first }) =>
        first && first.id <= post ? { primer_no_leido: null, no_leidos: 0 } : {},
      )
      void patches.lists()
    }),
  )
  const [observer] = useState(() => {
    if (typeof IntersectionObserver === 'undefined') return null
    return new IntersectionObserver(
      (entries) => {
        const read = entries.filter(isRead).map(({ target }) => Number(target.getAttribute('data-post')))
        if (read.length > 0) reader.see(read)
      },
      { threshold: [0, 0.3, 0.6, 1] },
    )
  })
  useEffect(() => reader.setPage(page), [reader, page])
  const leave = useEffectEvent(() => reader.flush())
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      reader.flush()
    }
  }, [reader])
  const watch = useCallback(
    (element: HTMLElement) => {
      observer?.observe(element)
      return () => observer?.unobserve(element)
    },
    [observer],
  )
  return { watch, see: reader.see, loaded: reader.loaded, readAll: reader.readAll }
}
