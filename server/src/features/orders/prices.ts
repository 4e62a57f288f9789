/**
 * What a percentage takes off a sum, in céntimos: rounded to the nearest, a half in the buyer's favour. Integers alone, so
 * that no float decides a céntimo (contract section 1).
 */
export const discountOf = (subtotal: number, percent: number): number => Math.floor((subtotal * percent + 50) / 100)

/**
 * The prices with a discount taken off in proportion, in céntimos: MercadoPago refuses items of a negative price, so each
 * line bears its share. What rounding leaves over is borne by the largest remainders; their sum is exact and none is negative.
 */
export function withDiscount(prices: number[], discount: number): number[] {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  if (subtotal === 0) return prices
  const shares = prices.map((price, at) => ({
    at,
    share: Math.floor((price * discount) / subtotal),
    rest: (price * discount) % subtotal,
  }))
  const missing = discount - shares.reduce((sum, { share }) => sum + share, 0)
  const bearers = new Set(
    shares
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, missing)
      .map(({ at }) => at),
  )
  return shares.map(({ at, share }) => (prices[at] ?? 0) - share - (bearers.has(at) ? 1 : 0))
}
