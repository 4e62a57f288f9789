import { percentOff } from '@campus/contract/discounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withDiscount } from './prices.ts'

describe('percentOff', () => {
  it.each([
    [14_900, 0, 0],
    [14_900, 10, 1490],
    [9990, 15, 1499], // 1498.5: rounded in favour of the buyer
    [9990, 5, 500], // 499.5
    [333, 10, 33], // 33.3
    [337, 10, 34], // 33.7
    [7, 7, 0], // 0.49
    [0, 50, 0],
    [1, 90, 1], // 0.9: the course costs nothing
    [2_147_483_647, 90, 1_932_735_282],
  ])('of %i céntimos at %i %% is %i', (subtotal, percent, discount) => {
    expect(percentOff(subtotal, percent)).toBe(discount)
  })
})

describe('withDiscount', () => {
  it.each([
    [[14_900, 14_900], 0, [14_900, 14_900]],
    [[14_900, 9900], 2480, [13_410, 8910]],
    [[100, 100, 100], 10, [96, 97, 97]],
    [[1, 1], 1, [0, 1]],
    // The largest remainders take it: 300/340 and 270/340, not the 110/340 of the most expensive.
    [[100, 150, 90], 3, [99, 149, 89]],
    [[0, 500], 50, [0, 450]],
    [[0], 0, [0]],
  ])('of %j less %i is %j', (prices, discount, left) => {
    expect(withDiscount(prices, discount)).toEqual(left)
  })

  it('is exact to the céntimo and never negative, for any prices', () => {
    const cart = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(cart, fc.integer({ min: 0, max: 90 }), (prices, percent) => {
        const subtotal = prices.reduce((sum, price) => sum + price, 0)
        const left = withDiscount(prices, percentOff(subtotal, percent))
        expect(left.reduce((sum, price) => sum + price, 0)).toBe(subtotal - percentOff(subtotal, percent))
        expect(left.every((price, at) => price >= 0 && price <= (prices[at] ?? 0))).toBe(true)
      }),
    )
  })
})
