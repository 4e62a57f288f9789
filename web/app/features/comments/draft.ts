import { useCallback, useState } from 'react'
import { deviceStore } from '../../lib/storage'

/** What a student is writing under a lesson: a comment, and at most one reply. */
export type Draft = { texto: string; respuesta: { a: number; nombre: string; texto: string } | null }

const EMPTY: Draft = { texto: '', respuesta: null }

function isReply(value: unknown): value is NonNullable<Draft['respuesta']> {
  const reply = value as Record<string, unknown> | null
  return typeof reply?.a === 'number' && typeof reply.nombre === 'string' && typeof reply.texto === 'string'
}

/** The stored draft; an empty one when its content is not ours. */
export function parseDraft(stored: string | null): Draft {
  if (!stored) return EMPTY
  try {
    const { texto, respuesta } = JSON.parse(stored) as Record<string, unknown>
    return { texto: typeof texto === 'string' ? texto : '', respuesta: isReply(respuesta) ? respuesta : null }
  } catch {
    return EMPTY
  }
}

function store(key: string, draft: Draft): void {
  if (draft.texto || draft.respuesta) deviceStore.setItem(key, JSON.stringify(draft))
  else deviceStore.removeItem(key)
}

/** After a comment was deleted, what was being written to it becomes a comment of its own. */
export const withoutRecipient =
  (id: number) =>
  ({ texto, respuesta }: Draft): Partial<Draft> =>
    respuesta?.a === id
      ? { respuesta: null, texto: [texto, respuesta.texto].filter((text) => text.trim() !== '').join('\n\n') }
      : {}

export type Change = Partial<Draft> | ((now: Draft) => Partial<Draft>)

/** The draft of a lesson, stored per student on this device until it is published. */
export function useDraft(user: number, lesson: number): [Draft, (change: Change) => void] {
  const key = `comentario-${user}-${lesson}`
  const [draft, setDraft] = useState(() => parseDraft(deviceStore.getItem(key)))
  // A stable function, so that typing does not render every comment again.
  const change = useCallback(
    (part: Change) =>
      setDraft((before) => {
        const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
        store(key, next)
        return next
      }),
    [key],
  )
  return [draft, change]
}
