import { discountText } from '@campus/contract/discounts'
import { MAX_ITEMS, PAYMENT_FAILED_TEXT, UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import { ASK_TEXT, ENROL_FREE_TEXT } from '../../../lib/contact'
import { formatMoney } from '../../../lib/format'
import type { CartTotals, Codes } from './cart-lines'

export const TOO_MANY_TEXT = `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez. Quita algunos para poder comprar.`

export const TEXTS = {
  ask: ASK_TEXT,
  enrolFree: ENROL_FREE_TEXT,
  unpaid: 'Aquí todavía no se paga en línea',
  title: 'Carrito',
  empty: 'No hay productos en el carrito.',
  regular: 'Precio regular',
  discount: 'Descuento',
  code: 'Código de referido o cupón',
  total: 'Total',
  buy: 'Comprar ahora',
  next: 'Pagas en el paso siguiente y entras a tus cursos apenas se confirme el pago.',
  nextFree: 'No pagas nada: entras a tus cursos de inmediato.',
  toCourses: 'Ir a Mis cursos',
  paymentFailed: PAYMENT_FAILED_TEXT,
  registrationFailed: 'Error al crear cuenta.',
  registered: '¡Registro exitoso!',
  registeredNext: 'Ya puedes proceder con tu compra.',
  login: 'Iniciar Sesión',
  owned: 'Ya está en Mis cursos',
  toCourse: 'Ir',
  nothing: 'Nada de tu carrito se vende aquí: cada curso te dice en qué academia está.',
  repeated: 'Repetido, se cobra una vez',
  full: 'Sin vacantes por ahora, no se cobra',
  gone: 'ya no está a la venta, así que salió de tu carrito.',
  soldBy: (brand: string) => `Se vende en ${brand}`,
  goToBrand: (brand: string) => `Verlo en ${brand}`,
  ownAccount: 'Para llevarlo necesitas una cuenta de esa academia.',
  undo: 'Deshacer',
  unchecked: 'No pudimos confirmar los precios. Ves los de la última vez; los revisaremos antes de cobrar.',
  changedFirst: 'Revisa el nuevo total y, si estás de acuerdo, vuelve a presionar «Comprar ahora».',
  withoutCoupon: 'Revisa el total sin el cupón: si estás de acuerdo, vuelve a presionar «Comprar ahora».',
  kept: 'Tu carrito sigue aquí: inténtalo de nuevo en unos segundos.',
  thanks: '¡Gracias! Recordaremos quién te invitó.',
} as const

/** A wrong code is reported and ignored (docs/product/shop.md 8.4). */
export const codeText = (motivo: string, goingOn = false): string => {
  const reason = motivo === UNKNOWN_CODE_TEXT ? 'Ese código no existe' : motivo.replace(/\.$/, '')
  return `${reason}: ${goingOn ? 'seguimos sin él.' : 'puedes seguir sin él.'}`
}

type Deal = Pick<CartTotals, 'by' | 'other' | 'code'>

/** Which code counts, and why where there are two. */
export function dealText({ by, other, code }: Deal, { referral, coupon }: Codes): string {
  if (referral?.valido && coupon?.valido) {
    const [taken, left] = by === 'coupon' ? [coupon.codigo, referral.codigo] : [referral.codigo, coupon.codigo]
    return `Cuenta ${taken}: descuenta ${other === code ? 'lo mismo' : 'más'} que ${left}, y no se suman.`
  }
  if (by === 'coupon' && coupon) return `Cupón aplicado: ${discountText(coupon, formatMoney)} menos.`
  const percent = referral?.porcentaje ?? 0
  return percent === 0 ? TEXTS.thanks : `Código aplicado: ${percent} % menos.`
}

/** Of the line with what it takes off. */
export const codeLabel = ({ by }: Pick<CartTotals, 'by'>, { referral, coupon }: Codes): string =>
  by === 'coupon' ? `Cupón ${coupon?.codigo}` : `Referido (−${referral?.porcentaje} %)`
