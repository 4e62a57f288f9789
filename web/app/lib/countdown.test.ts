import { describe, expect, it } from 'vitest'
import { OFFER_SECONDS, secondsUntil, splitSeconds } from './countdown'

describe('countdown', () => {
  it('starts at 0 days 1 h 20 m 30 s', () => {
    expect(splitSeconds(OFFER_SECONDS)).toEqual({ dias: 0, horas: 1, minutos: 20, segundos: 30 })
  })

  it.each([
    [0, { dias: 0, horas: 0, minutos: 0, segundos: 0 }],
    [59, { dias: 0, horas: 0, minutos: 0, segundos: 59 }],
    [60, { dias: 0, horas: 0, minutos: 1, segundos: 0 }],
    [3599, { dias: 0, horas: 0, minutos: 59, segundos: 59 }],
    [86_399, { dias: 0, horas: 23, minutos: 59, segundos: 59 }],
    [86_400, { dias: 1, horas: 0, minutos: 0, segundos: 0 }],
    [31 * 86_400 + 3661, { dias: 31, horas: 1, minutos: 1, segundos: 1 }],
  ])('splits %i seconds', (seconds, left) => expect(splitSeconds(seconds)).toEqual(left))

  it.each([
    [10_000, 0, 10],
    [10_000, 1, 10],
    [10_000, 1000, 9],
    [10_000, 9999, 1],
    [10_000, 10_000, 0],
    [10_000, 99_000, 0],
  ])('until %i at %i there are %i whole seconds, never below 0', (end, now, seconds) =>
    expect(secondsUntil(end, now)).toBe(seconds),
  )
})
