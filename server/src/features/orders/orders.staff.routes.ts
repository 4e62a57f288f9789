import { AnnulBody, OneStaffOrder, SaleRows, SalesQuery } from '@campus/contract/orders.staff'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { annulMovement } from './annulling.staff.ts'
import type { GatewayNow } from './gateway.ts'
import { sumDays } from './money-sums.ts'
import { cancelOrder, checkOrder, resendOrder } from './order-acts.staff.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { listSales } from './orders.staff.ts'

const tags = ['Compras']
const one = { tags, params: z.object({ numero: z.uuid() }), response: { 200: OneStaffOrder } }

/** *Ventas*: the brand's orders of every medium, and what staff do to one (docs/product/shop.md 7). */
export function staffOrderRoutes(app: App, { db, jobs }: Deps, gatewayNow: GatewayNow): void {
  jobs.define('sumar-dias', (_, __, ended) => sumDays(jobs.db, ended), { cron: '10 * * * *', long: true })
  app.get(
    '/api/gestion/ordenes',
    { config: { access: 'ventas.ver' }, schema: { tags, querystring: SalesQuery, response: { 200: SaleRows } } },
    async (request) => ({ data: await listSales(db, identityOf(request), request.query) }),
  )
  app.get('/api/gestion/ordenes/:numero', { config: { access: 'ventas.ver' }, schema: one }, async (request) => ({
    data: await findStaffOrder(db, identityOf(request), request.params.numero),
  }))
  const acts = { config: { access: 'ventas.registrar' }, schema: one } as const
  app.post('/api/gestion/ordenes/:numero/verificar', acts, async (request) => ({
    data: await checkOrder(db, jobs, await gatewayNow(), identityOf(request), request.params.numero),
  }))
  app.post('/api/gestion/ordenes/:numero/reenviar', acts, async (request) => ({
    data: await resendOrder(db, jobs, identityOf(request), request.params.numero),
  }))
  app.post('/api/gestion/ordenes/:numero/cancelar', acts, async (request) => ({
    data: await cancelOrder(db, identityOf(request), request.params.numero),
  }))
  app.put(
    '/api/gestion/ordenes/:numero/anular',
    { config: { access: 'devoluciones' }, schema: { ...one, body: AnnulBody } },
    async (request) => ({
      data: await annulMovement(db, jobs, identityOf(request), request.params.numero, request.body),
    }),
  )
}
