import type { OrderState } from '@campus/contract/order-rules'
import type { PaymentStatus } from './gateway.ts'

/** What counts of a payment. */
export type KnownPayment = { estado: PaymentStatus; monto_centimos: number; moneda: string; detalle?: string | null }

/** Detail of a payment that an administrator accepted as the whole price (reviewing.ts). */
export const ACCEPTED = 'aceptado_por_personal'

type Asked = { total_centimos: number; moneda: string }

/** States in which an order can still be paid. */
export const PAYABLE = ['pendiente', 'en_espera', 'rechazada'] as const satisfies OrderState[]

/** How far a payment has come: a notification that arrives late never takes it back. */
export const PAYMENT_RANK: Record<PaymentStatus, number> = {
  pending: 0,
  rejected: 1,
  cancelled: 1,
  approved: 2,
  refunded: 3,
  charged_back: 4,
}

/** Whether a payment is of the order's amount: another amount buys nothing (safety.md row 42) unless an administrator accepts it. */
export const isWhole = (asked: Asked, payment: KnownPayment): boolean =>
  payment.detalle === ACCEPTED || (payment.monto_centimos === asked.total_centimos && payment.moneda === asked.moneda)

/**
 * The state of an order, from all its payments at once. It does not look at how they came about, so any order of
 * notifications ends in the same state (contract section 4).
 */
export function stateOf(asked: Asked, payments: KnownPayment[]): OrderState {
  const any = (...states: PaymentStatus[]) => payments.some((payment) => states.includes(payment.estado))
  if (payments.some((payment) => payment.estado === 'approved' && isWhole(asked, payment))) return 'pagada'
  if (any('approved')) return 'en_revision'
  if (any('charged_back')) return 'contracargo'
  if (any('refunded')) return 'reembolsada'
  if (any('pending')) return 'en_espera'
  return payments.length > 0 ? 'rechazada' : 'pendiente'
}
