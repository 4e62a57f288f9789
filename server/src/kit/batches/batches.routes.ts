import { Readable } from 'node:stream'
import { IdParams, oneOf } from '@campus/contract/common'
import { Job, JobRow, JobsQuery } from '@campus/contract/jobs'
import { StaffListQuery, staffListOf } from '@campus/contract/staff'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { cancelJob, failedCsv, failedRows, listJobs, retryJob } from './batches.staff.ts'
import { endLostJobs, findJob, JOBS_QUEUE, type Kinds, runJob, sweepJobs } from './batches.ts'

export function jobRoutes(app: App, { db, jobs }: Deps, kinds: Kinds): void {
  const tags = ['Gestión']
  jobs.define<{ id: number }>(JOBS_QUEUE, ({ id }, last) => runJob(jobs.db, jobs, id, kinds, last), { long: true })
  jobs.define('trabajos-perdidos', () => endLostJobs(jobs.db, jobs), { cron: '* * * * *' })
  jobs.define('limpiar-trabajos', () => sweepJobs(jobs.db, kinds), { cron: '55 4 * * *' })
  const config = { access: 'gestion' } as const
  app.get(
    '/api/gestion/trabajos',
    { config, schema: { tags, querystring: JobsQuery, response: { 200: staffListOf(Job) } } },
    async (request) => ({ data: await listJobs(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/trabajos/:id',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(Job) } } },
    async (request) => ({ data: await findJob(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/trabajos/:id/filas',
    { config, schema: { tags, params: IdParams, querystring: StaffListQuery, response: { 200: staffListOf(JobRow) } } },
    async (request) => ({ data: await failedRows(db, kinds, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/gestion/trabajos/:id/errores',
    { config, schema: { tags, params: IdParams, response: { 200: z.any() } } },
    async (request, reply) => {
      const { id } = request.params
      const lines = await failedCsv(db, kinds, identityOf(request), id)
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="errores-${id}.csv"`,
        'cache-control': 'private, no-store',
      }
      return reply.headers(headers).send(Readable.from(lines))
    },
  )
  app.post(
    '/api/gestion/trabajos/:id/cancelar',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(Job) } } },
    async (request) => ({ data: await cancelJob(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/gestion/trabajos/:id/reintentar',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(Job) } } },
    async (request) => ({ data: await retryJob(db, jobs, kinds, identityOf(request), request.params.id) }),
  )
}
