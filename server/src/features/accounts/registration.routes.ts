import { BrandQuery } from '@campus/contract/catalogue'
import { RegisterAnswer, RegisterBody } from '@campus/contract/registration'
import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import type { FastifyRequest } from 'fastify'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import type { App, Deps } from '../../platform/http/http.ts'
import { register } from './registration.ts'

/** Registration: JSON, and the multipart twin of the specification, whose photo is not taken from strangers. */
export function registrationRoutes(app: App, { db, brandOf }: Deps): void {
  const tags = ['Cuentas']
  const made = async (request: FastifyRequest, body: RegisterBody) => {
    const origin = { ip: request.ip, agent: request.headers['user-agent'] ?? '' }
    const { user, token } = await register(db, body, (await brandOf(request)).id, origin)
    return { message: ACCOUNT_CREATED_TITLE, mensaje: ACCOUNT_CREATED_TITLE, user, token }
  }
  app.post(
    '/api/auth/register',
    {
      config: { access: 'public' },
      // The page says its brand: the cookie is the browser's, and another tab may have changed it.
      schema: { tags, querystring: BrandQuery, body: RegisterBody, response: { 201: RegisterAnswer } },
    },
    async (request, reply) => reply.status(201).send(await made(request, request.body)),
  )
  app.post(
    '/api/usuarios',
    { config: { access: 'public', form: RegisterBody }, schema: { tags, response: { 201: RegisterAnswer } } },
    async (request, reply) => {
      const { fields } = await readForm(request, 'foto_perfil', { ignored: true })
      return reply.status(201).send(await made(request, checkFields(RegisterBody, fields)))
    },
  )
}
