import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises'
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
/** Draining counts the time in which the program could answer, and lasts at most so much longer. */
const DRAIN_STEP_MS = 100
const DRAIN_MORE_MS = 2000

/** The longest that a stop may take besides its draining, in seconds: answers 12, jobs 6, pool 5, and 2 of draining longer. */
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
      // In steps: while the program was too busy to say that it goes away, nobody heard it.
      const longest = performance.now() + drainMs + DRAIN_MORE_MS
      for (let left = drainMs; left > 0 && performance.now() < longest; left -= DRAIN_STEP_MS)
        await sleep(Math.min(left, DRAIN_STEP_MS))
      end.abort()
      // First what has come is read: closing ends what looks idle, and a connection whose request nobody looked at yet does.
      await immediately()
      let closed = false
      app.server.close(() => (closed = true))
      const last = performance.now() + LAST_MS
      // One that was accepted a moment ago may be sending its first request: quiet must last.
      for (let quiet = 0; !closed && quiet < QUIET_MS && performance.now() < last; await sleep(LOOK_MS)) {
        await immediately()
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
