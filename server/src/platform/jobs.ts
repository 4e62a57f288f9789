import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss, type UpdateQueueOptions } from 'pg-boss'
import { type Db, type Limits, openDatabase } from './db/database.ts'
import { currentOrigin, onBehalfOf } from './http/requests.ts'

/** `last`: no try follows this one. */
type Handler = (data: object, last: boolean) => Promise<void>

/** How a job went; `solicitud` is the request that asked for it. */
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

/** Connections of the handlers, which never wait for those of requests. */
const JOB_CONNECTIONS = 4
/** A job may take minutes where a request may not. */
const JOB_LIMITS: Partial<Limits> = { statement: 300_000, lock: 30_000, idleInTransaction: 300_000, query: 0 }
const POLL_SECONDS = 2
/** For the jobs under way when the program stops; a longer one is run again by another process. */
const STOP_MS = 6000
/** Where jobs go that failed for good. */
const DEAD_LETTERS = 'fallidos'
const KEEP_FAILED_SECONDS = 30 * 24 * 60 * 60

/** Retried over two days: soon at first, at last every two hours; then given up. */
const TWO_DAYS = { retryLimit: 32, retryDelay: 15, retryBackoff: true, retryDelayMax: 7200, expireInSeconds: 120 }
/** A scheduled job comes again by itself. */
const SCHEDULED = { ...TWO_DAYS, retryLimit: 5, retryDelay: 5 }
/** Work in batches, one at a time for each brand; delivered again about a minute after a crash. */
const LONG = { ...SCHEDULED, expireInSeconds: 3600, heartbeatSeconds: 60 }

type Job = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

/** The key in a job's data of the request that asked for it. */
const ASKED_BY = '_solicitud'
/** The key in a job's data of its {@link MailOf}. */
const MAIL = '_correo'

/** Of a job that sends one mail, for the staff of the brand when it is given up; `usuario` is null for one without an account. */
export type MailOf = { marca: number; usuario: number | null; asunto: string }

export type FailedMailJob = MailOf & { id: string; fecha: Date; error: Record<string, unknown> }

/** They are read whole, so more than this are counted alone. */
const MAX_READ = 500

/** Runs a job on behalf of the request that asked for it, and reports how it went. */
async function perform(cola: string, handler: Handler, job: Job, onRun: (run: JobRun) => void): Promise<void> {
  const { [ASKED_BY]: asked, [MAIL]: _, ...data } = (job.data ?? {}) as Record<string, unknown>
  const solicitud = typeof asked === 'string' ? asked : undefined
  const last = job.retryCount >= job.retryLimit
  const began = performance.now()
  const report = (givenUp: boolean, error?: unknown) =>
    onRun({ cola, id: job.id, ms: Math.round(performance.now() - began), solicitud, error, givenUp })
  try {
    await onBehalfOf(solicitud ?? job.id, () => handler(data, last))
    report(false)
  } catch (error) {
    report(last, error)
    throw error
  }
}

function optionsOf({ cron, long }: Definition): UpdateQueueOptions {
  if (long) return { ...LONG, deadLetter: DEAD_LETTERS }
  return cron ? { ...SCHEDULED, deadLetter: null } : { ...TWO_DAYS, deadLetter: DEAD_LETTERS }
}

/** Creates the queues, and gives those of an earlier version today's options. */
async function createQueues(boss: PgBoss, definitions: Definition[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const dead = { retentionSeconds: KEEP_FAILED_SECONDS, deleteAfterSeconds: KEEP_FAILED_SECONDS }
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, dead)
  for (const definition of definitions) {
    const { queue, long } = definition
    const { deadLetter, ...options } = optionsOf(definition)
    const before = known.get(queue)
    const once = { ...(deadLetter && { deadLetter }), ...(long && { policy: 'singleton' }) }
    if (!before) await boss.createQueue(queue, { ...options, ...once } as object)
    else if (before.retryLimit !== options.retryLimit || (before.deadLetter ?? null) !== deadLetter)
      await boss.updateQueue(queue, { ...options, deadLetter })
  }
}

/** The jobs that were given up, kept for 30 days. */
const failedJobs = (boss: PgBoss) => ({
  listFailed: () => boss.findJobs(DEAD_LETTERS, { queued: true }),
  countFailed: async () => (await boss.previewRedrive(DEAD_LETTERS)).total,
  /** Sends these jobs, or all that were given up, to their queues again; returns how many. */
  async retryFailed(ids?: string[]): Promise<number> {
    // Without the date, jobs that fail again meanwhile would be retried for ever.
    const filter = ids ? { ids } : { createdBefore: new Date() }
    let total = 0
    for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTERS, filter)
    return total
  },
})

