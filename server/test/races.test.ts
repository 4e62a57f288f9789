import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApp } from './harness.ts'
import { type Copies, startCopies } from './races.copies.ts'
import { RACES, runRace, SETTINGS } from './races.ts'

const t = useApp()
let copies: Copies

beforeAll(async () => {
  copies = await startCopies(t, SETTINGS)
}, 180_000)
afterAll(async () => void (await copies.stop()))

/** Small here; `npm run test:races` runs 50 in 20 rounds. */
const PARALLEL = 20
const ROUNDS = 2

describe('two instances on one database', () => {
  it.each(Object.keys(RACES))('%s: no double effects and correct counts', { timeout: 120_000 }, async (name) => {
    expect(await runRace({ t, copies, parallel: PARALLEL }, name, ROUNDS)).toEqual([])
  })
})
