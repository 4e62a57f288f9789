import { IdParams, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { SUPPORT_SENT_TEXT } from '@campus/contract/rules'
import {
  AnswerTicketBody,
  BrandTicket,
  ResolvedTicket,
  SupportBody,
  SupportResponse,
  Ticket,
  TicketQuery,
  TicketStateBody,
} from '@campus/contract/support'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import {
  answerTicket,
  listBrandTickets,
  listTickets,
  openTicket,
  setTicketState,
  TICKET_MAIL,
  ticketLetter,
} from './support.ts'

/** Support from inside (docs/product/accounts.md 8). */
export function supportRoutes(app: App, { db, jobs, mail, config: settings }: Deps): void {
  const tags = ['Soporte']
  const config = { access: 'signed' as const }

  jobs.define<{ id: number }>(TICKET_MAIL, async ({ id }) => {
    const letter = await ticketLetter(jobs.db, id, settings.publicUrl)
    if (letter) await mail.send(letter)
  })

  app.post(
    '/api/enviar-soporte',
    { config, schema: { tags, body: SupportBody, response: { 200: SupportResponse } } },
    async (request) => {
      const data = await openTicket(db, jobs, identityOf(request), request.body)
      return { message: SUPPORT_SENT_TEXT, mensaje: SUPPORT_SENT_TEXT, data }
    },
  )
  app.get(
    '/api/soporte/usuario/:id',
    { config, schema: { tags, params: IdParams, querystring: PageQuery, response: { 200: pageOf(Ticket) } } },
    async (request) => {
      const { page, per_page } = request.query
      return { data: await listTickets(db, ownOf(identityOf(request), request.params.id), page, per_page) }
    },
  )
  app.get(
    '/api/soporte',
    {
      config: { access: 'soporte' },
      schema: { tags, querystring: TicketQuery, response: { 200: pageOf(BrandTicket) } },
    },
    async (request) => ({ data: await listBrandTickets(db, identityOf(request), request.query) }),
  )
  const decided = { 200: oneOf(Ticket), 409: ResolvedTicket }
  app.put(
    '/api/soporte/:id',
    {
      config: { access: 'soporte' },
      schema: { tags, params: IdParams, body: AnswerTicketBody, response: decided },
    },
    async (request) => ({
      data: await answerTicket(db, identityOf(request), request.params.id, request.body.respuesta),
    }),
  )
  app.put(
    '/api/soporte/:id/estado',
    {
      config: { access: 'soporte' },
      schema: { tags, params: IdParams, body: TicketStateBody, response: decided },
    },
    async (request) => ({
      data: await setTicketState(db, identityOf(request), request.params.id, request.body),
    }),
  )
}
