import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { backgroundClient } from './client'
import { readSession } from './session'
import { deviceStore } from './storage'

export type StoredDraft = {
  text: string
  /** Last change, by this device's clock, in milliseconds. */
  at: number
  /** The `actualizado_en` of the server's last save from here; null before. */
  saved: string | null
  pending: boolean
}

type ServerDraft = { contenido: string; actualizado_en: string } | null

const SAVE_DELAY_MS = 1_000
/** Characters: `keepalive` requests carry at most 64 KiB, and a character takes up to three bytes. */
const MAX_KEPT_ALIVE = 20_000

/** The last call of each draft; a dialog that is opened again queues behind it. */
const pendingCalls = new Map<string, Promise<unknown>>()

function enqueue(key: string, call: () => Promise<unknown>): Promise<unknown> {
  const result = (pendingCalls.get(key) ?? Promise.resolve()).then(call).catch(() => undefined)
  pendingCalls.set(key, result)
  return result
}

export function parseStoredDraft(json: string | null): StoredDraft | null {
  try {
    const parsed: unknown = JSON.parse(json ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return null
    const { text, at, saved, pending } = parsed as Record<string, unknown>
    if (typeof text !== 'string' || typeof at !== 'number') return null
    return { text, at, saved: typeof saved === 'string' ? saved : null, pending: pending === true }
  } catch {
    return null
  }
}

/** Text that the server has not saved yields only to newer text; saved text always yields to the server's. */
export function newerDraft(local: StoredDraft | null, server: ServerDraft): 'local' | 'server' | 'none' {
  if (!local?.pending) return server ? 'server' : 'none'
  if (!server || server.actualizado_en === local.saved) return 'local'
  return Date.parse(server.actualizado_en) > local.at ? 'server' : 'local'
}

function storeLocally(key: string, draft: StoredDraft | null): void {
  if (draft && (draft.text !== '' || draft.pending)) deviceStore.setItem(key, JSON.stringify(draft))
  else deviceStore.removeItem(key)
}

/** Stored on this device at once, on the server a moment later; a failed save is sent with the next change or visit. */
export function createDraftStore(user: number, clave: string) {
  const key = `borrador-${user}-${clave}`
  const call = { params: { path: { clave } } }
  let local = parseStoredDraft(deviceStore.getItem(key))
  let timer: ReturnType<typeof setTimeout> | undefined
  const setLocal = (next: StoredDraft | null) => {
    local = next
    storeLocally(key, local)
  }
  async function put(leaving: boolean): Promise<void> {
    const sent = local
    if (!sent?.pending) return
    const keepalive = leaving && sent.text.length <= MAX_KEPT_ALIVE
    const response = await backgroundClient
      .PUT('/api/borradores/{clave}', { ...call, body: { contenido: sent.text }, keepalive })
      .catch(() => undefined)
    if (!response?.data || !local) return
    setLocal({ ...local, saved: response.data.data?.actualizado_en ?? null, pending: local.text !== sent.text })
  }
  function send(): Promise<unknown> {
    clearTimeout(timer)
    return enqueue(key, () => put(false))
  }
  return {
    text: () => local?.text ?? '',
    send,
    /** For a page that is being left: does not wait for earlier calls. */
    sendLeaving: () => put(true),
    write(text: string): void {
      setLocal({ text, at: Date.now(), saved: local?.saved ?? null, pending: true })
      clearTimeout(timer)
      timer = setTimeout(send, SAVE_DELAY_MS)
    },
    clear(): void {
      clearTimeout(timer)
      setLocal(null)
      // Queued, because a save that is still running would restore it.
      void enqueue(key, () => backgroundClient.DELETE('/api/borradores/{clave}', { ...call, keepalive: true }))
    },
    /** Returns the server's text when it is newer. */
    async load(): Promise<string | null> {
      const before = local
      await pendingCalls.get(key)
      const response = await backgroundClient.GET('/api/borradores/{clave}', call).catch(() => undefined)
      // The user may have begun to write meanwhile.
      if (!response?.data || local !== before) return null
      const server = response.data.data
      const newer = newerDraft(local, server)
      if (newer === 'local') {
        await send()
        return null
      }
      setLocal(
        server && newer === 'server'
          ? { text: server.contenido, at: Date.now(), saved: server.actualizado_en, pending: false }
          : null,
      )
      return local?.text ?? ''
    },
  }
}

export type DraftField = { text: string; write: (text: string) => void; clear: () => void }

/** A stored draft for screens behind the guard (docs/product/community.md 3.12); `clave` is `^[a-z0-9-]{1,60}$`. */
export function useDraft(clave: string): DraftField {
  const [store] = useState(() => createDraftStore(readSession()?.user.id ?? 0, clave))
  const [text, setText] = useState(store.text)
  const typed = useRef(false)
  const load = useEffectEvent(() =>
    store.load().then((newer) => {
      if (newer !== null && !typed.current) setText(newer)
    }),
  )
  useEffect(() => {
    void load()
    const send = () => void store.send()
    const sendLeaving = () => void store.sendLeaving()
    window.addEventListener('pagehide', sendLeaving)
    window.addEventListener('online', send)
    return () => {
      window.removeEventListener('pagehide', sendLeaving)
      window.removeEventListener('online', send)
      send()
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
