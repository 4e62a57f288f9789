import { IdParams } from '@campus/contract/common'
import { FailedMails, FailedMailsQuery, RetriedMails } from '@campus/contract/notifications'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listFailedMails, retryMail, retryMails } from './mails.staff.ts'

/** Mails that did not go out, for who runs the academy. */
export function staffMailRoutes(app: App, { db }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'academia' } as const
  app.get(
    '/api/gestion/correos',
    { config, schema: { tags, querystring: FailedMailsQuery, response: { 200: FailedMails } } },
    async (request) => ({ data: await listFailedMails(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/correos/:id/reintentar',
    { config, schema: { tags, params: IdParams, response: { 200: RetriedMails } } },
    async (request) => ({ data: { correos: await retryMail(db, identityOf(request), request.params.id) } }),
  )
  app.post(
    '/api/gestion/correos/reintentar',
    { config, schema: { tags, response: { 200: RetriedMails } } },
    async (request) => ({ data: { correos: await retryMails(db, identityOf(request)) } }),
  )
}
