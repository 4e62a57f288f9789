import cluster from 'node:cluster'
import { join } from 'node:path'
import { buildApp, type PagesMode } from '../app/app.ts'
import { loadDemoInChild } from '../content/demo.ts'
import { closeDemoAccounts, demoAccounts } from '../content/demo-accounts.ts'
import { firstLink } from '../features/accounts/first.ts'
import { beat, keepBeating } from '../features/exams/outage.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { createConnections } from '../platform/connections/connections.ts'
import { withClient } from '../platform/db/client.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { createSigner } from '../platform/files/signing.ts'
import { sweepTemporary } from '../platform/files/temporary.ts'
import type { App, Parts } from '../platform/http/http.ts'
import { metrics } from '../platform/http/metrics.ts'
import { STOP_SECONDS } from '../platform/http/requests.ts'
import { createJobs, type JobRun } from '../platform/jobs.ts'
import { createMail } from '../platform/mail.ts'
import { explain, makeDataDir, StartError, unusable } from './errors.ts'
import { readiness, tableOf, warnOfMissing } from './report.ts'
import { retryWhileStarting, waitForDatabase } from './waiting.ts'
import { runWorkers } from './workers.ts'

export { StartError }

/** The running program. `stopMs`: how long closing it may take. */
type Running = {
  banner: string
  close: () => Promise<void>
  stopMs: number
  report: (error: Error) => void
}

type RunningApp = Running & { app: App }

function readSettings(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message, { cause: error })
    throw error
  }
}

/** Each process has its pool, the queue's and one that listens; commands and a second copy want some too. */
const connectionsOf = ({ workers, databasePool }: Config) => Math.max(100, workers * (databasePool + 11) + 30)

/** The database server that the configuration names, or one of our own under DATA_DIR. */
export async function openServer(config: Config): Promise<{ url: string; embedded?: EmbeddedPostgres }> {
  makeDataDir(config)
  if (config.databaseUrl) {
    await waitForDatabase(config.databaseUrl).catch((error) => {
      throw unusable(error, config)
    })
    return { url: config.databaseUrl }
  }
  const settings = {
    max_connections: String(connectionsOf(config)),
    log_min_duration_statement: String(config.slowQueryMs || -1),
    log_parameter_max_length: '0',
  }
  // The copy that used it before us may be stopping it at this moment: then it is started again.
  const embedded = await retryWhileStarting(async () => {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, settings })
    await ensureDatabase(server, 'campus')
    return server
  })
  return { url: embedded.url('campus'), embedded }
}

function reportJob({ cola, id, ms, solicitud, error, givenUp }: JobRun, log: App['log'] | undefined): void {
  const failed = givenUp ? 'failed' : 'retried'
  const result = error ? failed : 'done'
  metrics()?.jobs.observe({ queue: cola, result }, ms / 1000)
  const line = { cola, job: id, ms, reqId: solicitud }
  if (givenUp) log?.error({ ...line, err: error }, 'job given up')
  else if (error) log?.warn({ ...line, err: error }, 'job failed')
  else log?.info(line, 'job done')
}

/** Settings without which PostgreSQL could lose what it acknowledged, and whether a value is safe. */
const DURABILITY: Record<string, (setting: string) => boolean> = {
  fsync: (setting) => setting === 'on',
  full_page_writes: (setting) => setting === 'on',
  synchronous_commit: (setting) => setting !== 'off',
}

/** Checked at start, because only a power failure would show it otherwise. @throws StartError */
async function checkDurability(config: Config, url: string): Promise<void> {
  if (!config.production) return
  const text = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name'
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; setting: string }>(text, [Object.keys(DURABILITY)]),
  )
  const unsafe = rows.filter(({ name, setting }) => !DURABILITY[name]?.(setting))
  if (unsafe.length === 0) return
  throw new StartError(
    `La base de datos podría perder lo que ya confirmó: ${unsafe.map(({ name, setting }) => `${name} = ${setting}`).join(', ')}. ` +
      'En producción deben estar activos fsync, full_page_writes y synchronous_commit.',
  )
}

async function assemble(config: Config, url: string, pages: PagesMode) {
  await checkDurability(config, url)
  await migrateDatabase(url)
  const log: { line: (text: string) => void; error: (error: Error) => void; app?: App['log'] } = {
    line: () => undefined,
    error: () => undefined,
  }
  const database = openDatabase(url, { pool: config.databasePool })
  const jobs = createJobs(
    url,
    (error) => log.error(error),
    (run) => reportJob(run, log.app),
  )
  const connections = createConnections(config, database.db)
  const mail = createMail(config, connections, (text) => log.line(text))
  const storage = await openStorage(config)
  const deps = {
    config,
    db: database.db,
    database,
    jobs,
    connections,
    mail,
    storage,
    signer: await createSigner(database.db),
  }
  const app = await buildApp(deps, { pages })
  log.app = app.log
  log.line = (text) => app.log.info(text)
  log.error = (error) => app.log.error({ err: error }, 'job queue')
  return { app, deps, database }
}

