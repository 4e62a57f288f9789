import { Cart, CartQuery } from '@campus/contract/cart'
import { BrandQuery } from '@campus/contract/catalogue'
import { IdParams, oneOf } from '@campus/contract/common'
import { GroupsWithPlaces } from '@campus/contract/groups'
import type { App, Deps } from '../../platform/http/http.ts'
import { checkCoupon } from '../coupons/coupons.ts'
import { listOfferedGroups } from '../groups/groups.ts'
import { checkCode, shopperOf } from '../referrals/referrals.ts'
import { readCart, soldElsewhere } from './cart.ts'
import { fingerprintOf } from './checkout.ts'

export function cartRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/cursos/:id/grupos',
    {
      config: { access: 'optional' },
      schema: {
        tags: ['Compras'],
        params: IdParams,
        querystring: BrandQuery,
        response: { 200: GroupsWithPlaces },
      },
    },
    async (request) => ({
      data: await listOfferedGroups(deps.db, await shopperOf(deps, request), request.params.id),
    }),
  )
  app.get(
    '/api/carrito',
    {
      config: { access: 'optional' },
      schema: { tags: ['Compras'], querystring: CartQuery, response: { 200: oneOf(Cart) } },
    },
    async (request) => {
      const { ids, codigo, cupon } = request.query
      const shopper = await shopperOf(deps, request)
      const cursos = await readCart(deps.db, shopper, ids)
      const de_otra_marca = cursos.length < ids.length ? await soldElsewhere(deps.db, shopper.id_cliente, ids) : []
      const bought = cursos.filter(({ comprado }) => !comprado).map(({ id }) => id)
      const purchase = { usuario: shopper.usuario, cursos: bought, huella: fingerprintOf(bought) }
      return {
        data: {
          ...{ cursos, de_otra_marca },
          codigo: codigo ? await checkCode(deps.db, shopper, codigo) : null,
          cupon: cupon ? (await checkCoupon(deps.db, shopper, cupon, purchase)).check : null,
        },
      }
    },
  )
}
