import { RegisteredSale, SaleBody, SaleCourses, SalePeople, SalePeopleQuery } from '@campus/contract/sales'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'
import { coursesOnSale, findPeople } from './sale-people.staff.ts'
import { discountLimit, registerSale } from './sales.staff.ts'

/** Sales that staff register (docs/product/staff.md 17). */
export function saleRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'ventas.registrar' } as const
  app.get(
    '/api/gestion/ventas/personas',
    { config, schema: { tags, querystring: SalePeopleQuery, response: { 200: SalePeople } } },
    async (request) => ({ data: await search(db, (tx) => findPeople(tx, identityOf(request), request.query)) }),
  )
  app.get(
    '/api/gestion/ventas/cursos',
    { config, schema: { tags, response: { 200: SaleCourses } } },
    async (request) => {
      const identity = identityOf(request)
      return { data: { cursos: await coursesOnSale(db, identity), descuento: await discountLimit(db, identity) } }
    },
  )
  app.post(
    '/api/gestion/ventas',
    { config, schema: { tags, body: SaleBody, response: { 200: RegisteredSale } } },
    async (request) => ({ data: await registerSale(db, jobs, identityOf(request), request.body) }),
  )
}
