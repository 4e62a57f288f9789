import { IdParams, listOf, Message, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { Notification, Preference } from '@campus/contract/notifications'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import { comesByHttps, putHeaders } from '../../platform/http/headers.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { gauge } from '../../platform/http/metrics.ts'
import { aliveSessions } from '../accounts/accounts.ts'
import { createLive } from './live.ts'
import { countFailedMails, mailPending } from './mails.ts'
import { listAll, listPreferences, listUnread, noticesOf, setAllRead, setPreference, setRead } from './notifications.ts'
import { congratulate, remindSessions } from './reminders.ts'

const tags = ['Notificaciones']
const config = { access: 'signed' as const }

function defineJobs({ db, jobs, mail, config: settings }: Deps): void {
  jobs.define('cumpleanos', () => congratulate(db), { cron: '0 8 * * *' })
  jobs.define('recordar-sesiones', () => remindSessions(db), { cron: '*/10 * * * *' })
  jobs.define('correo-notificaciones', async () => void (await mailPending(db, mail, settings.publicUrl)), {
    cron: '* * * * *',
  })
  gauge('campus_notification_mails_failed', 'Mails of notifications that were given up', () => countFailedMails(db))
}

function liveRoute(app: App, { db, database, config: settings }: Deps): void {
  const queries = {
    aliveSessions: (sessions: number[]) => aliveSessions(db, sessions),
    noticesOf: (people: number[]) => noticesOf(db, people),
  }
  const live = createLive(database, queries, () => app.log)
  // Before the server waits for open responses: these would never end by themselves.
  app.stopping.ending.addEventListener('abort', () => void live.close())
  app.addHook('preClose', () => live.close())
  app.get(
    '/api/notificaciones/eventos',
    { config, schema: { tags, summary: 'Flujo en vivo (text/event-stream)', response: { 200: z.string() } } },
    (request, reply) => {
      const { id, id_acceso } = identityOf(request)
      // Pipelined behind another response it would not be told when its connection closes.
      if (!reply.raw.socket) throw fail('SOLICITUD_INVALIDA')
      if (!live.hasRoom()) throw fail('NO_DISPONIBLE', { retryAfter: 30 })
      // Hooks do not see a hijacked reply.
      putHeaders(request, reply, comesByHttps(settings))
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      // A stream is mostly silent; the server's idle timeout would cut it.
      request.raw.socket.setTimeout(0)
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // A stream that is ended takes its connection with it.
        connection: 'close',
      })
      live.watch({ usuario: id, sesion: id_acceso, response: reply.raw })
    },
  )
}

/** Notifications, their preferences and the live stream (campus.md section 7, contract section 4). */
export function notificationRoutes(app: App, deps: Deps): void {
  const { db } = deps
  defineJobs(deps)
  liveRoute(app, deps)
  const said = (text: string) => ({ message: text, mensaje: text })

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
      return said('Notificaciones leídas.')
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
