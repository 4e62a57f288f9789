import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss, type UpdateQueueOptions } from 'pg-boss'
import { type Db, type Limits, openDatabase } from './db/database.ts'
import { currentOrigin, onBehalfOf } from './http/requests.ts'

/** `last`: no retry follows. `ended`: the process stops, or another one has taken the job. */
type Handler<Data = object> = (data: Data, last: boolean, ended: AbortSignal) => Promise<void>

/** `solicitud` is the id of the request that caused the job. */
export type JobRun = {
  cola: string
  id: string
  ms: number
  solicitud: string | undefined
  error?: unknown
  givenUp: boolean
}

type Kind = { cron?: string; long?: boolean }
type Definition = Kind & { queue: string; handler: Handler }

/** Of pg-boss, and of handlers: separate from the pool of requests, so that none waits for another. */
const [QUEUE_CONNECTIONS, JOB_CONNECTIONS] = [3, 4]
const JOB_LIMITS: Partial<Limits> = { statement: 300_000, lock: 30_000, idleInTransaction: 300_000, query: 0 }
const POLL_SECONDS = 2
/** For running jobs at a stop; a longer one is run again by another process. */
const STOP_MS = 6000
const DEAD_LETTERS = 'fallidos'
const KEEP_FAILED_SECONDS = 30 * 24 * 60 * 60

/** Over two days: after seconds at first, every two hours at last. */
const TWO_DAYS = { retryLimit: 32, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200, expireInSeconds: 120 }
/** Fewer retries, because the schedule repeats it. */
const SCHEDULED = { ...TWO_DAYS, retryLimit: 5, retryDelay: 5 }
/** One at a time: batches per brand, a schedule's run in all; retried about a minute after a crash. */
const LONG = { ...SCHEDULED, expireInSeconds: 3600, heartbeatSeconds: 60 }

type Job = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'> & { signal?: AbortSignal }

/** The key of its request's id in a job's data. */
const ASKED_BY = '_solicitud'

type OnRun = (run: JobRun) => void

async function perform({ queue, handler }: Definition, job: Job, onRun: OnRun, stopping: AbortSignal): Promise<void> {
  const { [ASKED_BY]: asked, ...data } = (job.data ?? {}) as Record<string, unknown>
  const solicitud = typeof asked === 'string' ? asked : undefined
  const last = job.retryCount >= job.retryLimit
  const ended = job.signal ? AbortSignal.any([stopping, job.signal]) : stopping
  const began = performance.now()
  const report = (givenUp: boolean, error?: unknown) =>
    onRun({ cola: queue, id: job.id, ms: Math.round(performance.now() - began), solicitud, error, givenUp })
  try {
    await onBehalfOf(solicitud ?? job.id, () => handler(data, last, ended))
    report(false)
  } catch (error) {
    report(last, error)
    throw error
  }
}

function optionsOf({ cron, long }: Definition): UpdateQueueOptions {
  const retries = cron ? SCHEDULED : TWO_DAYS
  return { ...(long ? LONG : retries), deadLetter: cron ? null : DEAD_LETTERS }
}

/** Also updates the options of queues that an earlier version created. */
async function createQueues(boss: PgBoss, definitions: Definition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const dead = { retentionSeconds: KEEP_FAILED_SECONDS, deleteAfterSeconds: KEEP_FAILED_SECONDS }
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, dead)
  for (const definition of definitions) {
    const { queue, long, cron } = definition
    const { deadLetter, ...options } = optionsOf(definition)
    const before = known.get(queue)
    const once = { ...(deadLetter && { deadLetter }), ...(long && { policy: cron ? 'exclusive' : 'singleton' }) }
    if (!before) await boss.createQueue(queue, { ...options, ...once } as object)
    else if (
      before.retryLimit !== options.retryLimit ||
      before.expireInSeconds !== options.expireInSeconds ||
      (before.deadLetter ?? null) !== deadLetter
    )
      await boss.updateQueue(queue, { ...options, deadLetter })
  }
}

const inTransaction = (db: Db) => ({ db: fromDrizzle(db, sql) })

/** All given-up jobs, or fewer; `data` is a part of theirs, and `db` reads them in its transaction. */
type Which = { ids?: string[]; data?: object; createdBefore?: Date; db?: Db }

