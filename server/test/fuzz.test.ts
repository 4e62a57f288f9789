import { describe, expect, it } from 'vitest'
import { runFuzz } from './fuzz.run.ts'
import { useApp } from './harness.ts'

const t = useApp()
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** The long one asks 200,000 more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 4000)

describe('random requests', () => {
  it(`${REQUESTS} match the document in every response (seed ${SEED})`, { timeout: 300_000 }, async () => {
    const { findings, spread, figure } = await runFuzz(t, { seed: SEED, requests: REQUESTS })
    process.stdout.write(`> ${REQUESTS} requests: ${figure}\n`)
    expect(findings).toEqual([])
    // Many must succeed, otherwise nothing was tested.
    expect(spread[200]).toBeGreaterThan(REQUESTS / 10)
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
  })
})
