import type { OrderState } from '@campus/contract/order-rules'
import type { PaymentStatus } from './gateway.ts'

/** `detalle` of a payment that the gateway keeps approved. */
export const PARTLY_REFUNDED = 'partially_refunded'

export type InstalmentEvent = 'cuota_pronto' | 'cuota_hoy' | 'cuota_suspendida' | 'cuota_pagada' | 'cuota_reabierta'

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
  | 'compra_anulada'
  | 'cobro_anulado'
  | 'devolucion_anulada'
  | InstalmentEvent

/** A late notification never lowers the rank of a payment. */
export const PAYMENT_RANK: Record<PaymentStatus, number> = {
  pending: 0,
  rejected: 1,
  cancelled: 1,
  approved: 2,
  refunded: 3,
  charged_back: 4,
}

/**
 * What came in and what is left of it, in céntimos; `salda`: it pays the whole order; `contracargo`: the bank has it;
 * `anulado`: staff had registered it by mistake.
 */
export type Charge = { centimos: number; queda: number; salda: boolean; contracargo: boolean; anulado: boolean }

/** Money that did not go back; a courtesy stands although it is nothing. */
export const stands = ({ centimos, queda, anulado }: Charge): boolean => !anulado && (queda > 0 || centimos === 0)

type Facts = {
  charges: Charge[]
  /** Whether a course that cost something is open to its buyer. */
  open: boolean
  /** What the gateway says of payments that brought no money. */
  others: PaymentStatus[]
}

/**
 * From the money and the lines, so the order of notifications does not matter (docs/product/shop.md 5.6). Another amount than
 * the total pays nothing (6.4) unless staff accepted it.
 */
export function stateOf({ charges: all, open, others }: Facts): OrderState {
  const charges = all.filter(({ anulado }) => !anulado)
  const any = (...states: PaymentStatus[]) => others.some((status) => states.includes(status))
  const standing = charges.filter(stands)
  if (standing.some(({ salda }) => salda)) return 'pagada'
  if (standing.length > 0 || any('approved')) return 'en_revision'
  if (charges.some(({ contracargo }) => contracargo) || any('charged_back')) return 'contracargo'
  // Staff gave the money back and left a course open.
  if (open && charges.some(({ salda }) => salda)) return 'pagada'
  if (charges.length > 0 || any('refunded')) return 'reembolsada'
  // Only money opens it again.
  if (all.length > 0) return 'cancelada'
  if (any('pending')) return 'en_espera'
  return others.length > 0 ? 'rechazada' : 'pendiente'
}
