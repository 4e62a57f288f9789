/** Spreads the discount in proportion, exactly: MercadoPago refuses negative items. */
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

/** What is spread goes to each in proportion to its weight; the odd céntimos to the first that a part of one is left for. */
export function inProportion(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights
  let rest = amount - weights.reduce((sum, weight) => sum + Math.floor((amount * weight) / whole), 0)
  return weights.map((weight) => {
    const odd = (amount * weight) % whole > 0 && rest > 0 ? 1 : 0
    rest -= odd
    return Math.floor((amount * weight) / whole) + odd
  })
}
