import { oneOf } from '@campus/contract/common'
import { AudienceBody, AudienceCount, WriteBody } from '@campus/contract/course-messages'
import { Job } from '@campus/contract/jobs'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { countAudience, writeToStudents } from './writing.ts'

/** Messages of staff to students (docs/product/staff.md 14). */
export function writingRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'comunicados' } as const
  app.post(
    '/api/gestion/mensajes/alcance',
    { config, schema: { tags, body: AudienceBody, response: { 200: AudienceCount } } },
    async (request) => ({ data: await countAudience(db, identityOf(request), request.body) }),
  )
  app.post(
    '/api/gestion/mensajes',
    { config, schema: { tags, body: WriteBody, response: { 200: oneOf(Job) } } },
    async (request) => ({ data: await writeToStudents(db, jobs, identityOf(request), request.body) }),
  )
}
