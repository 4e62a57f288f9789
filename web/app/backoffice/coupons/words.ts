import type { CouponRow } from '@campus/contract/coupons'
import { discountText } from '@campus/contract/discounts'
import { formatDay, formatMoney, formatNumber } from '../../lib/format'

export const offText = (coupon: Pick<CouponRow, 'porcentaje' | 'descuento'>): string =>
  discountText(coupon, formatMoney)

/** `3 de 50`, or how often without a limit. */
export function usesText({ usos, limite }: Pick<CouponRow, 'usos' | 'limite'>): string {
  if (limite === 0) return 'Sin códigos'
  return limite === null ? formatNumber(usos) : `${formatNumber(usos)} de ${formatNumber(limite)}`
}

export function daysText({ desde, hasta }: Pick<CouponRow, 'desde' | 'hasta'>): string {
  if (desde && hasta) return desde === hasta ? formatDay(desde) : `Del ${formatDay(desde)} al ${formatDay(hasta)}`
  if (desde) return `Desde el ${formatDay(desde)}`
  return hasta ? `Hasta el ${formatDay(hasta)}` : 'Sin fecha'
}
