import { LoginResponse } from '@campus/contract/accounts'
import { FirstBrandBody } from '@campus/contract/settings'
import { openFirstBrand } from '../features/accounts/first.ts'
import { originOf } from '../features/accounts/sessions.ts'
import type { App, Deps } from '../platform/http/http.ts'

/** Opens the first brand of an installation; the loader that writes its sample course is needed once. */
export function firstAcademyRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/empezar',
    {
      config: { access: 'public' },
      schema: { tags: ['Cuentas'], body: FirstBrandBody, response: { 201: LoginResponse } },
    },
    async (request, reply) => {
      const { writeSampleCourse } = await import('./sample.ts')
      const session = await openFirstBrand(deps, request.body, originOf(request), (tx, academy) =>
        writeSampleCourse(tx, deps.storage, academy),
      )
      return reply.status(201).send(session)
    },
  )
}
