import { oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { AcceptOrderBody, ReviewedOrder } from '@campus/contract/orders'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { acceptOrder, findStaffOrder, listReviewed } from './reviewing.ts'

const Numero = z.object({ numero: z.uuid() })

/** Orders as the staff see them, and those with a wrong amount (`en_revision`). */
export function reviewRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Compras']
  app.get(
    '/api/ordenes/en-revision',
    {
      config: { access: 'ventas.ver' },
      schema: { tags, querystring: PageQuery, response: { 200: pageOf(ReviewedOrder) } },
    },
    async (request) => ({
      data: await listReviewed(db, identityOf(request), request.query.page, request.query.per_page),
    }),
  )
  app.get(
    '/api/gestion/ordenes/:numero',
    { config: { access: 'ventas.ver' }, schema: { tags, params: Numero, response: { 200: oneOf(ReviewedOrder) } } },
    async (request) => ({ data: await findStaffOrder(db, identityOf(request), request.params.numero) }),
  )
  app.put(
    '/api/ordenes/:numero/aceptar',
    {
      config: { access: 'devoluciones' },
      schema: {
        tags,
        params: Numero,
        body: AcceptOrderBody,
        response: { 200: oneOf(ReviewedOrder) },
      },
    },
    async (request) => ({
      data: await acceptOrder(db, jobs, identityOf(request), request.params.numero, request.body.motivo),
    }),
  )
}
