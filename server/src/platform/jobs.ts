import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss, type UpdateQueueOptions } from 'pg-boss'
import type { Db } from './db/database.ts'
import { currentOrigin, onBehalfOf } from './http/request-context.ts'

type Handler = (data: object) => Promise<void>

/**
 * A job that ran: its queue, how long it took, the request that asked for it, what it failed with, and whether it is given up
 * for that.
 */
export type JobRun = {
  cola: string
  id: string
  ms: number
  solicitud: string | undefined
  error?: unknown
  givenUp: boolean
}

/** A job that was given up: the queue it failed in, since when, and its last error. */
export type FailedJob = { id: string; cola: string; pedido: Date; fallo: Date; error: string }

type Definition = { queue: string; handler: Handler; cron: string | undefined }

/** Work that happens after the answer: kept in the same PostgreSQL and delivered at least once. */
export type Jobs = {
  /** Declares a queue and its worker; `cron` runs it on a schedule in America/Lima. Handlers must bear repetition. */
  define: <Data extends object>(
    queue: string,
    handler: (data: Data) => Promise<void>,
    options?: { cron?: string },
  ) => void
  /** Enqueues inside the caller's transaction: the job exists exactly when what it belongs to does. */
  send: (db: Db, queue: string, data: object, options?: { singletonKey?: string; startAfter?: number }) => Promise<void>
  /** {@link Jobs.send} for many at once. */
  sendAll: (db: Db, queue: string, data: object[]) => Promise<void>
  /** Creates the queues and, unless `work` is false, starts the workers. */
  start: (options?: { work?: boolean }) => Promise<void>
  /** The jobs that were given up, oldest first. They are kept for 30 days. */
  listFailed: () => Promise<FailedJob[]>
  countFailed: () => Promise<number>
  /** Sends these jobs, or all that were given up, to their queues again; how many. */
  retryFailed: (ids?: string[]) => Promise<number>
  /** Runs everything that waits now and returns how many jobs ran; for tests and one-off commands. */
  drain: () => Promise<number>
  stop: () => Promise<void>
}

const POLL_SECONDS = 2
/** Longest wait for the jobs under way when the program stops; what takes longer is run again by another process. */
const STOP_MS = 6000
/** Where jobs go that failed for good. */
const DEAD_LETTERS = 'fallidos'
const KEEP_FAILED_SECONDS = 30 * 24 * 60 * 60

/** Tried again over two days: soon at first, at last every two hours. Then the job is given up. */
const TWO_DAYS = { retryLimit: 32, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200, expireInSeconds: 120 }
/** A scheduled job comes again by itself. */
const SCHEDULED = { ...TWO_DAYS, retryLimit: 5, retryDelay: 5 }

type Job = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

/** The key in a job's data of the request that asked for it. */
const ASKED_BY = '_solicitud'

/** Runs a job on behalf of the request that asked for it, and reports how it went. */
async function perform(cola: string, handler: Handler, job: Job, onRun: (run: JobRun) => void): Promise<void> {
  const { [ASKED_BY]: asked, ...data } = (job.data ?? {}) as Record<string, unknown>
  const solicitud = typeof asked === 'string' ? asked : undefined
  const began = performance.now()
  const report = (givenUp: boolean, error?: unknown) =>
    onRun({ cola, id: job.id, ms: Math.round(performance.now() - began), solicitud, error, givenUp })
  try {
    await onBehalfOf(solicitud ?? job.id, () => handler(data))
    report(false)
  } catch (error) {
    report(job.retryCount >= job.retryLimit, error)
    throw error
  }
}

const MAX_ERROR = 200

/** An error's text in one line without control characters: part of it may come from a foreign server. */
function errorText(output: object | null): string {
  const message = output && 'message' in output ? String(output.message) : ''
  return message.replace(/\p{C}+/gu, ' ').slice(0, MAX_ERROR)
}

const optionsOf = ({ cron }: Definition): UpdateQueueOptions =>
  cron ? { ...SCHEDULED, deadLetter: null } : { ...TWO_DAYS, deadLetter: DEAD_LETTERS }