/** What the terminal shows once it serves, and in production the log too; of several processes only the first says it. */
async function bannerOf(config: Config, { app, deps }: { app: App; deps: Parts }, closed: number): Promise<string> {
  const accounts = await demoAccounts(deps.db)
  const { connections } = deps
  const connected = { mercadoPago: await connections.mercadoPago(), mail: await connections.mail() }
  const facts = readiness(config, connected, { closed, open: accounts !== '' })
  if (config.production && (cluster.worker?.id ?? 1) === 1) warnOfMissing(app.log, facts)
  const first = config.demo ? accounts : await firstLink(deps)
  return `\n  Campus está listo en ${config.publicUrl}\n\n${tableOf(facts)}${first}`
}

const stopMsOf = ({ drainSeconds }: Config) => (drainSeconds + STOP_SECONDS) * 1000

/** The first process waits for the others, and perhaps for PostgreSQL. */
const PRIMARY_EXTRA_MS = 10_000

/**
 * As many processes as WORKERS says, on one port; this one serves nothing: it keeps them, and PostgreSQL if it is ours, alive.
 * Undefined when one process is enough.
 * @throws StartError as `start` does; without a text when the first process has already printed it
 */
export async function startWorkers(env: NodeJS.ProcessEnv): Promise<Running | undefined> {
  const config = readSettings(env)
  if (config.workers === 1) return undefined
  const log = (text: string) => console.error(text)
  try {
    const { url, embedded } = await openServer(config)
    const stopMs = stopMsOf(config)
    const unwatch = embedded?.supervise((error) =>
      log(
        error
          ? `PostgreSQL se detuvo y no arranca; se sigue intentando. ${error}`
          : 'PostgreSQL se detuvo; se inició otra vez.',
      ),
    )
    const { banner, stop } = await runWorkers({ count: config.workers, env: { DATABASE_URL: url }, stopMs, log })
    const close = async () => {
      unwatch?.()
      await stop()
      await embedded?.stop()
    }
    if (banner !== undefined)
      return { banner, close, stopMs: stopMs + PRIMARY_EXTRA_MS, report: (error) => log(String(error.stack)) }
    await close()
    throw new StartError('')
  } catch (error) {
    throw explain(error, config)
  }
}

/**
 * Configuration -> database -> migrations -> application -> listening. Closing runs the other way round: it drains, takes
 * no new requests, the ones under way end, then the jobs, the pool and, if it is ours, PostgreSQL.
 * @throws StartError with a clear Spanish text for what the operator can mend
 */
export async function start(env: NodeJS.ProcessEnv, pages: PagesMode = 'built'): Promise<RunningApp> {
  const config = readSettings(env)
  const undo: (() => Promise<unknown> | unknown)[] = []
  // One that fails keeps none of the others from being done.
  const close = async () => {
    const failed: unknown[] = []
    for (const step of undo.reverse()) {
      try {
        await step()
      } catch (error) {
        failed.push(error)
      }
    }
    if (failed.length > 0) throw failed[0]
  }
  try {
    const { url, embedded } = await openServer(config)
    if (embedded) undo.push(() => embedded.stop())
    const { app, deps, database } = await assemble(config, url, pages)
    undo.push(() => database.close())
    if (config.demo)
      await loadDemoInChild({ db: deps.db, url, dataDir: config.dataDir, storageUrl: env.STORAGE_URL }, () =>
        app.log.info('Cargando la academia de demostración; tarda unos segundos la primera vez.'),
      )
    const closed = config.production ? await closeDemoAccounts(deps.db) : 0
    for (const folder of [config.dataDir, join(config.dataDir, 'archivos'), join(config.dataDir, 'respaldos')])
      await sweepTemporary(folder)
    await deps.jobs.start()
    undo.push(() => deps.jobs.stop())
    await beat(deps.jobs.db, app.log)
    await app.listen({ port: config.port, host: config.host })
    void keepBeating(deps.jobs.db, app.stopping.ending, app.log)
    undo.push(() => app.close())
    undo.push(() => app.stopping.stop(config.drainSeconds * 1000))
    const logRestart = (err?: unknown) =>
      err
        ? app.log.error({ err }, 'PostgreSQL does not start; trying on')
        : app.log.warn('PostgreSQL was started again')
    if (embedded) undo.push(embedded.supervise(logRestart))
    const report = (err: Error) => app.log.fatal({ err }, 'stopping after an unexpected error')
    const banner = await bannerOf(config, { app, deps }, closed)
    return { app, close, report, stopMs: stopMsOf(config), banner }
  } catch (error) {
    await close()
    throw explain(error, config)
  }
}
