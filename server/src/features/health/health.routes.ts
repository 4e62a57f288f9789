import { z } from 'zod'
import { isDatabaseAway } from '../../platform/failures.ts'
import type { App, Deps } from '../../platform/http/http.ts'

const Health = z.object({ estado: z.enum(['ok', 'degradado']), base_de_datos: z.enum(['ok', 'no disponible']) })

/** An overloaded instance is healthy, so probes bypass the pressure limit. */
const config = { access: 'public' as const, pressureHandler: () => undefined }

const PING_FOR_MS = 1000

/** At most one ping a second: each opens a connection, and PostgreSQL has few. */
function sharedPing(ping: () => Promise<void>): () => Promise<void> {
  let last: { began: number; answer: Promise<void> } | undefined
  return () => {
    if (!last || performance.now() - last.began > PING_FOR_MS) last = { began: performance.now(), answer: ping() }
    return last.answer
  }
}

/** `/api/salud/viva` checks only the process: a database outage must not restart every instance. */
export function healthRoutes(app: App, { database }: Deps): void {
  const ping = sharedPing(database.ping)
  app.get(
    '/api/salud/viva',
    {
      config,
      schema: { tags: ['Salud'], response: { 200: z.object({ estado: z.literal('ok') }) } },
    },
    async () => ({ estado: 'ok' as const }),
  )
  app.get(
    '/api/salud',
    { config, schema: { tags: ['Salud'], response: { 200: Health, 503: Health } } },
    async (request, reply) => {
      if (app.stopping.draining) return reply.status(503).send({ estado: 'degradado', base_de_datos: 'ok' })
      try {
        await ping()
        return { estado: 'ok' as const, base_de_datos: 'ok' as const }
      } catch (error) {
        if (!isDatabaseAway(error)) request.log.warn({ err: error }, 'not ready')
        return reply
          .status(503)
          .header('retry-after', '2')
          .send({ estado: 'degradado', base_de_datos: 'no disponible' })
      }
    },
  )
}