const filterOf = ({ db, ...filter }: Which) => ({ ...filter, ...(db && inTransaction(db)) })

const failedJobs = (boss: PgBoss) => ({
  listFailed: <Data = unknown>(which: Pick<Which, 'data' | 'db'> = {}) =>
    boss.findJobs<Data>(DEAD_LETTERS, { queued: true, ...filterOf(which) }),
  countFailed: async (which: Which = {}) => (await boss.previewRedrive(DEAD_LETTERS, filterOf(which))).total,
  /** Sends the oldest 1,000 to their queues again; returns how many. */
  retryFailed: (which: Which = {}) => boss.redrive(DEAD_LETTERS, filterOf(which)),
})

const OVER: readonly string[] = ['completed', 'cancelled', 'failed']

type SendOptions = { singletonKey?: string; startAfter?: number }

/** Jobs are stored in PostgreSQL and run at least once. `onError` gets failures of pg-boss in the background. */
export function createJobs(url: string, onError: (error: Error) => void, onRun: OnRun = () => undefined) {
  const queues = openDatabase(url, { pool: QUEUE_CONNECTIONS, name: 'campus-jobs', limits: JOB_LIMITS })
  // Texts without values are not named: they hold several statements, or look into a queue, whose best plan changes as it fills.
  const executeSql = (text: string, values: unknown[] = []) =>
    queues.pool.query(values.length > 0 ? { text, values } : text)
  const boss = new PgBoss({ db: { executeSql } })
  boss.on('error', onError)
  const database = openDatabase(url, { pool: JOB_CONNECTIONS, name: 'campus-trabajos', limits: JOB_LIMITS })
  const definitions: Definition[] = []
  const end = new AbortController()
  const dataOf = (data: object) => {
    const asked = currentOrigin()?.id
    return asked ? { ...data, [ASKED_BY]: asked } : data
  }

  async function drainQueue(definition: Definition): Promise<number> {
    let done = 0
    const next = () => boss.fetch<object>(definition.queue, { includeMetadata: true })
    for (let jobs = await next(); jobs.length > 0; jobs = await next()) {
      for (const job of jobs) {
        await perform(definition, job, onRun, end.signal)
        await boss.complete(definition.queue, job.id)
        done += 1
      }
    }
    return done
  }

  async function startWorker(definition: Definition): Promise<void> {
    const { queue, cron } = definition
    const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const
    const worker: string = await boss.work(queue, options, async (jobs: JobWithMetadata[]) => {
      try {
        for (const job of jobs) await perform(definition, job, onRun, end.signal)
      } finally {
        // Polls again at once: only an idle worker waits.
        boss.notifyWorker(worker)
      }
    })
    if (cron) await boss.schedule(queue, cron, {}, { tz: TIME_ZONE })
  }

  return {
    ...failedJobs(boss),
    /** For handlers: a separate pool, whose statements may take minutes. */
    db: database.db,
    /** `cron` is in America/Lima. Handlers must be idempotent. */
    define<Data extends object>(queue: string, handler: Handler<Data>, kind: Kind = {}) {
      definitions.push({ queue, handler: handler as Handler, ...kind })
    },
    async send(db: Db, queue: string, data: object, options: SendOptions = {}) {
      await boss.send(queue, dataOf(data), { ...options, ...inTransaction(db) })
    },
    async sendAll(db: Db, queue: string, data: object[]) {
      const jobs = data.map((one) => ({ data: dataOf(one) }))
      if (jobs.length > 0) await boss.insert(queue, jobs, inTransaction(db))
    },
    /** All that wait or run; those that are over stay in the queue for a week. */
    listPending: async <Data>(queue: string) =>
      (await boss.findJobs<Data>(queue)).filter(({ state }) => !OVER.includes(state)),
    async start({ work = true } = {}) {
      await boss.start()
      await createQueues(boss, definitions)
      if (work) for (const definition of definitions) await startWorker(definition)
    },
    /** For tests: runs all waiting jobs and returns how many. */
    async drain() {
      let done = 0
      for (const definition of definitions) done += await drainQueue(definition)
      return done
    },
    async stop() {
      end.abort()
      await boss.stop({ graceful: true, timeout: STOP_MS })
      await Promise.all([queues.close(), database.close()])
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>
