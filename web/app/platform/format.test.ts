import { describe, expect, it } from 'vitest'
import { formatClock } from './format'

describe('formatClock', () => {
  it.each([
    [0, '00:00'],
    [5, '00:05'],
    [205.9, '03:25'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3805, '1:03:25'],
    [-4, '00:00'],
  ])('%d seconds are %s', (seconds, text) => expect(formatClock(seconds)).toBe(text))
})
