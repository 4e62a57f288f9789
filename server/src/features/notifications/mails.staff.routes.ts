import { IdParams } from '@campus/contract/common'
import {
  FailedJobMails,
  FailedMails,
  FailedMailsQuery,
  JobMailParams,
  RetriedMails,
} from '@campus/contract/notifications'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listFailedJobMails, listFailedMails, retryJobMail, retryMail, retryMails } from './mails.staff.ts'

/** Mails that did not go out, for who runs the academy. */
export function staffMailRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'academia' } as const
  app.get(
    '/api/gestion/correos',
    { config, schema: { tags, querystring: FailedMailsQuery, response: { 200: FailedMails } } },
    async (request) => ({ data: await listFailedMails(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/correos/otros',
    { config, schema: { tags, response: { 200: FailedJobMails } } },
    async (request) => ({ data: await listFailedJobMails(db, jobs, identityOf(request)) }),
  )
  app.post(
    '/api/gestion/correos/otros/:id/reintentar',
    { config, schema: { tags, params: JobMailParams, response: { 200: RetriedMails } } },
    async (request) => ({ data: { correos: await retryJobMail(db, jobs, identityOf(request), request.params.id) } }),
  )
  app.post(
    '/api/gestion/correos/:id/reintentar',
    { config, schema: { tags, params: IdParams, response: { 200: RetriedMails } } },
    async (request) => ({ data: { correos: await retryMail(db, identityOf(request), request.params.id) } }),
  )
  app.post(
    '/api/gestion/correos/reintentar',
    { config, schema: { tags, response: { 200: RetriedMails } } },
    async (request) => ({ data: { correos: await retryMails(db, jobs, identityOf(request)) } }),
  )
}
