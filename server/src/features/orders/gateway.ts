import type { Config } from '../../platform/config.ts'

/** A payment's state, in the words of both gateways. */
export type PaymentStatus = 'approved' | 'pending' | 'rejected' | 'cancelled' | 'refunded' | 'charged_back'

/** A payment as the gateway tells it when asked: the only word that is believed. */
export type GatewayPayment = {
  id: string
  /** The order's public id, as it was given to the gateway. */
  reference: string
  status: PaymentStatus
  detail: string | null
  amountCentimos: number
  currency: string
  live: boolean
}

/** What a gateway is asked to charge. */
export type Charge = {
  numero: string
  correo: string
  lineas: { id_curso: number; nombre: string; imagen: string | null; precio_centimos: number }[]
  descuento_centimos: number
}

/** The signed parts of a notification. */
export type Signed = { signature: string | undefined; requestId: string | undefined; dataId: string }

/** A way to be paid. Nothing that it says unasked is believed: a notification only tells which payment to read. */
export type Gateway = {
  name: 'mercadopago' | 'sandbox'
  createPreference: (charge: Charge) => Promise<{ id: string; init_point: string }>
  readPayment: (id: string) => Promise<GatewayPayment | null>
  findPayments: (reference: string) => Promise<GatewayPayment[]>
  isAuthentic: (signed: Signed) => Promise<boolean>
}

/** Thrown when no gateway is configured, or it does not answer. */
export class GatewayAway extends Error {}

/** The addresses that a buyer comes back to, whatever happened; the page asks us, not the address, how it went. */
export function backUrls({ publicUrl }: Config, numero: string) {
  const address = `${publicUrl}/pago?orden=${numero}`
  return { success: address, pending: address, failure: address }
}
