import { z } from 'zod'
import { besides, heardBeside } from '../db/database.ts'
import { isDatabaseAway } from './failures.ts'
import type { App, Deps } from './http.ts'

const Health = z.object({ estado: z.enum(['ok', 'degradado']), base_de_datos: z.enum(['ok', 'no disponible']) })

const READY_MS = 1000

/**
 * Asks the database over a connection of its own: a pool that is busy is not a database that is away, and a balancer that
 * took it for one would take the copy out that everybody waits for. Who is silent is asked anew, on another connection.
 */
function watchman(app: App, pool: Deps['sql']): () => Promise<void> {
  let line: Deps['sql'] | undefined
  // Only its own: another that asks meanwhile may wait on a newer one.
  const hangUp = async (last: Deps['sql'] | undefined) => {
    if (line === last) line = undefined
    await last?.end({ timeout: 0 })
  }
  app.addHook('onClose', () => hangUp(line))
  return async () => {
    line ??= besides(pool)
    const mine = line
    // After a stall of the whole process the timer comes first: an answer that has arrived meanwhile still counts.
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => setImmediate(() => reject(new Error('late'))), READY_MS).unref()
    try {
      await Promise.race([mine`SELECT 1`, late])
      heardBeside(pool)
    } catch (error) {
      await hangUp(mine)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/** `/api/salud/viva` is about the process alone, so that a database outage never becomes a restart storm. */
export function healthRoutes(app: App, { sql }: Deps): void {
  const isThere = watchman(app, sql)
  app.get(
    '/api/salud/viva',
    {
      config: { access: 'public' },
      schema: { tags: ['Salud'], response: { 200: z.object({ estado: z.literal('ok') }) } },
    },
    async () => ({ estado: 'ok' as const }),
  )
  app.get(
    '/api/salud',
    { config: { access: 'public' }, schema: { tags: ['Salud'], response: { 200: Health, 503: Health } } },
    async (request, reply) => {
      if (app.stopping.draining) return reply.status(503).send({ estado: 'degradado', base_de_datos: 'ok' })
      try {
        await isThere()
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
