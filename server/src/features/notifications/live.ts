import type { ServerResponse } from 'node:http'
import type { LiveNotice } from '@campus/contract/notifications'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { CHANNEL } from './notifications.ts'

/** Open streams of a user in one process; a new one ends the oldest. */
const MAX_PER_USER = 10
/** Open streams of a process; further ones get 503. */
const MAX_STREAMS = 5000
const STREAMS_PER_ROUND = 500
const HEARTBEAT_MS = 25_000

/** `sesion` is the session (`accesos.id`) that opened the stream. */
type Stream = { usuario: number; sesion: number; response: ServerResponse }

export type Live = {
  hasCapacity: () => boolean
  watch: (stream: Stream) => void
  close: () => Promise<void>
}

export type LiveQueries = {
  validSessions: (sessions: number[]) => Promise<Set<number>>
  noticesOf: (people: number[]) => Promise<Map<number, LiveNotice>>
}

const HEARTBEAT = ': vivo\n\n'
const eventOf = (notice: LiveNotice) => `event: notificacion\ndata: ${JSON.stringify(notice)}\n\n`

/** A client that does not read is disconnected, so that buffers do not grow. */
function write({ response }: Stream, text: string): void {
  if (response.writableEnded) return
  if (response.writableNeedDrain) response.destroy()
  else response.write(text)
}

/** Destroys instead of waiting for a client that does not read. */
function end({ response }: Stream): void {
  if (response.writableNeedDrain) response.destroy()
  else response.end()
}

/** Streams by user, oldest first. */
function createRegistry() {
  const byUser = new Map<number, Set<Stream>>()
  let open = 0

  function remove(stream: Stream): boolean {
    const streams = byUser.get(stream.usuario)
    if (!streams?.delete(stream)) return false
    open -= 1
    if (streams.size === 0) byUser.delete(stream.usuario)
    return true
  }

  return {
    size: () => open,
    of: (usuario: number): Iterable<Stream> => byUser.get(usuario) ?? [],
    all: (): Stream[] => [...byUser.values()].flatMap((streams) => [...streams]),
    has: (stream: Stream) => byUser.get(stream.usuario)?.has(stream) ?? false,
    remove,
    add(stream: Stream) {
      const streams = byUser.get(stream.usuario) ?? new Set()
      byUser.set(stream.usuario, streams.add(stream))
      open += 1
      const [oldest] = streams
      if (streams.size > MAX_PER_USER && oldest && remove(oldest)) end(oldest)
    },
  }
}

/** Forwards PostgreSQL notifications to streams, at most two queries at once; a reconnection resends every state. */
export function createLive({ listen }: Database, queries: LiveQueries, log: () => FastifyBaseLogger): Live {
  const registry = createRegistry()
  const pending = new Set<Stream>()
  let running = false
  let closed = false

  async function withValidSession(streams: Stream[]): Promise<Stream[]> {
    const alive = await queries.validSessions([...new Set(streams.map(({ sesion }) => sesion))])
    for (const stream of streams) if (!alive.has(stream.sesion) && registry.remove(stream)) end(stream)
    return streams.filter(({ sesion }) => alive.has(sesion))
  }

  async function sendNotices(streams: Stream[]): Promise<void> {
    const allowed = await withValidSession(streams)
    const notices = await queries.noticesOf([...new Set(allowed.map(({ usuario }) => usuario))])
    for (const stream of allowed) {
      const notice = notices.get(stream.usuario)
      if (notice) write(stream, eventOf(notice))
    }
  }

  /** After a failure the rest waits for the next change or heartbeat. */
  async function flush(): Promise<void> {
    if (running) return
    running = true
    try {
      while (pending.size > 0) {
        const round = [...pending].slice(0, STREAMS_PER_ROUND)
        for (const stream of round) pending.delete(stream)
        const open = round.filter(registry.has)
        await sendNotices(open).catch((error) => {
          for (const stream of open) pending.add(stream)
          throw error
        })
      }
    } catch (err) {
      log().warn({ err }, 'sending live notices failed')
    } finally {
      running = false
    }
  }

  function changed(streams: Iterable<Stream>): void {
    for (const stream of streams) pending.add(stream)
    void flush()
  }

  async function sendHeartbeats(): Promise<void> {
    const all = registry.all()
    for (let from = 0; from < all.length; from += STREAMS_PER_ROUND)
      for (const stream of await withValidSession(all.slice(from, from + STREAMS_PER_ROUND))) write(stream, HEARTBEAT)
    await flush()
  }
  const timer = setInterval(
    () => void sendHeartbeats().catch((err) => log().warn({ err }, 'live stream heartbeat failed')),
    HEARTBEAT_MS,
  )
  timer.unref()

  const subscription = listen(CHANNEL, {
    onMessage: (payload) => changed(registry.of(Number(payload))),
    onOpen: () => changed(registry.all()),
    onError: (err) => log().warn({ err }, 'listening for notifications failed'),
  })

  return {
    hasCapacity: () => registry.size() < MAX_STREAMS,
    watch(stream) {
      if (closed) return void stream.response.end()
      // The client disconnected during the session lookup, so no close event will follow.
      if (stream.response.destroyed) return
      stream.response.on('close', () => {
        registry.remove(stream)
        pending.delete(stream)
      })
      registry.add(stream)
      changed([stream])
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(timer)
      for (const stream of registry.all()) end(stream)
      await subscription.end()
    },
  }
}
