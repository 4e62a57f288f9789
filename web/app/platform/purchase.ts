import { PAYMENT_FAILED_TEXT } from '@campus/contract/order-rules'
import type { CartItem } from './cart'
import { client } from './client'
import { paymentUrl } from './payment-url'

/** Thrown when the answer names no place to pay (storefront.md section 5); its message is the specification's. */
export class PaymentError extends Error {
  constructor() {
    super(PAYMENT_FAILED_TEXT, { cause: 'No se recibió una URL de pago válida' })
  }
}

/** Leaves for the place to pay. @throws PaymentError when it is none that may be followed */
export function goToPay(initPoint: string | null | undefined): void {
  const address = paymentUrl(initPoint, window.location.origin)
  if (!address) throw new PaymentError()
  window.location.assign(address)
}

/**
 * Asks for a place to pay these items and goes there; the page is being left when it returns (storefront.md section 7).
 * @throws ApiError (422 under `items` or `codigo_referido`), OfflineError, PaymentError
 */
export async function startPurchase(items: readonly CartItem[], codigo?: string | null): Promise<void> {
  const { data } = await client.POST('/api/mercadopago/preference', {
    body: {
      items: items.map(({ id, nombre, costo, imagen }) => {
        return { id, nombre: nombre || 'Producto sin nombre', costo, quantity: 1, imagen }
      }),
      ...(codigo && { codigo_referido: codigo }),
    },
  })
  goToPay(data?.init_point)
}
