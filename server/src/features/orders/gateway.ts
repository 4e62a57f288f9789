import type { Config } from '../../platform/config.ts'

/** A payment's state, in the words of both gateways. */
export type PaymentStatus = 'approved' | 'pending' | 'rejected' | 'cancelled' | 'refunded' | 'charged_back'

/** A payment as read from the gateway; notifications themselves are not trusted. */
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

/** What a gateway is asked to charge; the lines' prices have the discount taken off and add up to the order's total. */
export type Charge = {
  numero: string
  correo: string
  marca: string
  lineas: { id_curso: number; nombre: string; imagen: string | null; precio_centimos: number }[]
  /** Until when it can be paid, ISO 8601 in UTC. */
  vence: string
}

/** The signed parts of a notification. */
export type Signed = { signature: string | undefined; requestId: string | undefined; dataId: string }

/** A payment gateway. A notification only says which payment to read. */
export type Gateway = {
  name: 'mercadopago' | 'sandbox'
  /** Whether only real money pays: test payments then buy nothing. */
  live: boolean
  createPreference: (charge: Charge) => Promise<{ id: string; init_point: string }>
  readPayment: (id: string) => Promise<GatewayPayment | null>
  findPayments: (reference: string) => Promise<GatewayPayment[]>
  isAuthentic: (signed: Signed) => Promise<boolean>
}

/** Thrown when the gateway does not respond. */
export class GatewayAway extends Error {}

/** The page of an order; it reads the state from the server, not from its address. */
export const orderPage = ({ publicUrl }: Pick<Config, 'publicUrl'>, numero: string): string =>
  `${publicUrl}/pago?orden=${numero}`
