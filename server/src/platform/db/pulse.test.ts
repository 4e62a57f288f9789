import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPulse, DatabaseSilent, type Pulse } from './pulse.ts'

let there = true
let asked = 0
let pulse: Pulse
/** Answers as the database would: at once, or after the patience of who asks. */
const ask = async () => {
  asked += 1
  await new Promise((resolve) => setTimeout(resolve, there ? 1 : 1500))
  if (!there) throw new DatabaseSilent('nobody')
}

beforeEach(() => {
  vi.useFakeTimers()
  there = true
  asked = 0
  pulse = createPulse(ask)
})
afterEach(() => void vi.useRealTimers())

/** Somebody who waits; `after` is how long until it was given up. */
function aWaiter() {
  const began = performance.now()
  const waiter = { after: undefined as number | undefined }
  const waiting = {
    began,
    giveUp() {
      waiter.after = performance.now() - began
      pulse.heard(waiting, new DatabaseSilent('nobody'))
    },
  }
  pulse.waits(waiting)
  return { waiter, answer: () => pulse.heard(waiting) }
}

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

it('gives up within two and a half seconds on a database that hangs, refuses at once meanwhile, and hears it come back', async () => {
  there = false
  const { waiter } = aWaiter()
  await vi.advanceTimersByTimeAsync(2500)
  expect(waiter.after).toBeLessThan(2500)
  expect(pulse.beats()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  // One asks at a time, however long it lasts.
  expect(asked).toBeLessThan(45)
  there = true
  await vi.advanceTimersByTimeAsync(1700)
  expect(pulse.beats()).toBe(true)
})

it('knows at once of a connection that is refused', async () => {
  there = false
  pulse.heard(undefined, refused)
  await vi.advanceTimersByTimeAsync(1501)
  expect(pulse.beats()).toBe(false)
})

it('leaves one that takes long alone while the database answers others, until four and a half seconds', async () => {
  const { waiter } = aWaiter()
  for (let i = 0; i < 17; i++) {
    const other = aWaiter()
    await vi.advanceTimersByTimeAsync(250)
    other.answer()
  }
  expect(waiter.after).toBeUndefined()
  expect(asked).toBe(0)
  await vi.advanceTimersByTimeAsync(500)
  expect(waiter.after).toBeGreaterThanOrEqual(4500)
  expect(waiter.after).toBeLessThan(4800)
  expect(pulse.beats()).toBe(true)
})

it('asks when nobody else is answered, and believes the answer', async () => {
  const { waiter } = aWaiter()
  await vi.advanceTimersByTimeAsync(4000)
  expect(asked).toBeGreaterThan(1)
  expect(pulse.beats()).toBe(true)
  expect(waiter.after).toBeUndefined()
})

it('does not take a refusal in the database’s own words for silence', async () => {
  pulse.heard(undefined, Object.assign(new Error('unique'), { code: '23505' }))
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(0)
})
