import { describe, expect, it } from 'vitest'
import { useApp } from './harness.ts'
import { MACHINES, runModel } from './models.ts'

const t = useApp()
const SEED = Number(process.env.MODELS_SEED ?? 20_261_122)

/** A few runs here; 2,000 in `npm run test:long -- modelos`. */
describe('random sequences', () => {
  it.each(MACHINES)(`%s matches its model at every step (seed ${SEED})`, { timeout: 120_000 }, async (name) => {
    await expect(runModel(t, name, { seed: SEED, runs: 12, longest: 14 })).resolves.toBeUndefined()
  })
})
