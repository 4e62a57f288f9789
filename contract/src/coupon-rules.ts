import { lettersAndDigits } from './codes.ts'

/** Apart from `coupons.ts`, for screens that load no Zod. */

export const MAX_COUPON_CODES = 5000
export const MAX_COUPON_COURSES = 200
export const COUPON_CODE = /^[A-Z0-9]{3,20}$/
/** Of a purchase that was begun. */
export const COUPON_HOLD_MINUTES = 30

/** No coupon has one: neither kind of code is then searched for the other. */
export const isLikeReferral = (code: string): boolean => /^REF[0-9]+$/.test(code)

/** Letters and digits in capitals, without accents: `Día de la madre` is `DIADELAMADRE`. Null when it can be no coupon's. */
export function couponCode(typed: string): string | null {
  const code = lettersAndDigits(typed.normalize('NFD'))
  return COUPON_CODE.test(code) && !isLikeReferral(code) ? code : null
}

export const COUPON_STATES = ['vigente', 'por_empezar', 'terminado', 'agotado', 'cerrado'] as const
export type CouponState = (typeof COUPON_STATES)[number]

export const COUPON_STATE_TEXTS: Record<CouponState, string> = {
  vigente: 'Vigente',
  por_empezar: 'Por empezar',
  terminado: 'Terminado',
  agotado: 'Agotado',
  cerrado: 'Cerrado',
}
