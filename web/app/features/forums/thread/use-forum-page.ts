import type { ForumDetail, PostPlace } from '@campus/contract/forums'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../../lib/session'
import type { ForumFacts } from './forum-context'
import { useNews } from './news'
import { anchorOf, POST_PARAM, POSTS_ANCHOR, permalinkOf, useScrollToTarget } from './post-address'
import { createThreadStore, scrollToPost, type ThreadStore } from './thread-state'
import { addReply, findIn, type PostPage } from './tree'
import { type PostDialog, usePostActions } from './use-post-actions'
import { type Patches, usePatches } from './use-posts'
import { useReading } from './use-reading'
import { type ReplyForm, useReply } from './use-reply'

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

/** Stays the same while reading, so that new posts remain marked as new. */
function useFreshFrom({ primer_no_leido: first }: ForumDetail): number | null {
  const [from, setFrom] = useState(first?.id ?? null)
  if (from === null && first) setFrom(first.id)
  return from
}

/** The open dialog; the focus returns to where it was, or to the posts when that element is gone. */
function useDialog() {
  const [open, setOpen] = useState<PostDialog | null>(null)
  const from = useRef<Element | null>(null)
  const ask = useCallback((next: PostDialog) => {
    from.current = document.activeElement
    setOpen(next)
  }, [])
  const close = useCallback(() => {
    setOpen(null)
    requestAnimationFrame(() => {
      const back = from.current?.isConnected ? from.current : document.getElementById(POSTS_ANCHOR)
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    })
  }, [])
  return { open, ask, close }
}

type SentOptions = {
  forum: number
  store: ThreadStore
  page: PostPage | undefined
  patches: Patches
  own: (step: 1 | -1) => void
}

/** Shows a sent answer in its place. */
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
      // The new post is on another page.
      void patches.refresh()
      void navigate(permalinkOf(forum, post.id), { preventScrollReset: true })
      return
    }
    if (post.parent_id) patches.tops((tops) => (findIn(tops, id_raiz) ? addReply(tops, flat, id_raiz) : tops))
    else patches.append(pagina, { ...flat, replies: [], replies_restantes: 0 })
    scrollToPost(store, post.id, 'nearest')
  }
}

/** A reply to a post that another person, or another device, deleted. */
function useOrphanedReply(reply: ReplyForm, page: PostPage | undefined): void {
  const gone = (reply.to && page && findIn(page.data, reply.to.id)?.eliminado && reply.to.id) || null
  const forget = useEffectEvent(reply.forget)
  useEffect(() => {
    if (gone !== null) forget(gone)
  }, [gone])
}

/** What a forum's page does; `facts` is what its posts know of it. */
export function useForumPage(forum: ForumDetail, target: number | null, page: PostPage | undefined) {
  const { id } = forum
  const { id: me } = useUser()
  const [store] = useState(createThreadStore)
  const patches = usePatches(id)
  const news = useNews(forum.total_posts, patches)
  const reader = useReading(id, me, page, patches)
  const dialog = useDialog()
  const actions = usePostActions(id, patches, dialog.ask)
  useScrollToTarget(store, target)
  const reply = useReply(id, store, useSent({ forum: id, store, page, patches, own: news.own }))
  useOrphanedReply(reply, page)
  const goTo = useGoTo()
  const freshFrom = useFreshFrom(forum)
  const { answer } = reply
  const author = forum.usuario.id
  const moderates = forum.puede_moderar
  const facts = useMemo<ForumFacts>(
    () => ({ id, me, author, moderates, freshFrom, store, reader, actions, answer, goTo }),
    [id, me, author, moderates, freshFrom, store, reader, actions, answer, goTo],
  )
  function removed(post: number): void {
    news.own(-1)
    reply.forget(post)
  }
  return { facts, news, reply, dialog, removed }
}
