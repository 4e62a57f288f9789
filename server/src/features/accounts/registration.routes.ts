import { BrandQuery } from '@campus/contract/catalogue'
import { messageBody } from '@campus/contract/common'
import { RegisterBody, RegisterResponse } from '@campus/contract/registration'
import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import type { FastifyRequest } from 'fastify'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import type { App, Deps } from '../../platform/http/http.ts'
import { register } from './registration.ts'
import { originOf } from './sessions.ts'

export function registrationRoutes(app: App, deps: Deps): void {
  const tags = ['Cuentas']
  const respond = async (request: FastifyRequest, body: RegisterBody, photo: Buffer | null = null) => {
    const { id } = await deps.brandOf(request)
    const { user, token } = await register(deps, body, photo, id, originOf(request))
    return { ...messageBody(ACCOUNT_CREATED_TITLE), user, token }
  }
  app.post(
    '/api/auth/register',
    {
      config: { access: 'public' },
      // The page names its brand, because another tab may have changed the cookie.
      schema: { tags, querystring: BrandQuery, body: RegisterBody, response: { 201: RegisterResponse } },
    },
    async (request, reply) => reply.status(201).send(await respond(request, request.body)),
  )
  app.post(
    '/api/usuarios',
    { config: { access: 'public', form: RegisterBody }, schema: { tags, response: { 201: RegisterResponse } } },
    async (request, reply) => {
      const { fields, file } = await readForm(request, 'foto_perfil')
      return reply.status(201).send(await respond(request, checkFields(RegisterBody, fields), file))
    },
  )
}
