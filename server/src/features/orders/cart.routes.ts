import { Cart, CartQuery } from '@campus/contract/cart'
import { oneOf } from '@campus/contract/common'
import type { App, Deps } from '../../platform/http/http.ts'
import { askerOf, checkCode } from '../referrals/referrals.ts'
import { readCart } from './cart.ts'

/** The cart re-read from the server when it is opened (contract section 4 "Cart and payment"). */
export function cartRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/carrito',
    {
      config: { access: 'optional' },
      schema: { tags: ['Compras'], querystring: CartQuery, response: { 200: oneOf(Cart) } },
    },
    async (request) => {
      const { ids, codigo } = request.query
      const asker = await askerOf(deps, request)
      const cursos = await readCart(deps.db, asker, ids)
      return { data: { cursos, codigo: codigo ? await checkCode(deps.db, asker, codigo) : null } }
    },
  )
}
