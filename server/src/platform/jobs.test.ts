import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { createJobs } from './jobs.ts'

const t = useApp()

/** Ten times as many as could be done in this test's time if each waited for the next look at the queue. */
const MANY = 150

it('does what waits one after the other: only who finds nothing waits before looking again', async () => {
  const url = String(t.deps.config.databaseUrl)
  const jobs = createJobs(url, () => undefined)
  jobs.define('medida', async () => undefined)
  await jobs.start({ work: false })
  for (let n = 0; n < MANY; n++) await jobs.send(t.deps.db, 'medida', { n })
  await jobs.stop()

  const done: number[] = []
  const all = Promise.withResolvers<void>()
  const worker = createJobs(url, () => undefined)
  worker.define('medida', async ({ n }: { n: number }) => {
    done.push(n)
    // One that fails holds nobody up.
    if (n === 0) throw new Error('refused')
    if (done.length >= MANY) all.resolve()
  })
  onTestFinished(() => worker.stop())
  await worker.start()
  await all.promise
  expect(new Set(done).size).toBe(MANY)
})
