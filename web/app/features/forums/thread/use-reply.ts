import type { FlatPost, PostPlace } from '@campus/contract/forums'
import { POST_EMPTY_TEXT } from '@campus/contract/rules'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../lib/api'
import { useDraft } from '../../../lib/draft'
import { envioFor, forgetEnvio } from '../../../lib/envio'
import { withPoints } from '../../../lib/points'
import { toast } from '../../../lib/toasts'
import { nameOf } from './forum-context'
import { focusLater, replyButtonOf } from './post-address'
import type { Quoted } from './quote'
import { TEXTS } from './texts'
import type { ThreadStore } from './thread-state'
import { requestErrorOf, type ValidationError, validationErrorOf } from './validation'

/** The post that an answer is for; null is the forum itself. */
type Recipient = { id: number; nombre: string } | null

type ReplyDraft = { a: Recipient; html: string }

/** The answer of a stored draft; null when its content is not ours. */
export function parseReply(stored: string): ReplyDraft | null {
  try {
    const parsed: unknown = JSON.parse(stored)
    if (typeof parsed !== 'object' || parsed === null) return null
    const { a, html } = parsed as Record<string, unknown>
    if (typeof html !== 'string') return null
    const { id, nombre } = (a ?? {}) as Record<string, unknown>
    return { a: typeof id === 'number' && typeof nombre === 'string' ? { id, nombre } : null, html }
  } catch {
    return null
  }
}

/** The text to store; empty without an answer. */
export const serializeReply = (reply: ReplyDraft): string => (reply.html === '' ? '' : JSON.stringify(reply))

/** The one answer on a page; its text survives a change of recipient, a cancel and a reload until it is sent. */
export function useReply(forum: number, store: ThreadStore, onSent: (post: PostPlace) => void) {
  const clave = `foro-${forum}-respuesta`
  const draft = useDraft(clave)
  const stored = parseReply(draft.text)
  // The recipient chosen on this visit, otherwise the draft's.
  const [chosen, setChosen] = useState<Recipient | undefined>()
  const [opened, setOpened] = useState(false)
  const [error, setError] = useState<ValidationError | null>(null)
  const to = chosen === undefined ? (stored?.a ?? null) : chosen
  const html = stored?.html ?? ''
  const answering = to?.id ?? null
  useEffect(() => store.setState({ answering }), [store, answering])
  const [quoted, setQuoted] = useState<{ html: string } | null>(null)
  const answer = useCallback((post: FlatPost | null, quoted?: Quoted) => {
    setChosen(post && { id: post.id, nombre: nameOf(post) })
    setOpened(true)
    setError(null)
    // What cuts a text is no part of reading.
    if (quoted) void import('./quote').then(({ quoteOf }) => setQuoted({ html: quoteOf(quoted) }))
  }, [])
  const insert = useEffectEvent((quote: string) => draft.write(serializeReply({ a: to, html: html + quote })))
  useEffect(() => {
    if (quoted) insert(quoted.html)
  }, [quoted])
  const send = api.useMutation('post', '/api/posts-foro', {
    meta: { handled: true },
    onError: (error) => setError(requestErrorOf(error, TEXTS.sendError)),
    onSuccess: ({ data }) => {
      forgetEnvio(clave)
      draft.clear()
      setChosen(null)
      setOpened(false)
      setError(null)
      toast(withPoints(TEXTS.sent, data.puntos))
      onSent(data)
    },
  })
  return {
    forum,
    to,
    html,
    error,
    opened: opened || html !== '',
    busy: send.isPending,
    /** Whether the student opened it just now. */
    autoFocus: opened,
    answer,
    change(next: string): void {
      setError(null)
      draft.write(serializeReply({ a: to, html: next }))
    },
    cancel(): void {
      setChosen(null)
      setOpened(false)
      setError(null)
      if (html !== '') draft.write(serializeReply({ a: null, html }))
      if (to) focusLater(replyButtonOf(to.id))
    },
    /** A post is gone: what was being written to it stays, for the forum. */
    forget(post: number): void {
      if (to?.id !== post) return
      setChosen(null)
      if (html === '') setOpened(false)
      else draft.write(serializeReply({ a: null, html }))
    },
    send(): void {
      if (send.isPending) return
      const parsed = validationErrorOf(html, POST_EMPTY_TEXT)
      setError(parsed)
      if (parsed) return
      const body = { contenido: html, id_foro: forum, parent_id: to?.id ?? null }
      send.mutate({ body: { ...body, envio: envioFor(clave, JSON.stringify(body)) } })
    },
  }
}

export type ReplyForm = ReturnType<typeof useReply>
