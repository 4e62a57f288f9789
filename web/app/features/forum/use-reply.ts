import type { FlatPost, PostPlace } from '@campus/contract/forums'
import { POST_EMPTY_TEXT } from '@campus/contract/rules'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../platform/api'
import { useDraft } from '../../platform/draft'
import { type Answered, keptReply, parseReply } from './draft'
import { nameOf } from './forum-context'
import { replyButtonOf } from './post-tools'
import { T } from './texts'
import type { ThreadStore } from './thread-state'
import { say } from './use-post-actions'
import { refusedOf, type Wrong, wrongOf } from './wrong'

/** After the page has shown what changed. */
const focusLater = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/**
 * The one answer that is written on a page: to the forum, or to a post (storefront.md section 4 "Reply mode"). What was
 * typed goes along when somebody else is answered, stays when the answer is cancelled, and is kept until it is out.
 */
export function useReply(forum: number, store: ThreadStore, onSent: (post: PostPlace) => void) {
  const draft = useDraft(`foro-${forum}-respuesta`)
  const kept = parseReply(draft.text)
  // Whom it is for, where somebody chose it on this visit; else as the draft remembers.
  const [chosen, setChosen] = useState<Answered | undefined>()
  const [opened, setOpened] = useState(false)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const to = chosen === undefined ? (kept?.a ?? null) : chosen
  const html = kept?.html ?? ''
  const answering = to?.id ?? null
  useEffect(() => store.set({ answering }), [store, answering])
  const answer = useCallback((post: FlatPost | null) => {
    setChosen(post && { id: post.id, nombre: nameOf(post) })
    setOpened(true)
    setWrong(null)
  }, [])
  const send = api.useMutation('post', '/api/posts-foro', {
    meta: { handled: true },
    onError: (error) => setWrong(refusedOf(error, T.sendError)),
    onSuccess: ({ data }) => {
      draft.clear()
      setChosen(null)
      setOpened(false)
      setWrong(null)
      say(T.sent)
      onSent(data)
    },
  })
  return {
    forum,
    to,
    html,
    wrong,
    opened: opened || html !== '',
    busy: send.isPending,
    /** Whether somebody opened it now, and is about to write. */
    asked: opened,
    answer,
    change(next: string): void {
      setWrong(null)
      draft.write(keptReply({ a: to, html: next }))
    },
    cancel(): void {
      setChosen(null)
      setOpened(false)
      setWrong(null)
      if (html !== '') draft.write(keptReply({ a: null, html }))
      if (to) focusLater(replyButtonOf(to.id))
    },
    send(): void {
      if (send.isPending) return
      const found = wrongOf(html, POST_EMPTY_TEXT)
      setWrong(found)
      if (!found) send.mutate({ body: { contenido: html, id_foro: forum, parent_id: to?.id ?? null } })
    },
  }
}

export type ReplyForm = ReturnType<typeof useReply>
