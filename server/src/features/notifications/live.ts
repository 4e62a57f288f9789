import type { ServerResponse } from 'node:http'
import type { LiveNotice } from '@campus/contract/notifications'
import type { FastifyBaseLogger } from 'fastify'
import type postgres from 'postgres'
import { listenBeside } from '../../platform/db/database.ts'
import { CHANNEL } from './notifications.ts'

const HEARTBEAT_MS = 25_000

type Watcher = { usuario: number; response: ServerResponse; stillAllowed: () => Promise<boolean> }

/** The open live streams of this process. */
export type Live = {
  /** Keeps a stream open until the browser or a revoked token ends it. */
  watch: (watcher: Watcher) => void
  close: () => Promise<void>
}

/** Writes to a stream, unless it ended while we looked for what to say: writing after the end would end the program. */
function write(response: ServerResponse, text: string): void {
  if (!response.writableEnded) response.write(text)
}

/** One server-sent event. */
const eventOf = (notice: LiveNotice) => `event: notificacion\ndata: ${JSON.stringify(notice)}\n\n`

/**
 * Hears PostgreSQL's LISTEN/NOTIFY once per process and passes it to the streams of the people concerned. After a lost
 * connection every stream is told to look again, because what was said meanwhile is gone.
 */
export function createLive(
  sql: postgres.Sql,
  noticeOf: (usuario: number) => Promise<LiveNotice>,
  log: () => FastifyBaseLogger,
): Live {
  const watchers = new Map<number, Set<Watcher>>()
  let closed = false

  async function tell(usuario: number): Promise<void> {
    const streams = watchers.get(usuario)
    if (!streams) return
    const notice = await noticeOf(usuario)
    // A token that was revoked meanwhile hears nothing more.
    await Promise.all(
      [...streams].map(async (watcher) => (await stands(watcher)) && write(watcher.response, eventOf(notice))),
    )
  }

  const quietly = (work: Promise<unknown>) => work.catch((err) => log().warn({ err }, 'live notice failed'))
  const tellAll = () => void quietly(Promise.all([...watchers.keys()].map(tell)))
  const line = listenBeside(sql, CHANNEL, {
    heard: (payload) => void quietly(tell(Number(payload))),
    onOpen: tellAll,
    onFailure: (err) => log().warn({ err }, 'cannot listen for notifications'),
  })

  function leave(watcher: Watcher): void {
    const streams = watchers.get(watcher.usuario)
    streams?.delete(watcher)
    if (streams?.size === 0) watchers.delete(watcher.usuario)
  }

  /** Whether its token still opens anything; else it is ended. */
  async function stands(watcher: Watcher): Promise<boolean> {
    if (await watcher.stillAllowed()) return true
    leave(watcher)
    watcher.response.end()
    return false
  }

  async function beat(): Promise<void> {
    for (const watcher of [...watchers.values()].flatMap((streams) => [...streams])) {
      if (await stands(watcher)) write(watcher.response, ': vivo\n\n')
    }
  }
  const timer = setInterval(() => void quietly(beat()), HEARTBEAT_MS)
  timer.unref()

  return {
    watch(watcher) {
      if (closed) return void watcher.response.end()
      // Gone while it was asked whose it is: nothing would say so any more.
      if (watcher.response.destroyed) return
      const streams = watchers.get(watcher.usuario) ?? new Set()
      watchers.set(watcher.usuario, streams.add(watcher))
      watcher.response.on('close', () => leave(watcher))
      void quietly(tell(watcher.usuario))
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(timer)
      for (const streams of watchers.values()) for (const { response } of streams) response.end()
      await line.end()
    },
  }
}
