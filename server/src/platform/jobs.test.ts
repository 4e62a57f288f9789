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
    // One that fails holds no other up.
    if (n === 0) throw new Error('refused')
    if (done.length >= MANY) all.resolve()
  })
  onTestFinished(() => worker.stop())
  await worker.start()
  await all.promise
  expect(new Set(done).size).toBe(MANY)
})

it('gives the queues of an earlier version today’s retries and the dead letters', async () => {
  const [queue, long] = ['correo-soporte', 'correo-notificaciones']
  await t.database.sql`UPDATE pgboss.queue SET retry_limit = 5, dead_letter = NULL WHERE name = ${queue}`
  await t.database.sql`UPDATE pgboss.queue SET expire_seconds = 120, heartbeat_seconds = NULL WHERE name = ${long}`
  const jobs = createJobs(String(t.deps.config.databaseUrl), () => undefined)
  onTestFinished(() => jobs.stop())
  jobs.define(queue, async () => undefined)
  jobs.define('cada-minuto', async () => undefined, { cron: '* * * * *' })
  jobs.define(long, async () => undefined, { cron: '* * * * *', long: true })
  await jobs.start({ work: false })
  const rows = await t.database
    .sql`SELECT name, retry_limit, expire_seconds, heartbeat_seconds, dead_letter FROM pgboss.queue
    WHERE name IN (${queue}, ${long}, 'cada-minuto') ORDER BY name`
  expect(rows).toEqual([
    { name: 'cada-minuto', retry_limit: 5, expire_seconds: 120, heartbeat_seconds: null, dead_letter: null },
    { name: long, retry_limit: 5, expire_seconds: 3600, heartbeat_seconds: 60, dead_letter: null },
    { name: queue, retry_limit: 32, expire_seconds: 120, heartbeat_seconds: null, dead_letter: 'fallidos' },
  ])
})
