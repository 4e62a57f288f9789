import { IdParams } from '@campus/contract/common'
import { SearchAnswer } from '@campus/contract/search'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listSearchItems } from './search.ts'

/** The search box's feed (campus.md section 7). */
export function searchRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/detalle/usuario/:id',
    {
      config: { access: 'signed' },
      schema: { tags: ['Búsqueda'], params: IdParams, response: { 200: SearchAnswer } },
    },
    async (request) => {
      const identity = identityOf(request)
      ownOf(identity, request.params.id)
      return { busqueda: await listSearchItems(db, identity) }
    },
  )
}
