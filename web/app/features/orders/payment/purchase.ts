import { PAYMENT_FAILED_TEXT } from '@campus/contract/order-rules'
import { client } from '../../../lib/client'
import { type CartItem, chosenGroup } from '../orders'
import { typedReceipt } from '../receipt-draft'
import { rememberPayments } from './departures'

/** MercadoPago's domains by country, and their subdomains. */
const MERCADOPAGO = /(^|\.)mercadopago\.(cl|com(\.(ar|bo|br|co|ec|mx|pe|uy|ve))?)$/

/**
 * The payment address when it is ours or MercadoPago's by https, otherwise null: a forged answer must not redirect
 * buyers elsewhere (docs/product/shop.md 6.9).
 */
export function paymentUrl(initPoint: unknown, origin: string): string | null {
  if (typeof initPoint !== 'string' || !URL.canParse(initPoint)) return null
  const url = new URL(initPoint)
  if (url.username || url.password) return null
  if (url.origin === origin) return url.href
  const theirs = url.protocol === 'https:' && url.port === '' && MERCADOPAGO.test(url.hostname)
  return theirs ? url.href : null
}

/** The answer has no valid payment address. */
export class PaymentError extends Error {
  constructor() {
    super(PAYMENT_FAILED_TEXT, { cause: 'No se recibió una URL de pago válida' })
  }
}

/** @throws PaymentError when the address is not allowed */
export function goToPay(initPoint: string | null | undefined, numero: string, intentos: number): void {
  const address = paymentUrl(initPoint, window.location.origin)
  if (!address) throw new PaymentError()
  rememberPayments(numero, intentos)
  window.location.assign(address)
}

/** The coupon of the total that was shown cannot be used any more; without it the buyer has to agree first. */
export class CouponGone extends Error {}

/** The groups that this device chose. */
const groupsOf = (items: readonly CartItem[]) =>
  items.map(({ id }) => ({ id_curso: id, id_grupo: chosenGroup(id) })).filter(({ id_grupo }) => id_grupo > 0)

type Asked = { codigo_referido?: string | null; cupon?: string | null; charged?: boolean }

/**
 * Creates the payment and leaves for it; what costs nothing has no receipt. @throws ApiError (422 under `items` or `comprobante`), OfflineError,
 * PaymentError, CouponGone
 */
export async function startPurchase(
  items: readonly CartItem[],
  { codigo_referido, cupon, charged = true }: Asked = {},
): Promise<void> {
  const comprobante = charged ? typedReceipt() : null
  const grupos = groupsOf(items)
  const { data } = await client.POST('/api/mercadopago/preference', {
    body: {
      items: items.map(({ id, nombre, costo, imagen }) => {
        return { id, nombre: nombre || 'Producto sin nombre', costo, quantity: 1, imagen }
      }),
      ...(grupos.length > 0 && { grupos }),
      ...(codigo_referido && { codigo_referido }),
      ...(cupon && { cupon }),
      ...(comprobante && { comprobante }),
    },
  })
  if (data?.cupon?.valido === false) throw new CouponGone(data.cupon.motivo ?? '')
  goToPay(data?.init_point, data?.orden ?? '', data?.intentos ?? 0)
}
