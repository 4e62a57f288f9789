import { NewBrandBody, OneInstalledBrand } from '@campus/contract/settings'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { createBrand } from './academies.ts'

export function academyRoutes(app: App, { db, jobs }: Deps): void {
  app.post(
    '/api/gestion/marcas',
    {
      config: { access: 'plataforma' },
      schema: { tags: ['Marcas'], body: NewBrandBody, response: { 201: OneInstalledBrand } },
    },
    async (request, reply) =>
      reply.status(201).send({ data: await createBrand(db, jobs, identityOf(request), request.body) }),
  )
}
