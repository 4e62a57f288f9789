import { ORDER_STATES } from '@campus/contract/order-rules'
import { describe, expect, it } from 'vitest'
import { nextRead } from './use-order'

describe('nextRead', () => {
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
  ])('after %i reads is %s', (reads, wait) => expect(nextRead('en_espera', reads)).toBe(wait))

  it('polls only states that change by themselves', () => {
    expect(ORDER_STATES.filter((state) => nextRead(state, 1) !== false)).toEqual([
      'pendiente',
      'en_espera',
      'rechazada',
    ])
    expect(nextRead(undefined, 0)).toBe(false)
  })
})
