import { AcceptOrderBody } from '@campus/contract/orders'
import { OneStaffOrder } from '@campus/contract/orders.staff'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { acceptOrder } from './reviewing.ts'

/** Orders that were paid with another amount (`en_revision`). */
export function reviewRoutes(app: App, { db, jobs }: Deps): void {
  app.put(
    '/api/ordenes/:numero/aceptar',
    {
      config: { access: 'devoluciones' },
      schema: {
        tags: ['Compras'],
        params: z.object({ numero: z.uuid() }),
        body: AcceptOrderBody,
        response: { 200: OneStaffOrder },
      },
    },
    async (request) => {
      const { numero } = request.params
      await acceptOrder(db, jobs, identityOf(request), numero, request.body.motivo)
      return { data: await findStaffOrder(db, identityOf(request), numero) }
    },
  )
}
