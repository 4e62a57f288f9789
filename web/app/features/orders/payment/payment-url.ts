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