/** Creates the queues, and gives those of an earlier version today's options. */
async function createQueues(boss: PgBoss, definitions: Definition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const dead = { retentionSeconds: KEEP_FAILED_SECONDS, deleteAfterSeconds: KEEP_FAILED_SECONDS }
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, dead)
  for (const definition of definitions) {
    const { queue } = definition
    const { deadLetter, ...options } = optionsOf(definition)
    const before = known.get(queue)
    if (!before) await boss.createQueue(queue, { ...options, ...(deadLetter && { deadLetter }) } as object)
    else if (before.retryLimit !== options.retryLimit || (before.deadLetter ?? null) !== deadLetter)
      await boss.updateQueue(queue, { ...options, deadLetter })
  }
}

/** The jobs that were given up, as the operator sees and repeats them. */
const failedJobs = (boss: PgBoss) => ({
  async listFailed(): Promise<FailedJob[]> {
    const jobs = await boss.findJobs(DEAD_LETTERS, { queued: true })
    return jobs
      .map(({ id, sourceName, sourceCreatedOn, createdOn, sourceOutput }) => ({
        id,
        cola: sourceName ?? '',
        pedido: sourceCreatedOn ?? createdOn,
        fallo: createdOn,
        error: errorText(sourceOutput),
      }))
      .toSorted((one, other) => one.fallo.getTime() - other.fallo.getTime())
  },
  countFailed: async () => (await boss.previewRedrive(DEAD_LETTERS)).total,
  async retryFailed(ids?: string[]): Promise<number> {
    // What fails again meanwhile is not swept in.
    const filter = ids ? { ids } : { createdBefore: new Date() }
    let total = 0
    for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTERS, filter)
    return total
  },
})

/** Jobs on pg-boss. `onError` hears of its background failures, which must never end the process. */
export function createJobs(
  url: string,
  onError: (error: Error) => void,
  onRun: (run: JobRun) => void = () => undefined,
): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, application_name: 'campus-jobs' })
  boss.on('error', onError)
  const definitions: Definition[] = []
  const optionsFor = (db: Db) => ({ db: fromDrizzle(db, sql) })
  const dataOf = (data: object) => {
    const asked = currentOrigin()?.id
    return asked ? { ...data, [ASKED_BY]: asked } : data
  }

  async function drainQueue({ queue, handler }: Definition): Promise<number> {
    let done = 0
    const next = () => boss.fetch<object>(queue, { includeMetadata: true })
    for (let jobs = await next(); jobs.length > 0; jobs = await next()) {
      for (const job of jobs) {
        await perform(queue, handler, job, onRun)
        await boss.complete(queue, job.id)
        done += 1
      }
    }
    return done
  }

  async function startWorker({ queue, handler, cron }: Definition): Promise<void> {
    const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const
    const worker: string = await boss.work(queue, options, async (jobs: JobWithMetadata[]) => {
      try {
        for (const job of jobs) await perform(queue, handler, job, onRun)
      } finally {
        // A worker that had something to do looks again at once; only an idle one waits two seconds.
        boss.notifyWorker(worker)
      }
    })
    if (cron) await boss.schedule(queue, cron, {}, { tz: TIME_ZONE })
  }

  return {
    ...failedJobs(boss),
    define(queue, handler, { cron } = {}) {
      definitions.push({ queue, handler: handler as Handler, cron })
    },
    async send(db, queue, data, options = {}) {
      await boss.send(queue, dataOf(data), { ...options, ...optionsFor(db) })
    },
    async sendAll(db, queue, data) {
      if (data.length === 0) return
      await boss.insert(
        queue,
        data.map((one) => ({ data: dataOf(one) })),
        optionsFor(db),
      )
    },
    async start({ work = true } = {}) {
      await boss.start()
      await createQueues(boss, definitions)
      if (work) for (const definition of definitions) await startWorker(definition)
    },
    async drain() {
      let done = 0
      for (const definition of definitions) done += await drainQueue(definition)
      return done
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  }
}
