import type { Order } from '@campus/contract/orders'
import { tabStore } from '../../../lib/storage'

const keyOf = (numero: string) => `pago-${numero}`

/** Before leaving for the gateway: how many payments the order already has. */
export const rememberPayments = (numero: string, intentos: number): void =>
  tabStore.setItem(keyOf(numero), String(intentos))

/** Null when this tab did not leave for the gateway. */
export function paymentsBefore(numero: string): number | null {
  const stored = tabStore.getItem(keyOf(numero))
  return stored === null ? null : Number(stored)
}

type Told = Pick<Order, 'estado' | 'intentos' | 'debe'>

/** Whether the order already tells of the payment that the buyer comes back from. */
export function isSure({ estado, intentos, debe }: Told, before: number | null): boolean {
  if (estado === 'pendiente') return false
  if (estado !== 'rechazada' && estado !== 'en_espera' && debe === 0) return true
  return before === null || intentos > before
}
