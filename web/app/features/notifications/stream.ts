import type { LiveNotice } from '@campus/contract/notifications'
import type { Ending } from './reconnect'
import { createSseParser } from './sse'

/** The server's heartbeat comes every 25 s: a line that is silent for longer is dead. */
const SILENCE_MS = 60_000
/** A stream that ends sooner has not worked: a proxy that cuts each one must not be asked every second. */
const WORKED_MS = 5000

const ADDRESS = '/api/notificaciones/eventos'

async function pump(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    onText(decoder.decode(part.value, { stream: true }))
}

/** Listens to the live stream until it ends. Never throws: how it ended is the answer. */
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
    // The network, a proxy or the watch over the silence ended it: what counts is how long it had lived.
  } finally {
    clearTimeout(timer)
    // Also when what came could not be read: no second stream beside one that is still open.
    silence.abort()
  }
  return Date.now() - openedAt >= WORKED_MS ? 'heard' : 'failed'
}
