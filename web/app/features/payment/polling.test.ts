import { ORDER_STATES } from '@campus/contract/order-rules'
import { describe, expect, it } from 'vitest'
import { nextLook } from './polling'

describe('nextLook', () => {
  it.each([
    [1, 1_500],
    [2, 1_875],
    [3, 2_344],
    [5, 3_662],
    [9, 8_941],
    [14, 27_285],
    [15, 30_000],
    [36, 30_000],
    [37, false],
  ])('after %i looks is %s', (looks, wait) => expect(nextLook('en_espera', looks)).toBe(wait))

  it('looks again only at what changes by itself', () => {
    expect(ORDER_STATES.filter((state) => nextLook(state, 1) !== false)).toEqual([
      'pendiente',
      'en_espera',
      'rechazada',
    ])
    expect(nextLook(undefined, 0)).toBe(false)
  })
})
