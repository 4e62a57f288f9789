import type { CouponCheck } from '@campus/contract/cart'
import { couponOff, percentOff, takesCourse } from '@campus/contract/discounts'
import { UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import type { Db } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import { type Coupon, lockUsable, requireCoupon } from '../coupons/coupons.ts'
import type { UsableCode } from '../referrals/referrals.ts'
import { withDiscount } from './prices.ts'

type Priced = { id_curso: number; precio_centimos: number }

/** What a purchase is charged less, by course, and why: a referral or a coupon, never both. */
export type Deal<L extends Priced> = {
  lineas: (L & { descuento_centimos: number })[]
  descuento: number
  codigo: number | null
  cupon: Coupon | null
}

/** Spreads a discount over the lines that it is for. */
export function spread<L extends Priced>(lines: L[], descuento: number, takes = (_: number) => true) {
  const prices = lines.map(({ id_curso, precio_centimos }) => (takes(id_curso) ? precio_centimos : 0))
  const net = withDiscount(prices, descuento)
  return lines.map((line, at) => ({ ...line, descuento_centimos: (prices[at] ?? 0) - (net[at] ?? 0) }))
}

/** By how much a coupon lowers what these lines cost. */
const offOf = (lines: Priced[], coupon: Coupon): number =>
  couponOff(
    lines.map(({ id_curso: id, precio_centimos: centimos }) => ({ id, centimos })),
    coupon,
  )

function couponDeal<L extends Priced>(lines: L[], cupon: Coupon): Deal<L> {
  const descuento = offOf(lines, cupon)
  const lineas = spread(lines, descuento, (id) => takesCourse(cupon, id))
  return { lineas, descuento, codigo: null, cupon }
}

type Offers = { code: UsableCode | null; coupon: Coupon | null }
type Buying = { usuario: number; huella: string }

/**
 * The better one for the buyer; with equal ones the referral's, so that no use is spent for nothing. The coupon is locked until
 * the transaction ends; `check` says why it cannot be used any more.
 */
export async function bestDeal<L extends Priced>(
  tx: Db,
  { usuario, huella }: Buying,
  lines: L[],
  { code, coupon }: Offers,
): Promise<{ deal: Deal<L>; check: CouponCheck | null }> {
  const subtotal = lines.reduce((sum, { precio_centimos }) => sum + precio_centimos, 0)
  const byReferral = percentOff(subtotal, code?.porcentaje ?? 0)
  const other = { lineas: spread(lines, byReferral), descuento: byReferral, codigo: code?.id ?? null, cupon: null }
  if (!coupon || offOf(lines, coupon) <= byReferral) return { deal: other, check: null }
  const cursos = lines.map(({ id_curso }) => id_curso)
  const { coupon: usable, check } = await lockUsable(tx, coupon, { usuario, cursos, huella })
  return { deal: usable ? couponDeal(lines, usable) : other, check: usable ? null : check }
}

/** In a sale by staff, instead of a discount of theirs and without its limit. @throws DATOS_INVALIDOS under `cupon` */
export async function couponOfSale<L extends Priced>(
  tx: Db,
  { usuario, id_cliente }: { usuario: number; id_cliente: number },
  lines: L[],
  typed: string,
): Promise<Deal<L>> {
  const coupon = await requireCoupon(tx, id_cliente, typed, 'cupon')
  const cursos = lines.map(({ id_curso }) => id_curso)
  const { coupon: usable, check } = await lockUsable(tx, coupon, { usuario, cursos, huella: '' })
  if (!usable) throw invalid('cupon', check.motivo ?? UNKNOWN_CODE_TEXT)
  const deal = couponDeal(lines, usable)
  const subtotal = lines.reduce((sum, { precio_centimos }) => sum + precio_centimos, 0)
  if (deal.descuento === subtotal)
    throw invalid('cupon', 'Con este cupón no queda nada por cobrar: se usa en el carrito.')
  return deal
}
