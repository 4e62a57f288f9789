import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './http.ts'

/** How this copy of the program goes away so that nobody notices: first it says so, then it ends what is under way. */
export type Stopping = {
  /** True while balancers must send nothing more; what comes all the same is still answered. */
  draining: boolean
  /** Aborted when the draining is over: answers that never end by themselves, as live streams, must end now. */
  ending: AbortSignal
  /** Drains for so long, then takes no connection and waits for the answers under way, which it cuts only after `LAST_MS`. */
  stop: (drainMs: number) => Promise<void>
}

/** Longest wait for the answers that are under way. Jobs and pool have theirs; together they keep below `STOP_SECONDS`. */
const LAST_MS = 12_000
/** So long without a request under way, and what is still connected is only waiting for its next. */
const QUIET_MS = 250
const LOOK_MS = 25

/** The longest that a stop may take once the draining is over, in seconds: answers 12, jobs 6, pool 5. */
export const STOP_SECONDS = 25

/**
 * Decorates the application with `stopping`. From the draining on each answer says `Connection: close`, so that kept
 * connections end between two requests and never under one.
 */
export function installStopping(app: App): void {
  const end = new AbortController()
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
  })

  const stopping: Stopping = {
    draining: false,
    ending: end.signal,
    async stop(drainMs) {
      stopping.draining = true
      if (drainMs > 0) await sleep(drainMs)
      end.abort()
      let closed = false
      app.server.close(() => (closed = true))
      const last = performance.now() + LAST_MS
      // One that was accepted a moment ago may be sending its first request: quiet must last.
      for (let quiet = 0; !closed && quiet < QUIET_MS && performance.now() < last; await sleep(LOOK_MS)) {
        app.server.closeIdleConnections()
        quiet = underWay === 0 ? quiet + LOOK_MS : 0
      }
      app.server.closeAllConnections()
    },
  }
  app.decorate('stopping', stopping)
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.draining) reply.header('connection', 'close')
    done()
  })
}
