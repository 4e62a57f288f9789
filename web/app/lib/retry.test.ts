import { describe, expect, it } from 'vitest'
import { ApiError } from './errors'
import { retryDelay } from './retry'

const busy = (seconds: number) => new ApiError(503, undefined, seconds)

describe('the wait before another try', () => {
  it.each([
    [0, new Error('sin red'), 0, 1000],
    [1, new Error('sin red'), 0, 2000],
    [5, new Error('sin red'), 0, 30_000],
    [99, new Error('sin red'), 0, 30_000],
    [0, busy(0), 0, 1000],
    [0, busy(5), 0, 5000],
    [0, busy(5), 1, 7500],
    [4, busy(5), 0, 15_000],
    [1, busy(0), 0.5, 2500],
  ])('after %i failures with %s at %d is %d ms', (failures, error, random, expected) => {
    expect(retryDelay(failures, error, random)).toBe(expected)
  })
})
