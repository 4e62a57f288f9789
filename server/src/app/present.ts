import type { Database } from '../platform/db/database.ts'
import type { App } from '../platform/http/http.ts'
import { type ReadPresent, type StateOf, sharedRead } from '../platform/state-cache.ts'

/**
 * The changes that triggers counted (migration `cambios-contados`), and the last moment at which time alone changed a page: an offer ended,
 * a live class began, or an hour, since days and months begin with one in Lima and in UTC.
 */
const PRESENT = {
  name: 'presente',
  text: `SELECT (SELECT json_object_agg(t.cosa, t.cuenta) FROM (SELECT cosa, sum(cuenta) AS cuenta FROM cambios GROUP BY 1) t) AS cambios,
    greatest(date_trunc('hour', now()), (SELECT max(promocion_hasta) FROM cursos WHERE promocion_hasta <= now()),
      (SELECT max(inicio) FROM sesiones WHERE inicio <= now()))::text AS momento`,
}

type Row = { cambios: Record<string, number> | null; momento: string }

export function createPresent({ beside }: Database, log: () => App['log']): ReadPresent {
  let away = false
  return sharedRead<StateOf>(async () => {
    try {
      const { rows } = await beside.query<Row>(PRESENT)
      away = false
      const [{ cambios, momento } = { cambios: null, momento: '' }] = rows
      return (things) => [momento, ...things.map((thing) => cambios?.[thing] ?? 0)].join(' ')
    } catch (err) {
      if (!away) log().warn({ err }, 'cannot read what changed: cached pages are served as they are')
      away = true
      return () => null
    }
  })
}
