import type { LiveNotice } from '@campus/contract/notifications'
import type { Ending } from './reconnect'
import { createSseParser } from './sse'

/** The server sends a heartbeat every 25 s, so a longer silence means a dead connection. */
const SILENCE_MS = 60_000
/** A stream that ends sooner failed: a proxy that cuts each one must not be retried every second. */
const WORKED_MS = 5000

const ADDRESS = '/api/notificaciones/eventos'

async function pump(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    onText(decoder.decode(part.value, { stream: true }))
}

/** Reads the live stream until it ends; never throws, but returns how it ended. */
export async function listen(
  token: string,
  onNotice: (notice: LiveNotice) => void,
  signal: AbortSignal,
): Promise<Ending> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  let openedAt = Number.POSITIVE_INFINITY
  const feed = createSseParser(({ event, data }) => {
    if (event === 'notificacion') onNotice(JSON.parse(data) as LiveNotice)
  })
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const response = await fetch(ADDRESS, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401 || response.status === 403) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    openedAt = Date.now()
    await pump(response.body, (text) => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      feed(text)
    })
  } catch {
    // The cause does not matter, only how long the stream lived.
  } finally {
    clearTimeout(timer)
    // Also after a parse error, so that no second stream is opened beside this one.
    silence.abort()
  }
  return Date.now() - openedAt >= WORKED_MS ? 'worked' : 'failed'
}
