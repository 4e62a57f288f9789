import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { IdParams, listOf, Message, messageBody, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { Notification, Preference } from '@campus/contract/notifications'
import { z } from 'zod'
import { fail } from '../../platform/failures.ts'
import { ownOf } from '../../platform/http/access.ts'
import { comesByHttps, putHeaders } from '../../platform/http/headers.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { gauge } from '../../platform/http/metrics.ts'
import { validSessions } from '../accounts/accounts.ts'
import { createLive } from './live.ts'
import { countFailedMails, sendPendingMails } from './mails.ts'
import { listAll, listPreferences, listUnread, noticesOf, setAllRead, setPreference, setRead } from './notifications.ts'
import { congratulate, remindSessions } from './reminders.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'

const tags = ['Notificaciones']
const config = { access: 'signed' as const }

function defineJobs(deps: Deps): void {
  const { jobs } = deps
  const { db } = jobs
  jobs.define('cumpleanos', () => congratulate(db), { cron: '0 8 * * *' })
  jobs.define('recordar-sesiones', () => remindSessions(db), { cron: '*/10 * * * *' })
  const send = async (_data: object, _last: boolean, ended: AbortSignal) =>
    void (await sendPendingMails({ ...deps, db }, ended))
  jobs.define('correo-notificaciones', send, { cron: '* * * * *', long: true })
  gauge('campus_notification_mails_failed', 'Notification mails that failed', () => countFailedMails(db))
}

const [SOCKET_TRIES, SOCKET_WAIT_MS] = [40, 25]

/** A browser uses a connection again before the server has ended the response before; behind a stream it would wait for ever. */
async function hasSocket(response: ServerResponse): Promise<boolean> {
  for (let left = SOCKET_TRIES; left > 0 && !response.socket; left--) await sleep(SOCKET_WAIT_MS)
  return response.socket !== null
}

function liveRoute(app: App, { db, database, config: settings }: Deps): void {
  const queries = {
    validSessions: (sessions: number[]) => validSessions(db, sessions),
    noticesOf: (people: number[]) => noticesOf(db, people),
  }
  const live = createLive(database, queries, () => app.log)
  // Streams never end by themselves, so they are closed before the server waits for open responses.
  app.stopping.ending.addEventListener('abort', () => void live.close())
  app.addHook('preClose', () => live.close())
  app.get(
    '/api/notificaciones/eventos',
    { config, schema: { tags, summary: 'Flujo en vivo (text/event-stream)', response: { 200: z.string() } } },
    async (request, reply) => {
      const { id, id_acceso } = identityOf(request)
      // Without its socket the close event would be missed.
      if (!(await hasSocket(reply.raw))) throw fail('SOLICITUD_INVALIDA')
      if (!live.hasCapacity()) throw fail('NO_DISPONIBLE', { retryAfter: 30 })
      // Hooks do not run on a hijacked reply.
      putHeaders(request, reply, comesByHttps(settings))
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      // The idle timeout would end a silent stream.
      request.raw.socket.setTimeout(0)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      live.watch({ usuario: id, sesion: id_acceso, response: reply.raw })
    },
  )
}

export function notificationRoutes(app: App, deps: Deps): void {
  const { db } = deps
  defineJobs(deps)
  liveRoute(app, deps)
  unsubscribeRoutes(app, deps)
  app.get(
    '/api/notificaciones/usuario/:id',
    { config, schema: { tags, params: IdParams, response: { 200: listOf(Notification) } } },
    async (request) => ({ data: await listUnread(db, ownOf(identityOf(request), request.params.id)) }),
  )
  app.get(
    '/api/todas/notificaciones/usuario/:id',
    {
      config,
      schema: { tags, params: IdParams, querystring: PageQuery, response: { 200: pageOf(Notification) } },
    },
    async (request) => {
      const { page, per_page } = request.query
      return { data: await listAll(db, ownOf(identityOf(request), request.params.id), page, per_page) }
    },
  )
  app.put(
    '/api/notificaciones/desactivar/todas',
    { config, schema: { tags, response: { 200: Message } } },
    async (request) => {
      await setAllRead(db, identityOf(request).id)
      return messageBody('Notificaciones leídas.')
    },
  )
  for (const [verb, estado] of [
    ['desactivar', 0],
    ['activar', 1],
  ] as const) {
    app.put(
      `/api/notificaciones/${verb}/:id`,
      { config, schema: { tags, params: IdParams, response: { 200: oneOf(Notification) } } },
      async (request) => ({ data: await setRead(db, identityOf(request).id, request.params.id, estado) }),
    )
  }
  app.get(
    '/api/notificaciones/preferencias',
    { config, schema: { tags, response: { 200: listOf(Preference) } } },
    async (request) => ({ data: await listPreferences(db, identityOf(request).id) }),
  )
  app.put(
    '/api/notificaciones/preferencias',
    { config, schema: { tags, body: Preference, response: { 200: oneOf(Preference) } } },
    async (request) => {
      await setPreference(db, identityOf(request).id, request.body)
      return { data: request.body }
    },
  )
}
