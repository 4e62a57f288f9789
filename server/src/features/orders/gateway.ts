import type { Config } from '../../platform/config.ts'

export type PaymentStatus = 'approved' | 'pending' | 'rejected' | 'cancelled' | 'refunded' | 'charged_back'

/** `done`: false while the gateway works on it. `at`: ISO 8601. */
export type GatewayRefund = { id: string; centimos: number; done: boolean; at?: string | null }

/** As read from the gateway; notifications themselves are not trusted. */
export type GatewayPayment = {
  id: string
  /** Public id of the order. */
  reference: string
  status: PaymentStatus
  detail: string | null
  amountCentimos: number
  /** Paid back of it so far, while it stays approved. */
  refundedCentimos?: number
  /** The refunds that make it, as far as the gateway lists them. */
  refunds?: GatewayRefund[]
  /** ISO 8601. */
  approvedAt?: string | null
  /** Id of the card or wallet. */
  method?: string | null
  currency: string
  live: boolean
}

/** Prices of the lines are after discount and add up to the total. */
export type Charge = {
  numero: string
  /** Of an instalment; otherwise the order's number. */
  referencia?: string
  correo: string
  marca: string
  lineas: { id_curso: number; nombre: string; imagen: string | null; precio_centimos: number }[]
  /** Expiry, ISO 8601. */
  vence: string
}

/** The job that reads a payment, by its `id`. */
export const PAYMENT_EVENT = 'pago-evento'

export type Signed = { signature: string | undefined; requestId: string | undefined; dataId: string }

/** A notification only says which payment to read. */
export type Gateway = {
  name: 'mercadopago' | 'sandbox'
  /** Real money only: test payments are ignored. */
  live: boolean
  createPreference: (charge: Charge) => Promise<{ id: string; init_point: string }>
  readPayment: (id: string) => Promise<GatewayPayment | null>
  findPayments: (reference: string) => Promise<GatewayPayment[]>
  /**
   * Gives céntimos of a payment back, once for each `key` however often it is asked.
   * @throws GatewayRefused, GatewayUnavailable
   */
  refund: (payment: string, centimos: number, key: string) => Promise<GatewayRefund>
  /**
   * A refund that it has begun; null where it knows of none.
   * @throws GatewayRefused once it will not do it, GatewayUnavailable
   */
  readRefund: (payment: string, id: string) => Promise<GatewayRefund | null>
  /** Ids of the ways to pay that the account accepts. */
  paymentMeans: () => Promise<string[]>
  isAuthentic: (signed: Signed) => Promise<boolean>
  /** Keeps whether a notice was rightly signed, for the screen that waits for the first. */
  told?: (signed: boolean) => Promise<void>
}

/** The one in force now; null: nothing is sold. */
export type GatewayNow = () => Promise<Gateway | null>

/** The gateway did not respond. */
export class GatewayUnavailable extends Error {}

/** The gateway does not do it; the message is for staff. */
export class GatewayRefused extends Error {}

/** Where the gateway sends the buyer back to; `vuelta` makes the page confirm the payment before it says anything. */
export const returnPage = (config: Pick<Config, 'publicUrl'>, numero: string): string =>
  `${orderPage(config, numero)}&vuelta=1`

/** The page reads the state from the server, not from its URL. */
export const orderPage = ({ publicUrl }: Pick<Config, 'publicUrl'>, numero: string): string =>
  `${publicUrl}/pago?orden=${numero}`