type SendOptions = { singletonKey?: string; startAfter?: number; correo?: MailOf }

const inTransaction = (db: Db) => ({ db: fromDrizzle(db, sql) })

/** Mails of a brand that were given up, of jobs that were sent with {@link MailOf}. */
const failedMails = (boss: PgBoss) => {
  const ofBrand = (marca: number) => ({ data: { [MAIL]: { marca } } })
  const count = async (db: Db, marca: number) =>
    (await boss.previewRedrive(DEAD_LETTERS, { ...ofBrand(marca), ...inTransaction(db) })).total
  return {
    countFailedMails: count,
    /** The newest first; none when there are more than {@link MAX_READ}. */
    async listFailedMails(db: Db, marca: number): Promise<FailedMailJob[]> {
      if ((await count(db, marca)) > MAX_READ) return []
      type Marked = { [MAIL]: MailOf }
      const found = await boss.findJobs<Marked>(DEAD_LETTERS, { queued: true, ...ofBrand(marca), ...inTransaction(db) })
      return found
        .map(({ id, data, createdOn, sourceOutput }) => {
          // As text where the caller's own driver read it.
          return {
            ...data[MAIL],
            id,
            fecha: new Date(createdOn),
            error: (sourceOutput ?? {}) as Record<string, unknown>,
          }
        })
        .toSorted((one, other) => other.fecha.getTime() - one.fecha.getTime())
    },
    /** This one, or the oldest 1,000; returns how many, in the caller's transaction. */
    retryFailedMails: (tx: Db, marca: number, id?: string): Promise<number> =>
      boss.redrive(DEAD_LETTERS, { ...ofBrand(marca), ...(id && { ids: [id] }), ...inTransaction(tx) }),
  }
}

/** Work after the response: stored in PostgreSQL by pg-boss and run at least once. `onError` gets its background failures. */
export function createJobs(
  url: string,
  onError: (error: Error) => void,
  onRun: (run: JobRun) => void = () => undefined,
) {
  const boss = new PgBoss({ connectionString: url, max: 3, application_name: 'campus-jobs' })
  boss.on('error', onError)
  const database = openDatabase(url, { pool: JOB_CONNECTIONS, name: 'campus-trabajos', limits: JOB_LIMITS })
  const definitions: Definition[] = []
  const dataOf = (data: object, correo?: MailOf) => {
    const asked = currentOrigin()?.id
    return { ...data, ...(asked && { [ASKED_BY]: asked }), ...(correo && { [MAIL]: correo }) }
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
        // Only an idle worker waits two seconds before it polls again.
        boss.notifyWorker(worker)
      }
    })
    if (cron) await boss.schedule(queue, cron, {}, { tz: TIME_ZONE })
  }

  return {
    ...failedJobs(boss),
    ...failedMails(boss),
    /** For handlers: a pool of their own, whose statements may take minutes. */
    db: database.db,
    /** Declares a queue and its worker; `cron` is in America/Lima. Handlers must be idempotent. */
    define<Data extends object>(queue: string, handler: (data: Data, last: boolean) => Promise<void>, kind: Kind = {}) {
      definitions.push({ queue, handler: handler as Handler, ...kind })
    },
    /** Enqueues inside the caller's transaction. */
    async send(db: Db, queue: string, data: object, { correo, ...options }: SendOptions = {}) {
      await boss.send(queue, dataOf(data, correo), { ...options, ...inTransaction(db) })
    },
    async sendAll<Data extends object>(db: Db, queue: string, data: Data[], mailOf?: (one: Data) => MailOf) {
      const jobs = data.map((one) => ({ data: dataOf(one, mailOf?.(one)) }))
      if (jobs.length > 0) await boss.insert(queue, jobs, inTransaction(db))
    },
    /** Creates the queues and, unless `work` is false, starts the workers. */
    async start({ work = true } = {}) {
      await boss.start()
      await createQueues(boss, definitions)
      if (work) for (const definition of definitions) await startWorker(definition)
    },
    /** Runs everything that waits now and returns how many jobs ran; for tests. */
    async drain() {
      let done = 0
      for (const definition of definitions) done += await drainQueue(definition)
      return done
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_MS })
      await database.close()
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>
