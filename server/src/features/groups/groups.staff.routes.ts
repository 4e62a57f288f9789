import { IdParams } from '@campus/contract/common'
import { GroupBody, GroupRow, GroupRows, GroupsQuery, NewGroup, OneGroup } from '@campus/contract/groups.staff'
import { conflictOf } from '@campus/contract/staff'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { createGroup, listGroups, saveGroup } from './groups.staff.ts'

const tags = ['Gestión']

/** Groups of the brand's courses (docs/product/staff.md 20). */
export function staffGroupRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/grupos',
    {
      config: { access: 'alumnos.ver' },
      schema: { tags, querystring: GroupsQuery, response: { 200: GroupRows } },
    },
    async (request) => ({ data: await listGroups(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/grupos',
    { config: { access: 'alumnos.gestionar' }, schema: { tags, body: NewGroup, response: { 201: OneGroup } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createGroup(db, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/grupos/:id',
    {
      config: { access: 'alumnos.gestionar' },
      schema: {
        tags,
        params: IdParams,
        body: GroupBody,
        response: { 200: OneGroup, 409: conflictOf(GroupRow) },
      },
    },
    async (request) => ({ data: await saveGroup(db, identityOf(request), request.params.id, request.body) }),
  )
}
