import { metrics } from '../http/metrics.ts'
import type { QueryWatcher } from './queries.ts'

/** Where a slow query is told: the program's log. */
type Log = { warn: (line: { ms: number; consulta: string; reqId: string | undefined }, text: string) => void }

/**
 * Measures every query, and tells the log of each that took `slowMs` or longer (`0`: of none), with the request that it belongs
 * to and without its values.
 * @param log where to, once there is one
 */
export function watchSlow(slowMs: number, log: () => Log | undefined): QueryWatcher {
  return (consulta, milliseconds, reqId) => {
    metrics()?.queries.observe(milliseconds / 1000)
    if (slowMs === 0 || milliseconds < slowMs) return
    metrics()?.slow.inc()
    log()?.warn({ ms: Math.round(milliseconds), consulta, reqId }, 'slow query')
  }
}
