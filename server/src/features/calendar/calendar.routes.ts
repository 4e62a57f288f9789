import { CalendarEvent, CalendarFeed } from '@campus/contract/calendar'
import { Day, IdParams, listOf, oneOf } from '@campus/contract/common'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { feedSecret, renewFeed } from '../accounts/accounts.ts'
import { findSessionEvent, listEvents, listFeed } from './calendar.ts'
import { toIcal } from './ical.ts'

const MAX_DAYS = 400

const SpanQuery = z
  .object({ desde: Day, hasta: Day })
  .refine(({ desde, hasta }) => desde <= hasta && (Date.parse(hasta) - Date.parse(desde)) / 86_400_000 <= MAX_DAYS, {
    path: ['hasta'],
    error: 'El rango de fechas no es válido.',
  })

const sendIcal = (reply: FastifyReply, file: string, text: string) =>
  reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `inline; filename="${file}"`)
    .header('cache-control', 'private, no-cache')
    .send(text)

export function calendarRoutes(app: App, { db, config: settings }: Deps): void {
  const tags = ['Calendario']
  const config = { access: 'signed' as const }
  const { publicUrl } = settings
  const feedOf = (secreto: string) => ({ data: { url: `${publicUrl}/api/calendario/${secreto}.ics` } })

  app.get(
    '/api/calendario/usuario/:id',
    { config, schema: { tags, params: IdParams, querystring: SpanQuery, response: { 200: listOf(CalendarEvent) } } },
    async (request) => ({ data: await listEvents(db, ownOf(identityOf(request), request.params.id), request.query) }),
  )
  app.get(
    '/api/calendario/suscripcion',
    { config, schema: { tags, response: { 200: oneOf(CalendarFeed) } } },
    async (request) => feedOf(await feedSecret(db, identityOf(request).id)),
  )
  app.post(
    '/api/calendario/suscripcion',
    { config, schema: { tags, response: { 200: oneOf(CalendarFeed) } } },
    async (request) => feedOf(await renewFeed(db, identityOf(request).id)),
  )
  app.get(
    '/api/calendario/sesion/:id',
    { config, schema: { tags, params: IdParams, response: { 200: z.string() } } },
    async (request, reply) => {
      const event = await findSessionEvent(db, identityOf(request).id, request.params.id)
      return sendIcal(reply, `sesion-${request.params.id}.ics`, toIcal([event], { name: event.nombre, publicUrl }))
    },
  )
  app.get(
    '/api/calendario/:archivo',
    {
      // The secret in the URL is the credential, because calendar applications cannot send headers; it must not be
      // logged.
      config: { access: 'public' },
      logLevel: 'warn',
      schema: {
        tags,
        params: z.object({ archivo: z.string().regex(/^[A-Za-z0-9_-]{43}\.ics$/) }),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const events = await listFeed(db, request.params.archivo.slice(0, -4))
      return sendIcal(reply, 'campus.ics', toIcal(events, { name: 'Mi campus', publicUrl }))
    },
  )
}
