import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from './errors'
import { isTemporary, retryDelay } from './retry'

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

describe('what may be tried again', () => {
  it.each([
    [new OfflineError(), true],
    [new TypeError('Failed to fetch'), true],
    [busy(5), true],
    [new ApiError(429, undefined), true],
    [new ApiError(401, undefined), true],
    [new ApiError(403, undefined), false],
    [new ApiError(409, undefined), false],
    [new TypeError('x is undefined'), false],
  ])('%o: %s', (error, expected) => expect(isTemporary(error)).toBe(expected))
})
