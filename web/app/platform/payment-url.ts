/** MercadoPago's own names, in the countries where it is: its payment pages are theirs or below them. */
const MERCADOPAGO = /(^|\.)mercadopago\.(cl|com(\.(ar|bo|br|co|ec|mx|pe|uy|ve))?)$/

/**
 * The address that a buyer may be sent to: of our own origin (the sandbox, an order that is paid already) or MercadoPago's,
 * by https. Null for anything else: whoever could change an answer could otherwise send people anywhere (safety.md row 40).
 */
export function paymentUrl(initPoint: unknown, origin: string): string | null {
  if (typeof initPoint !== 'string' || !URL.canParse(initPoint)) return null
  const url = new URL(initPoint)
  if (url.username || url.password) return null
  if (url.origin === origin) return url.href
  const theirs = url.protocol === 'https:' && url.port === '' && MERCADOPAGO.test(url.hostname)
  return theirs ? url.href : null
}
