import { IdParams, oneOf } from '@campus/contract/common'
import { StaffMember } from '@campus/contract/staff'
import { InviteBody, OneTeamMember, TeamBody, TeamConflict, TeamMembers, TeamQuery } from '@campus/contract/team'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { changeMember, inviteMember, listTeam } from './members.ts'
import { findMember } from './team.ts'

export function teamRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Equipo']
  const config = { access: 'academia' } as const
  app.get(
    '/api/gestion/yo',
    { config: { access: 'gestion' }, schema: { tags, response: { 200: oneOf(StaffMember) } } },
    async (request) => ({ data: await findMember(db, identityOf(request)) }),
  )
  app.get(
    '/api/gestion/equipo',
    { config, schema: { tags, querystring: TeamQuery, response: { 200: TeamMembers } } },
    async (request) => ({ data: await listTeam(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/equipo',
    { config, schema: { tags, body: InviteBody, response: { 201: OneTeamMember } } },
    async (request, reply) =>
      reply.status(201).send({ data: await inviteMember(db, jobs, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/equipo/:id',
    {
      config,
      schema: { tags, params: IdParams, body: TeamBody, response: { 200: OneTeamMember, 409: TeamConflict } },
    },
    async (request) => ({ data: await changeMember(db, jobs, identityOf(request), request.params.id, request.body) }),
  )
}
