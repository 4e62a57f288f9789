import { BrandQuery } from '@campus/contract/catalogue'
import { listOf, oneOf } from '@campus/contract/common'
import type { PageDocument } from '@campus/contract/documents/site'
import { PageForm, PageParams, PageSource, PageTitle, WrittenPage } from '@campus/contract/pages'
import { StaffPages } from '@campus/contract/site.staff'
import type { PublishChange } from '../../kit/documents/documents.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { callersBrand } from '../brands/brands.ts'
import { findPage, findPageSource, listPages, listStaffPages } from './pages.ts'

export function pageRoutes(app: App, { db, brandOf }: Deps): void {
  const config = { access: 'optional' as const }
  const staff = { access: 'sitio' as const }
  const tags = ['Páginas']
  const params = PageParams
  const querystring = BrandQuery
  app.get(
    '/api/paginas',
    { config, schema: { tags, querystring, response: { 200: listOf(PageTitle) } } },
    async (request) => ({ data: await listPages(db, await callersBrand(brandOf, request)) }),
  )
  app.get(
    '/api/paginas/:clave',
    { config, schema: { tags, params, querystring, response: { 200: oneOf(WrittenPage) } } },
    async (request) => ({
      data: await findPage(db, await callersBrand(brandOf, request), request.params.clave),
    }),
  )
  app.get(
    '/api/paginas/:clave/fuente',
    { config: staff, schema: { tags, params, response: { 200: oneOf(PageSource) } } },
    async (request) => ({ data: await findPageSource(db, identityOf(request), request.params.clave) }),
  )
  app.get(
    '/api/gestion/paginas',
    { config: staff, schema: { tags: ['Gestión'], response: { 200: StaffPages } } },
    async (request) => ({ data: await listStaffPages(db, identityOf(request)) }),
  )
}

/** Publishes at once what the editor would draft first. */
export function writePageRoutes(app: App, { db }: Deps, publish: PublishChange<PageDocument>): void {
  app.put(
    '/api/paginas/:clave',
    {
      config: { access: 'sitio' },
      schema: { tags: ['Páginas'], params: PageParams, body: PageForm, response: { 200: oneOf(PageSource) } },
    },
    async (request) => {
      const { clave } = request.params
      await publish(identityOf(request), `pagina:${clave}`, () => request.body)
      return { data: await findPageSource(db, identityOf(request), clave) }
    },
  )
}
