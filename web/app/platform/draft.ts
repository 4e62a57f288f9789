import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { quiet } from './quiet'
import { readSession } from './session'

/** A text that was not sent yet, as this device keeps it. */
export type KeptDraft = {
  text: string
  /** When it was last written, by this device's clock, in milliseconds. */
  at: number
  /** The server's `actualizado_en` of what it last took from here; null before. */
  saved: string | null
  /** Whether there is something here that the server does not have. */
  pending: boolean
}

/** A draft as the server keeps it. */
type ServerDraft = { contenido: string; actualizado_en: string } | null

const WAIT = 1_000

/** What is on its way to the server, by draft: one after another, also of a dialog that was closed and opened again. */
const flights = new Map<string, Promise<unknown>>()

function afterOthers(key: string, work: () => Promise<unknown>): Promise<unknown> {
  const flight = (flights.get(key) ?? Promise.resolve()).then(work).catch(() => undefined)
  flights.set(key, flight)
  return flight
}

/** A draft out of what the browser kept; null when that is not what we wrote. */
export function parseKept(kept: string | null): KeptDraft | null {
  try {
    const found: unknown = JSON.parse(kept ?? 'null')
    if (typeof found !== 'object' || found === null) return null
    const { text, at, saved, pending } = found as Record<string, unknown>
    if (typeof text !== 'string' || typeof at !== 'number') return null
    return { text, at, saved: typeof saved === 'string' ? saved : null, pending: pending === true }
  } catch {
    return null
  }
}

/**
 * Which of the two is shown: the newest. What this device has already given to the server gives way to whatever the
 * server has now (also to nothing: it was sent from another device); what it has not given is never thrown away for less.
 */
export function newestOf(kept: KeptDraft | null, server: ServerDraft): 'kept' | 'server' | 'none' {
  const here = kept && (kept.text !== '' || kept.pending) ? kept : null
  if (!here) return server ? 'server' : 'none'
  if (!here.pending) return server ? 'server' : 'none'
  if (!server || server.actualizado_en === here.saved) return 'kept'
  return Date.parse(server.actualizado_en) > here.at ? 'server' : 'kept'
}

function keepHere(key: string, draft: KeptDraft | null): void {
  try {
    if (draft && (draft.text !== '' || draft.pending)) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // A full or forbidden store: the server's copy is left, and the page.
  }
}

/**
 * The two places of one draft: this device at once, the server a moment later. An ended session or a lost connection leaves
 * the text on this device, and it is sent again with the next word or the next visit.
 */
export function createDraftStore(user: number, clave: string) {
  const key = `borrador-${user}-${clave}`
  const call = { params: { path: { clave } } }
  let now = parseKept(localStorage.getItem(key))
  let timer: ReturnType<typeof setTimeout> | undefined
  const become = (next: KeptDraft | null) => {
    now = next
    keepHere(key, now)
  }
  async function put(): Promise<void> {
    const sent = now
    if (!sent?.pending) return
    const done = await quiet
      .PUT('/api/borradores/{clave}', { ...call, body: { contenido: sent.text }, keepalive: true })
      .catch(() => undefined)
    if (!done?.data || !now) return
    become({ ...now, saved: done.data.data?.actualizado_en ?? null, pending: now.text !== sent.text })
  }
  function send(): Promise<unknown> {
    clearTimeout(timer)
    return afterOthers(key, put)
  }
  return {
    text: () => now?.text ?? '',
    send,
    /** The same at once, for a page that goes away. */
    sendNow: put,
    write(text: string): void {
      become({ text, at: Date.now(), saved: now?.saved ?? null, pending: true })
      clearTimeout(timer)
      timer = setTimeout(send, WAIT)
    },
    clear(): void {
      clearTimeout(timer)
      become(null)
      // After what is on its way, or that would bring it back. One that stays is found again as an old draft.
      void afterOthers(key, () => quiet.DELETE('/api/borradores/{clave}', { ...call, keepalive: true }))
    },
    /** Looks at what the server has; the text to show when it is the newer. */
    async arrive(): Promise<string | null> {
      const before = now
      await flights.get(key)
      const answer = await quiet.GET('/api/borradores/{clave}', call).catch(() => undefined)
      // Nothing is taken over from somebody who has begun to write meanwhile.
      if (!answer?.data || now !== before) return null
      const server = answer.data.data
      const newest = newestOf(now, server)
      if (newest === 'kept') {
        await send()
        return null
      }
      become(
        server && newest === 'server'
          ? { text: server.contenido, at: Date.now(), saved: server.actualizado_en, pending: false }
          : null,
      )
      return now?.text ?? ''
    },
  }
}

/** A draft: its text, what writes it down, and what forgets it once it was sent. */
export type DraftField = { text: string; write: (text: string) => void; clear: () => void }

/**
 * A text that is being written, kept on this device with every letter and on the server a moment after typing stops
 * and when the page is left (look.md "Forums"). The newest of the two is shown. No ended session and no lost connection
 * loses it. For screens behind the guard; `clave` is `^[a-z0-9-]{1,60}$` and does not change while mounted.
 */
export function useDraft(clave: string): DraftField {
  const [store] = useState(() => createDraftStore(readSession()?.user.id ?? 0, clave))
  const [text, setText] = useState(store.text)
  const typed = useRef(false)
  const arrive = useEffectEvent(() =>
    store.arrive().then((newer) => {
      if (newer !== null && !typed.current) setText(newer)
    }),
  )
  useEffect(() => {
    void arrive()
    const leave = () => void store.send()
    const go = () => void store.sendNow()
    window.addEventListener('pagehide', go)
    window.addEventListener('online', leave)
    return () => {
      window.removeEventListener('pagehide', go)
      window.removeEventListener('online', leave)
      leave()
    }
  }, [store])
  return {
    text,
    write: (next) => {
      typed.current = true
      setText(next)
      store.write(next)
    },
    clear: () => {
      typed.current = true
      setText('')
      store.clear()
    },
  }
}
