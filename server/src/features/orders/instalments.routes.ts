import { InstalmentPayment, PayInstalmentBody } from '@campus/contract/instalments'
import { OneStaffOrder } from '@campus/contract/orders.staff'
import { InstalmentBody } from '@campus/contract/sales'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { GatewayNow } from './gateway.ts'
import { reviewInstalments } from './instalment-dues.ts'
import { payInstalment } from './instalment-payment.ts'
import { registerInstalment } from './instalments.staff.ts'

const tags = ['Compras']
const Numero = z.object({ numero: z.uuid() })
const PAYMENTS = limit('pagar_cuota_usuario', 60, 10 * 60)

/** Instalments of sales that are not paid at once (docs/product/shop.md 11). */
export function instalmentRoutes(app: App, { db, jobs, config }: Deps, gatewayNow: GatewayNow): void {
  jobs.define('revisar-cuotas', () => reviewInstalments(jobs.db, jobs), { cron: '0 8 * * *' })
  app.post(
    '/api/gestion/ordenes/:numero/cuotas',
    {
      config: { access: 'ventas.registrar' },
      schema: { tags, params: Numero, body: InstalmentBody, response: { 200: OneStaffOrder } },
    },
    async (request) => ({
      data: await registerInstalment(db, jobs, identityOf(request), request.params.numero, request.body),
    }),
  )
  app.post(
    '/api/ordenes/:numero/cuota',
    {
      config: { access: 'signed' },
      schema: { tags, params: Numero, body: PayInstalmentBody, response: { 200: InstalmentPayment } },
    },
    async (request) => {
      const { id } = identityOf(request)
      await throttle(db, PAYMENTS, String(id))
      const { numero } = request.params
      const gateway = await gatewayNow()
      return { data: await payInstalment({ db, jobs, config, gateway }, id, numero, request.body.cuota) }
    },
  )
}
