import { useCallback, useState } from 'react'

/** What somebody was writing under a lesson: a comment, and at most one reply with whom it answers. */
export type Draft = { texto: string; respuesta: { a: number; nombre: string; texto: string } | null }

const EMPTY: Draft = { texto: '', respuesta: null }

function isReply(value: unknown): value is NonNullable<Draft['respuesta']> {
  const one = value as Record<string, unknown> | null
  return typeof one?.a === 'number' && typeof one.nombre === 'string' && typeof one.texto === 'string'
}

/** A draft out of what the browser kept; an empty one when that is not what we wrote. */
export function parseDraft(kept: string | null): Draft {
  if (!kept) return EMPTY
  try {
    const { texto, respuesta } = JSON.parse(kept) as Record<string, unknown>
    return { texto: typeof texto === 'string' ? texto : '', respuesta: isReply(respuesta) ? respuesta : null }
  } catch {
    return EMPTY
  }
}

function keep(key: string, draft: Draft): void {
  try {
    if (draft.texto || draft.respuesta) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // A full or forbidden store: the draft lives as long as the page.
  }
}

/** What changes of a draft, which may follow from what is written now. */
export type Change = Partial<Draft> | ((now: Draft) => Partial<Draft>)

/** The draft of a lesson, kept on this device for this person until it is published. */
export function useDraft(user: number, lesson: number): [Draft, (change: Change) => void] {
  const key = `comentario-${user}-${lesson}`
  const [draft, setDraft] = useState(() => parseDraft(localStorage.getItem(key)))
  // The same function always: a press on one comment must not draw all the others anew.
  const change = useCallback(
    (part: Change) =>
      setDraft((before) => {
        const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
        keep(key, next)
        return next
      }),
    [key],
  )
  return [draft, change]
}
