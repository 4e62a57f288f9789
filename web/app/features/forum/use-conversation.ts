import type { ForumDetail, PostPlace } from '@campus/contract/forums'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../platform/session'
import { anchorOf, POST_PARAM, POSTS_ANCHOR, permalinkOf } from './address'
import type { ForumFacts } from './forum-context'
import { useNews } from './news'
import { createThreadState, lead, type ThreadStore } from './thread-state'
import { addReply, findIn, type PostPage } from './tree'
import { useAsked, useLead } from './use-arrival'
import { type Asked, usePostActions } from './use-post-actions'
import { type Patches, usePatches, usePosts } from './use-posts'
import { useReading } from './use-reading'
import { useReply } from './use-reply'

/** Leads to a post of the page that is open: its address says so. */
function useGoTo() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(
    (id: number) => {
      const next = new URLSearchParams(search)
      next.set(POST_PARAM, String(id))
      void navigate({ search: `?${next}`, hash: anchorOf(id) }, { preventScrollReset: true })
    },
    [navigate, search],
  )
}

/** The first post that was unread when the page was opened: it stays marked as new while one reads on. */
function useFreshFrom({ primer_no_leido: first }: ForumDetail): number | null {
  const [from, setFrom] = useState(first?.id ?? null)
  if (from === null && first) setFrom(first.id)
  return from
}

/** What is asked about one post, and where the focus was: it returns there, or to the posts where that is gone. */
function useDialog() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const from = useRef<Element | null>(null)
  const ask = useCallback((next: Asked) => {
    from.current = document.activeElement
    setAsked(next)
  }, [])
  const close = useCallback(() => {
    setAsked(null)
    requestAnimationFrame(() => {
      const back = from.current?.isConnected ? from.current : document.getElementById(POSTS_ANCHOR)
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    })
  }, [])
  return { asked, ask, close }
}

type SentOptions = {
  forum: number
  store: ThreadStore
  page: PostPage | undefined
  patches: Patches
  own: (step: 1 | -1) => void
}

/** What follows when an answer is out: it stands in its place, in sight. */
function useSent({ forum, store, page, patches, own }: SentOptions) {
  const navigate = useNavigate()
  return (post: PostPlace): void => {
    const { id_raiz, pagina, pagina_respuestas: _, ...flat } = post
    own(1)
    patches.forum((now) => ({
      total_posts: now.total_posts + 1,
      ultima_actividad: post.fecha,
      seguimiento: now.seguimiento ?? 'siguiendo',
    }))
    void patches.lists()
    const here = page?.data.some((top) => top.id === id_raiz) || (!post.parent_id && pagina === page?.current_page)
    if (!here) {
      // Its page is not this one: the person is taken there.
      void patches.refresh()
      void navigate(permalinkOf(forum, post.id), { preventScrollReset: true })
      return
    }
    if (post.parent_id) patches.tops((tops) => (findIn(tops, id_raiz) ? addReply(tops, flat, id_raiz) : tops))
    else patches.append(pagina, { ...flat, replies: [], replies_restantes: 0 })
    lead(store, post.id, 'nearest')
  }
}

/** All that happens on a forum's page: what is asked for, shown, written and read. */
export function useConversation(forum: ForumDetail) {
  const { id } = forum
  const { id: me } = useUser()
  const [store] = useState(createThreadState)
  const asked = useAsked(id)
  const posts = usePosts(id, asked.page, asked.known)
  const page = posts.data?.data
  const patches = usePatches(id)
  const news = useNews(forum.total_posts)
  const reading = useReading(id, me, page, patches)
  const dialog = useDialog()
  const actions = usePostActions(patches, dialog.ask)
  useLead(store, asked.target)
  const sent = useSent({ forum: id, store, page, patches, own: news.own })
  const reply = useReply(id, store, sent)
  const goTo = useGoTo()
  const freshFrom = useFreshFrom(forum)
  const { watch, see } = reading
  const { answer } = reply
  const facts = useMemo<ForumFacts>(
    () => ({
      id,
      me,
      author: forum.usuario.id,
      moderates: forum.puede_moderar,
      freshFrom,
      actions,
      answer,
      goTo,
      watch,
      see,
    }),
    [id, me, forum.usuario.id, forum.puede_moderar, freshFrom, actions, answer, goTo, watch, see],
  )
  return {
    store,
    asked,
    posts,
    patches,
    news,
    reading,
    reply,
    facts,
    dialog,
    removed: () => news.own(-1),
    showNews: () => {
      news.seen()
      void patches.refresh()
    },
  }
}

export type Conversation = ReturnType<typeof useConversation>
