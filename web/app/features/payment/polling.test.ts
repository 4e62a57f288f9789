import { ORDER_STATES } from '@campus/contract/order-rules'
import { describe, expect, it } from 'vitest'
import { nextLook } from './polling'

describe('nextLook', () => {
  it.each([
    [1, 2000],
    [2, 2800],
    [3, 3920],
    [5, 7683],
    [9, 29_516],
    [10, 30_000],
    [36, 30_000],
    [37, false],
  ])('after %i looks is %s', (looks, wait) => expect(nextLook('en_espera', looks)).toBe(wait))

  it('looks again only at what changes by itself', () => {
    expect(ORDER_STATES.filter((state) => nextLook(state, 1) !== false)).toEqual(['pendiente', 'en_espera'])
    expect(nextLook(undefined, 0)).toBe(false)
  })
})
