import { OneStaffOrder } from '@campus/contract/orders.staff'
import { LastReceipt, ReceiptBody, ReceiptNumberBody } from '@campus/contract/receipts'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { changeReceipt, numberReceipt } from './receipts.staff.ts'
import { lastReceipt } from './receipts.ts'

const tags = ['Compras']
const params = z.object({ numero: z.uuid() })

/** What a receipt says, and its number (docs/product/shop.md 5.10). */
export function receiptRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/comprobantes/ultimo',
    { config: { access: 'signed' }, schema: { tags, response: { 200: LastReceipt } } },
    async (request) => ({ data: await lastReceipt(db, identityOf(request).id) }),
  )
  const config = { access: 'ventas.registrar' } as const
  const response = { 200: OneStaffOrder }
  app.put(
    '/api/gestion/ordenes/:numero/comprobante',
    { config, schema: { tags, params, body: ReceiptBody, response } },
    async (request) => ({ data: await changeReceipt(db, identityOf(request), request.params.numero, request.body) }),
  )
  app.put(
    '/api/gestion/ordenes/:numero/comprobante/numero',
    { config, schema: { tags, params, body: ReceiptNumberBody, response } },
    async (request) => ({
      data: await numberReceipt(db, identityOf(request), request.params.numero, request.body.numero),
    }),
  )
}
