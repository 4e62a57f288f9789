import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { createJobs } from './jobs.ts'

const t = useApp()

/** The jobs of another process. */
function otherJobs() {
  const jobs = createJobs(String(t.deps.config.databaseUrl), () => undefined)
  onTestFinished(() => jobs.stop())
  return jobs
}

/** Ten times as many as could be done in this test's time if each waited for the next look at the queue. */
const MANY = 150

it('does what waits one after the other: only who finds nothing waits before looking again', async () => {
  const jobs = otherJobs()
  jobs.define('medida', async () => undefined)
  await jobs.start({ work: false })
  for (let n = 0; n < MANY; n++) await jobs.send(t.deps.db, 'medida', { n })

  const done: number[] = []
  const all = Promise.withResolvers<void>()
  const worker = otherJobs()
  worker.define('medida', async ({ n }: { n: number }) => {
    done.push(n)
    // One that fails holds no other up.
    if (n === 0) throw new Error('refused')
    if (done.length >= MANY) all.resolve()
  })
  await worker.start()
  await all.promise
  expect(new Set(done).size).toBe(MANY)
})

const long = { long: true }

it('does one long job of a key at a time, in all processes', async () => {
  const [one, other] = [otherJobs(), otherJobs()]
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return end.promise
  }
  one.define('por-marca', work, long)
  other.define('por-marca', async () => undefined, long)
  await one.start({ work: false })
  await other.start({ work: false })
  for (let n = 0; n < 2; n++) await one.send(t.deps.db, 'por-marca', {}, { singletonKey: '1' })
  const drained = one.drain()
  await begun.promise
  expect(await other.drain()).toBe(0)
  end.resolve()
  let done = await drained
  // The refused look of the other process may hold the second for a moment.
  await expect.poll(async () => (done += await one.drain())).toBe(2)
})

it('tells a long job when the queue has given it to another process', async () => {
  const sender = otherJobs()
  sender.define('tomado', async () => undefined, long)
  await sender.start({ work: false })
  await sender.send(t.deps.db, 'tomado', {})
  await t.database.sql`UPDATE pgboss.job SET heartbeat_seconds = 1 WHERE name = 'tomado'`
  const told = Promise.withResolvers<void>()
  const worker = otherJobs()
  const work = async (_data: object, _last: boolean, ended: AbortSignal) => {
    await t.database.sql`UPDATE pgboss.job SET state = 'cancelled', completed_on = now() WHERE name = 'tomado'`
    await once(ended, 'abort')
    told.resolve()
  }
  worker.define('tomado', work, long)
  await worker.start()
  await told.promise
})

it('gives the queues of an earlier version today’s retries and the dead letters', async () => {
  const [queue, mails] = ['correo-soporte', 'correo-notificaciones']
  await t.database.sql`UPDATE pgboss.queue SET retry_limit = 5, dead_letter = NULL WHERE name = ${queue}`
  await t.database.sql`UPDATE pgboss.queue SET expire_seconds = 120, heartbeat_seconds = NULL WHERE name = ${mails}`
  const jobs = otherJobs()
  jobs.define(queue, async () => undefined)
  jobs.define('cada-minuto', async () => undefined, { cron: '* * * * *' })
  jobs.define(mails, async () => undefined, { cron: '* * * * *', long: true })
  await jobs.start({ work: false })
  const rows = await t.database
    .sql`SELECT name, retry_limit, expire_seconds, heartbeat_seconds, dead_letter FROM pgboss.queue
    WHERE name IN (${queue}, ${mails}, 'cada-minuto') ORDER BY name`
  expect(rows).toEqual([
    { name: 'cada-minuto', retry_limit: 5, expire_seconds: 120, heartbeat_seconds: null, dead_letter: null },
    { name: mails, retry_limit: 5, expire_seconds: 3600, heartbeat_seconds: 60, dead_letter: null },
    { name: queue, retry_limit: 32, expire_seconds: 120, heartbeat_seconds: null, dead_letter: 'fallidos' },
  ])
})
