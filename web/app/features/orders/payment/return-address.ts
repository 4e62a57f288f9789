/**
 * The order by our parameter (`orden`) or MercadoPago's (`external_reference`); the payment's result is never read
 * from the address.
 */
export type Return = {
  numero: string | null
  pago: string | null
  /** The gateway sent the buyer back, so the payment is confirmed before anything is said. */
  vuelta: boolean
}

const NUMBER = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i
const OF_GATEWAY = ['vuelta', 'external_reference', 'collection_status', 'payment_id', 'collection_id']

export function readReturn(params: URLSearchParams): Return {
  const sent = params.get('orden') ?? params.get('external_reference')
  // MercadoPago writes `null` where it has none.
  const pago = [params.get('payment_id'), params.get('collection_id')].find((id) => id && id !== 'null')
  return {
    // A copied address can bring signs of its sentence along.
    numero: sent?.match(NUMBER)?.[0] ?? sent,
    pago: pago && /^[\w-]{1,100}$/.test(pago) ? pago : null,
    vuelta: OF_GATEWAY.some((name) => params.has(name)),
  }
}

export const isOrderNumber = (numero: string): boolean => NUMBER.exec(numero)?.[0] === numero
