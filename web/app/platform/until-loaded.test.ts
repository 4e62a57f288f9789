import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilLoaded } from './until-loaded'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A file that does not come the first so many times. */
function aFile(failures: number) {
  const told: string[] = []
  let asked = 0
  const stop = untilLoaded(
    async () => {
      asked += 1
      if (asked <= failures) throw new TypeError('Failed to fetch dynamically imported module')
      return `at the ${asked}. time`
    },
    (loaded) => told.push(loaded),
  )
  return { told, stop, asked: () => asked }
}

it('asks once for what comes', async () => {
  const { told, asked } = aFile(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([told, asked()]).toEqual([['at the 1. time'], 1])
})

it('asks again for what did not come, ever later, until it does', async () => {
  const { told, asked } = aFile(3)
  const times = []
  for (const wait of [0, 2999, 1, 5999, 1, 11_999, 1, 60_000]) {
    await vi.advanceTimersByTimeAsync(wait)
    times.push(asked())
  }
  expect(times).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(told).toEqual(['at the 4. time'])
})

it('asks no more when it was stopped, and tells nothing of what comes late', async () => {
  const waiting = aFile(1)
  await vi.advanceTimersByTimeAsync(0)
  waiting.stop()
  const under = aFile(0)
  under.stop()
  const failing = aFile(1)
  failing.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([waiting, under, failing].map(({ asked, told }) => [asked(), told])).toEqual([
    [1, []],
    [1, []],
    [1, []],
  ])
})
