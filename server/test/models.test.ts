import { describe, expect, it } from 'vitest'
import { useApp } from './harness.ts'
import { MACHINES, runModel } from './models.ts'

const t = useApp()
const SEED = Number(process.env.MODELS_SEED ?? 20_261_122)

/** A few stories of each machine in `npm test`; two thousand of each in `npm run test:long -- modelos`. */
describe('stories at random', () => {
  it.each(MACHINES)(`%s ends each step as its model does (seed ${SEED})`, { timeout: 120_000 }, async (name) => {
    await expect(runModel(t, name, { seed: SEED, runs: 12, longest: 14 })).resolves.toBeUndefined()
  })
})
