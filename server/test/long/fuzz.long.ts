// 200,000 random requests (FUZZ_REQUESTS, FUZZ_SEED): no 5xx, no internal details.
import { expect, it } from 'vitest'
import { runFuzz } from '../fuzz.run.ts'
import { useApp } from '../harness.ts'

const t = useApp()
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 200_000)
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

it('match the document in every response', async () => {
  const began = performance.now()
  const { findings, spread, figure } = await runFuzz(t, { seed: SEED, requests: REQUESTS })
  const seconds = (performance.now() - began) / 1000
  console.log(
    `> seed ${SEED}: ${REQUESTS} requests in ${seconds.toFixed(0)} s, by status ${JSON.stringify(spread)}; ${figure}`,
  )
  expect(findings).toEqual([])
  expect((await t.call('GET', '/api/salud')).status).toBe(200)
})
