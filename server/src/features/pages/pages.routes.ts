import { BrandQuery } from '@campus/contract/catalogue'
import { listOf, oneOf } from '@campus/contract/common'
import { PageForm, PageParams, PageSource, PageTitle, WrittenPage } from '@campus/contract/pages'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findPage, findPageSource, listPages, savePage } from './pages.ts'

/** A brand's written pages: terms, privacy, questions, refunds. Public to read, the administrator's to write. */
export function pageRoutes(app: App, { db }: Deps): void {
  const config = { access: 'optional' as const }
  const admin = { access: 'admin' as const }
  const tags = ['Páginas']
  const params = PageParams
  const querystring = BrandQuery
  app.get(
    '/api/paginas',
    { config, schema: { tags, querystring, response: { 200: listOf(PageTitle) } } },
    async (request) => ({ data: await listPages(db, { identity: request.identity, ...request.query }) }),
  )
  app.get(
    '/api/paginas/:clave',
    { config, schema: { tags, params, querystring, response: { 200: oneOf(WrittenPage) } } },
    async (request) => ({
      data: await findPage(db, { identity: request.identity, ...request.query }, request.params.clave),
    }),
  )
  app.get(
    '/api/paginas/:clave/fuente',
    { config: admin, schema: { tags, params, response: { 200: oneOf(PageSource) } } },
    async (request) => ({ data: await findPageSource(db, identityOf(request), request.params.clave) }),
  )
  app.put(
    '/api/paginas/:clave',
    { config: admin, schema: { tags, params, body: PageForm, response: { 200: oneOf(PageSource) } } },
    async (request) => ({ data: await savePage(db, identityOf(request), request.params.clave, request.body) }),
  )
}
