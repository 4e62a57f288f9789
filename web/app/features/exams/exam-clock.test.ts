import { hasTime } from '@campus/contract/rules'
import { describe, expect, it } from 'vitest'
import { isStale, secondsLeft, serverClock, serverNow, urgencyOf, windowAt } from './exam-clock'

const AHORA = '2026-11-21T19:30:00-05:00'
const SERVER = Date.parse(AHORA)
const limite = (seconds: number) => new Date(SERVER + seconds * 1000).toISOString()

describe("the server's clock", () => {
  it('follows the server’s time, whatever the device’s clock shows', () => {
    const clock = serverClock(AHORA, { wall: 5, steady: 1000 })
    expect(serverNow(clock, { wall: 5, steady: 1000 })).toBe(SERVER)
    expect(serverNow(clock, { wall: 65_005, steady: 61_000 })).toBe(SERVER + 60_000)
  })

  it.each([
    ['the clock set an hour forward', 3_600_000],
    ['the clock set an hour back', -3_600_000],
  ])('is not changed by %s, but becomes stale', (_, jump) => {
    const clock = serverClock(AHORA, { wall: 1_000_000, steady: 0 })
    const later = { wall: 1_010_000 + jump, steady: 10_000 }
    expect(secondsLeft(clock, limite(60), later)).toBe(50)
    expect(isStale(clock, later)).toBe(true)
  })

  it('is stale after a sleep in which the steady clock stopped', () => {
    const clock = serverClock(AHORA, { wall: 0, steady: 0 })
    expect(isStale(clock, { wall: 600_000, steady: 1000 })).toBe(true)
    expect(isStale(clock, { wall: 600_000, steady: 599_000 })).toBe(false)
  })
})

describe('the time left', () => {
  const clock = serverClock(AHORA, { wall: 0, steady: 0 })
  it.each([
    [0, 60, 60],
    [1, 60, 60],
    [999, 60, 60],
    [1000, 60, 59],
    [59_001, 60, 1],
    [60_000, 60, 0],
    [90_000, 60, 0],
  ])('after %d ms of %d s is %d s', (steady, seconds, expected) => {
    expect(secondsLeft(clock, limite(seconds), { wall: steady, steady })).toBe(expected)
  })

  it.each([
    [null, true],
    [limite(1), true],
    [limite(0), false],
    [limite(-9), false],
  ])('with the limit at %s there is more: %s', (end, expected) => {
    expect(hasTime({ limite: end, ahora: AHORA })).toBe(expected)
  })

  it.each([
    [900, 'normal'],
    [301, 'normal'],
    [300, 'soon'],
    [61, 'soon'],
    [60, 'last'],
    [1, 'last'],
    [0, 'over'],
  ])('%d s is %s', (seconds, expected) => expect(urgencyOf(seconds)).toBe(expected))
})

describe('the window', () => {
  const at = (from: string | null, until: string | null) =>
    windowAt({ fecha_apertura: from, fecha_cierre: until }, SERVER)
  it.each([
    [null, null, 'open'],
    [limite(1), null, 'before'],
    [limite(0), null, 'open'],
    [limite(-9), limite(9), 'open'],
    [limite(-9), limite(0), 'after'],
    [null, limite(1), 'open'],
    [null, limite(-1), 'after'],
  ])('from %s until %s is %s', (from, until, expected) => expect(at(from, until)).toBe(expected))
})
