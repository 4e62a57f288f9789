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

/** Few here; `npm run test:races` runs 50 at once in 20 rounds. */
const PARALLEL = 20
const ROUNDS = 2

describe('two copies of the program on one database', () => {
  it.each(Object.keys(RACES))(
    '%s: nobody wins twice and nothing is counted wrong',
    { timeout: 120_000 },
    async (name) => {
      expect(await runRace({ t, copies, parallel: PARALLEL }, name, ROUNDS)).toEqual([])
    },
  )
})
