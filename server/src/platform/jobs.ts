import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { Db } from './db/database.ts'
import { sendPrepared } from './db/statements.ts'
import { currentOrigin, onBehalfOf } from './http/request-context.ts'

type Handler = (data: object) => Promise<void>

/** A job that ran: its queue, how long it took, the request that asked for it, and what it failed with. */
export type JobRun = { cola: string; id: string; ms: number; solicitud: string | undefined; error?: unknown }
type Definition = { queue: string; handler: Handler; options: JobOptions }

/**
 * `cron` runs it on a schedule in America/Lima. `retries` (5) is how often a failed job is tried again, ever later and
 * at last every hour: 5 are three minutes, 48 two days.
 */
export type JobOptions = { cron?: string; retries?: number }

/** Work that happens after the answer: kept in the same PostgreSQL and delivered at least once. */
export type Jobs = {
  /** Declares a queue and its worker. Handlers must bear repetition. */
  define: <Data extends object>(queue: string, handler: (data: Data) => Promise<void>, options?: JobOptions) => void
  /** Enqueues inside the caller's transaction: the job exists exactly when what it belongs to does. */
  send: (db: Db, queue: string, data: object, options?: { singletonKey?: string; startAfter?: number }) => Promise<void>
  /** Creates the queues and, unless `work` is false, starts the workers. */
  start: (options?: { work?: boolean }) => Promise<void>
  /** Runs everything that waits now and returns how many jobs ran; for tests and one-off commands. */
  drain: () => Promise<number>
  stop: () => Promise<void>
}

const POLL_SECONDS = 2
/** Longest wait for the jobs under way when the program stops; what is longer is done again by who goes on. */
const STOP_MS = 6000
const RETRIES = { retryLimit: 5, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120 }

type Job = { id: string; data: unknown }

/** Under this name a job's data carry the request that asked for it. */
const ASKED_BY = '_solicitud'

/**
 * {@link Jobs.send} as a part of a statement that is written out (platform/statements.ts), into the tables as pg-boss describes
 * them for that: `data` selects the data, without nulls, of each job. Its value is {@link jobValues}.
 */
export const jobPart = (queue: string, data: SQL): SQL => sql`
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
    keep_until, policy, dead_letter, heartbeat_seconds)
  SELECT ${sql.raw(`'${queue}'`)}, jsonb_strip_nulls(v.datos || jsonb_build_object(${sql.raw(`'${ASKED_BY}'`)}, ${sql.placeholder('solicitud')}::text)),
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
    now() + q.retention_seconds * interval '1s', q.policy, q.dead_letter, q.heartbeat_seconds
  FROM (${data}) AS v (datos) LEFT JOIN pgboss.queue q ON q.name = ${sql.raw(`'${queue}'`)}`

/** The request that asks for the job of {@link jobPart}. */
export const jobValues = () => ({ solicitud: currentOrigin()?.id ?? null })

/** Does a job on behalf of who asked for it, and tells how it went. */
async function perform(cola: string, handler: Handler, job: Job, onRun: (run: JobRun) => void): Promise<void> {
  const { [ASKED_BY]: asked, ...data } = (job.data ?? {}) as Record<string, unknown>
  const solicitud = typeof asked === 'string' ? asked : undefined
  const began = performance.now()
  const told = (error?: unknown) =>
    onRun({ cola, id: job.id, ms: Math.round(performance.now() - began), solicitud, error })
  try {
    await onBehalfOf(solicitud ?? job.id, () => handler(data))
    told()
  } catch (error) {
    told(error)
    throw error
  }
}

/** Jobs on pg-boss. `onError` hears of its background failures, which must never end the process. */
export function createJobs(
  url: string,
  onError: (error: Error) => void,
  onRun: (run: JobRun) => void = () => undefined,
): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, application_name: 'campus-jobs' })
  boss.on('error', onError)
  const definitions: Definition[] = []

  async function drainQueue({ queue, handler }: Definition): Promise<number> {
    let done = 0
    for (let jobs = await boss.fetch(queue); jobs.length > 0; jobs = await boss.fetch(queue)) {
      for (const job of jobs) {
        await perform(queue, handler, job, onRun)
        await boss.complete(queue, job.id)
        done += 1
      }
    }
    return done
  }

  return {
    define(queue, handler, options = {}) {
      definitions.push({ queue, handler: handler as Handler, options })
    },
    async send(db, queue, data, options = {}) {
      const asked = currentOrigin()?.id
      await boss.send(queue, asked ? { ...data, [ASKED_BY]: asked } : data, {
        ...options,
        db: { executeSql: async (text, values) => ({ rows: await sendPrepared(db, text, values ?? []) }) },
      })
    },
    async start({ work = true } = {}) {
      await boss.start()
      for (const { queue, handler, options } of definitions) {
        await boss.createQueue(queue, { ...RETRIES, retryLimit: options.retries ?? RETRIES.retryLimit })
        if (!work) continue
        const worker: string = await boss.work(queue, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
          try {
            for (const job of jobs) await perform(queue, handler, job, onRun)
          } finally {
            // Who did something looks again at once; only who finds nothing waits for two seconds.
            boss.notifyWorker(worker)
          }
        })
        if (options.cron) await boss.schedule(queue, options.cron, {}, { tz: TIME_ZONE })
      }
    },
    async drain() {
      let done = 0
      for (const definition of definitions) done += await drainQueue(definition)
      return done
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}
