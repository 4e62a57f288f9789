import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A queue whose tasks end on `end`, with those that began and those that were refused. */
function aQueue(settings: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 4, busy: 'Lleno.', ...settings })
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    ask(name: string, options: Parameters<typeof queue.run>[1]) {
      const work = () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      }
      queue.run(work, options).catch((error) => refused.push(`${name}: ${error.message}`))
    },
    /** Ends the work that began first. */
    async end() {
      ends.shift()?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const MUCH = { ip: '203.0.113.1' }
const LITTLE = { ip: '203.0.113.2' }

it('lets networks take turns, however much one requests', async () => {
  const { ask, begun, end } = aQueue()
  for (const name of ['a1', 'a2', 'a3']) ask(name, MUCH)
  ask('b1', LITTLE)
  await settled()
  for (let n = 0; n < 3; n++) await end()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('refuses, when it is full, the last work of the network that has most in it', async () => {
  const { ask, begun, refused, end } = aQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) ask(name, MUCH)
  await settled()
  expect(refused).toEqual(['a6: Lleno.'])
  for (const name of ['b1', 'b2', 'b3']) ask(name, LITTLE)
  await settled()
  expect(refused).toEqual(['a6: Lleno.', 'a5: Lleno.', 'a4: Lleno.', 'b3: Lleno.'])
  for (let n = 0; n < 4; n++) await end()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

it('takes a whole IPv6 customer for one network', async () => {
  const { ask, begun, end } = aQueue()
  for (const n of [1, 2, 3]) ask(`a${n}`, { ip: `2800:200:e840:${n}::1` })
  ask('b1', { ip: '2800:200:e841::1' })
  await settled()
  for (let n = 0; n < 2; n++) await end()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

it('refuses what waits too long, except with an unlimited wait', async () => {
  const { ask, begun, refused, end } = aQueue({ maxWaitMs: 1 })
  ask('a1', MUCH)
  ask('a2', MUCH)
  ask('own', { unlimitedWait: true })
  await expect.poll(() => refused).toEqual(['a2: Lleno.'])
  await end()
  expect(begun).toEqual(['a1', 'own'])
})

it('goes on after a work that throws', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 4 })
  const bad = queue.run(() => {
    throw new Error('rota')
  })
  const good = queue.run(async () => 'hecho')
  await expect(bad).rejects.toThrow('rota')
  expect(await good).toBe('hecho')
})
