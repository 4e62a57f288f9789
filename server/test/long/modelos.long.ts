// Exams, purchases, forums, outages and progress against their models: 2,000 runs of up to 40 steps each (MODELS_RUNS, MODELS_STEPS, MODELS_SEED).
import { expect, it } from 'vitest'
import { useApp } from '../harness.ts'
import { MACHINES, runModel } from '../models.ts'

const t = useApp()
const RUNS = Number(process.env.MODELS_RUNS ?? 2000)
const STEPS = Number(process.env.MODELS_STEPS ?? 40)
const SEED = Number(process.env.MODELS_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Replays a failed run, together with its seed. */
const PATH = process.env.MODELS_PATH

it.each(MACHINES)('%s', async (name) => {
  const began = performance.now()
  await expect(runModel(t, name, { seed: SEED, runs: RUNS, longest: STEPS, path: PATH })).resolves.toBeUndefined()
  console.log(
    `> ${name}: ${RUNS} stories of up to ${STEPS} steps in ${((performance.now() - began) / 1000).toFixed(0)} s, seed ${SEED}`,
  )
})
