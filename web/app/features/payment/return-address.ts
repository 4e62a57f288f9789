/** What an address says of an order: ours (`orden`) or MercadoPago's (`external_reference`); how it went is never read from it. */
export type Return = { numero: string | null; pago: string | null }

const NUMBER = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Which order the page is about, and which payment to ask about; anything but a number of ours is an unknown order. */
export function readReturn(params: URLSearchParams): Return {
  const numero = params.get('orden') ?? params.get('external_reference')
  // MercadoPago writes `null` where it has none.
  const pago = [params.get('payment_id'), params.get('collection_id')].find((id) => id && id !== 'null')
  return { numero, pago: pago && /^[\w-]{1,100}$/.test(pago) ? pago : null }
}

/** Whether it can be an order's number at all. */
export const isNumber = (numero: string): boolean => NUMBER.test(numero)
