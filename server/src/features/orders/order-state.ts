import type { OrderState } from '@campus/contract/order-rules'
import type { PaymentStatus } from './gateway.ts'

export type PaymentFacts = { estado: PaymentStatus; monto_centimos: number; moneda: string; detalle?: string | null }

/** `detalle` of payments an administrator accepted as the full price (reviewing.ts). */
export const ACCEPTED = 'aceptado_por_personal'

/** `detalle` of a payment that the gateway keeps approved. */
export const PARTLY_REFUNDED = 'partially_refunded'

/** What a buyer is notified of, besides the payment. */
export type BuyerEvent =
  | Extract<OrderState, 'en_espera' | 'rechazada' | 'en_revision' | 'reembolsada' | 'contracargo'>
  | 'devolucion_pedida'
  | 'devolucion_hecha'
  | 'devolucion_negada'
  | 'cobro_doble'
  | 'cobro_devuelto'
  | 'devolucion_parcial'
  | 'compra_repetida'

type Price = { total_centimos: number; moneda: string }

/** States in which an order can be paid. */
export const PAYABLE = ['pendiente', 'en_espera', 'rechazada'] as const satisfies OrderState[]

/** A late notification never lowers the rank of a payment. */
export const PAYMENT_RANK: Record<PaymentStatus, number> = {
  pending: 0,
  rejected: 1,
  cancelled: 1,
  approved: 2,
  refunded: 3,
  charged_back: 4,
}

export const isPrice = (price: Price, payment: PaymentFacts): boolean =>
  payment.monto_centimos === price.total_centimos && payment.moneda === price.moneda

/** Another amount pays nothing (docs/product/shop.md 6.4) unless an administrator accepts it. */
export const paysInFull = (price: Price, payment: PaymentFacts): boolean =>
  payment.detalle === ACCEPTED || isPrice(price, payment)

/** Derived from all payments at once, so the order of notifications does not matter (docs/product/shop.md 5.6). */
export function stateOf(price: Price, payments: PaymentFacts[]): OrderState {
  const any = (...states: PaymentStatus[]) => payments.some((payment) => states.includes(payment.estado))
  if (payments.some((payment) => payment.estado === 'approved' && paysInFull(price, payment))) return 'pagada'
  if (any('approved')) return 'en_revision'
  if (any('charged_back')) return 'contracargo'
  if (any('refunded')) return 'reembolsada'
  if (any('pending')) return 'en_espera'
  return payments.length > 0 ? 'rechazada' : 'pendiente'
}
