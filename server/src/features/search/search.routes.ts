import { IdParams, listOf } from '@campus/contract/common'
import { LessonText, LessonTextQuery, SearchResponse } from '@campus/contract/search'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'
import { findSearchFeed, searchLessonTexts } from './search.ts'

export function searchRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/detalle/usuario/:id',
    {
      config: { access: 'signed' },
      schema: { tags: ['Búsqueda'], params: IdParams, response: { 200: SearchResponse } },
    },
    async (request) => {
      const identity = identityOf(request)
      ownOf(identity, request.params.id)
      return findSearchFeed(db, identity)
    },
  )
  app.get(
    '/api/lecciones/buscar',
    {
      config: { access: 'signed' },
      schema: { tags: ['Búsqueda'], querystring: LessonTextQuery, response: { 200: listOf(LessonText) } },
    },
    async (request) => ({
      data: await search(db, (tx) => searchLessonTexts(tx, identityOf(request), request.query.q)),
    }),
  )
}
