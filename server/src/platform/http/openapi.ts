import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import { z } from 'zod'
import type { App } from './http.ts'

const describeForm: typeof jsonSchemaTransform = (input) => {
  const form = 'route' in input ? input.route.config?.form : undefined
  if (!form || !input.schema) return jsonSchemaTransform(input)
  return jsonSchemaTransform({ ...input, schema: { ...input.schema, body: form, consumes: ['multipart/form-data'] } })
}

/** Registered before the routes, to collect them. */
export async function collectOpenapi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Campus', version: '1.0.0', description: 'La API del campus.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeForm,
    transformObject: jsonSchemaTransformObject,
  })
}

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Registered after the routes. */
export async function serveOpenapi(app: App): Promise<void> {
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY })
  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { hide: true, response: { 200: z.any() } } },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return app.swagger()
    },
  )
}
