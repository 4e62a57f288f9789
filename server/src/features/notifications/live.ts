import type { ServerResponse } from 'node:http'
import type { LiveNotice } from '@campus/contract/notifications'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { CHANNEL } from './notifications.ts'

/** Open streams of one person in one process; a new one ends the oldest. */
const MAX_PER_PERSON = 10
/** Open streams of one process; beyond it new ones are refused with 503. */
const MAX_STREAMS = 5000
/** Streams served by one round of queries. */
const ROUND = 500
const HEARTBEAT_MS = 25_000

/** One open stream: whose it is and the session (`accesos.id`) that opened it. */
type Stream = { usuario: number; sesion: number; response: ServerResponse }

/** The open live streams of this process. */
export type Live = {
  hasRoom: () => boolean
  /** Keeps a stream open until the browser or the end of its session ends it. */
  watch: (stream: Stream) => void
  close: () => Promise<void>
}

/** What the streams ask the database, for many at once. */
export type LiveQueries = {
  /** Those of the sessions that are still valid. */
  aliveSessions: (sessions: number[]) => Promise<Set<number>>
  noticesOf: (people: number[]) => Promise<Map<number, LiveNotice>>
}

const BEAT = ': vivo\n\n'
const eventOf = (notice: LiveNotice) => `event: notificacion\ndata: ${JSON.stringify(notice)}\n\n`

/** Writes to a stream; one that has not even taken the text before has no reader, and is cut so that nothing piles up. */
function write({ response }: Stream, text: string): void {
  if (response.writableEnded) return
  if (response.writableNeedDrain) response.destroy()
  else response.write(text)
}

/** Ends a stream; what a peer does not take is not waited for. */
function end({ response }: Stream): void {
  if (response.writableNeedDrain) response.destroy()
  else response.end()
}

/** The streams by person, oldest first. */
function createRegistry() {
  const byPerson = new Map<number, Set<Stream>>()
  let open = 0

  function remove(stream: Stream): boolean {
    const streams = byPerson.get(stream.usuario)
    if (!streams?.delete(stream)) return false
    open -= 1
    if (streams.size === 0) byPerson.delete(stream.usuario)
    return true
  }

  return {
    size: () => open,
    of: (usuario: number): Iterable<Stream> => byPerson.get(usuario) ?? [],
    all: (): Stream[] => [...byPerson.values()].flatMap((streams) => [...streams]),
    has: (stream: Stream) => byPerson.get(stream.usuario)?.has(stream) ?? false,
    remove,
    add(stream: Stream) {
      const streams = byPerson.get(stream.usuario) ?? new Set()
      byPerson.set(stream.usuario, streams.add(stream))
      open += 1
      const [oldest] = streams
      if (streams.size > MAX_PER_PERSON && oldest && remove(oldest)) end(oldest)
    },
  }
}

/**
 * Hears PostgreSQL's LISTEN/NOTIFY once per process and passes it to the streams of the people concerned, in rounds: however
 * many streams are open and however often they change, two queries run at a time. After a lost connection every stream is
 * sent its state again, because what was said meanwhile is lost.
 */
export function createLive({ listen }: Database, queries: LiveQueries, log: () => FastifyBaseLogger): Live {
  const registry = createRegistry()
  const pending = new Set<Stream>()
  let running = false
  let closed = false

  /** Those of the streams whose session is still valid; the others are ended. */
  async function stillAllowed(streams: Stream[]): Promise<Stream[]> {
    const alive = await queries.aliveSessions([...new Set(streams.map(({ sesion }) => sesion))])
    for (const stream of streams) if (!alive.has(stream.sesion) && registry.remove(stream)) end(stream)
    return streams.filter(({ sesion }) => alive.has(sesion))
  }

  async function tell(streams: Stream[]): Promise<void> {
    const allowed = await stillAllowed(streams)
    const notices = await queries.noticesOf([...new Set(allowed.map(({ usuario }) => usuario))])
    for (const stream of allowed) {
      const notice = notices.get(stream.usuario)
      if (notice) write(stream, eventOf(notice))
    }
  }

  /** Serves what is pending, a round at a time. After a failure the rest waits for the next change or heartbeat. */
  async function flush(): Promise<void> {
    if (running) return
    running = true
    try {
      while (pending.size > 0) {
        const round = [...pending].slice(0, ROUND)
        for (const stream of round) pending.delete(stream)
        const open = round.filter(registry.has)
        await tell(open).catch((error) => {
          for (const stream of open) pending.add(stream)
          throw error
        })
      }
    } catch (err) {
      log().warn({ err }, 'live notice failed')
    } finally {
      running = false
    }
  }

  function changed(streams: Iterable<Stream>): void {
    for (const stream of streams) pending.add(stream)
    void flush()
  }

  async function beat(): Promise<void> {
    const all = registry.all()
    for (let from = 0; from < all.length; from += ROUND)
      for (const stream of await stillAllowed(all.slice(from, from + ROUND))) write(stream, BEAT)
    await flush()
  }
  const timer = setInterval(
    () => void beat().catch((err) => log().warn({ err }, 'heartbeat of the live streams failed')),
    HEARTBEAT_MS,
  )
  timer.unref()

  const subscription = listen(CHANNEL, {
    onMessage: (payload) => changed(registry.of(Number(payload))),
    onOpen: () => changed(registry.all()),
    onError: (err) => log().warn({ err }, 'cannot listen for notifications'),
  })

  return {
    hasRoom: () => registry.size() < MAX_STREAMS,
    watch(stream) {
      if (closed) return void stream.response.end()
      // The client left while its session was looked up: no event would announce it any more.
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
