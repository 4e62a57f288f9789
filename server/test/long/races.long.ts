// Races on two instances: 50 at once, 20 rounds, no violated invariant of the database.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApp } from '../harness.ts'
import { type Copies, startCopies } from '../races.copies.ts'
import { RACES, runRace, SETTINGS } from '../races.ts'

const t = useApp()
const PARALLEL = 50
const ROUNDS = 20
let copies: Copies

beforeAll(async () => {
  copies = await startCopies(t, SETTINGS)
})
afterAll(async () => void (await copies.stop()))

it.each(Object.keys(RACES))('%s', async (name) => {
  const began = performance.now()
  const wrong = await runRace({ t, copies, parallel: PARALLEL }, name, ROUNDS)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`> ${name}: ${PARALLEL} at once × ${ROUNDS} rounds in ${seconds} s, ${wrong.length} violations`)
  expect(wrong).toEqual([])
})
