import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, glob, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MALLOC, MEMORY } from '../../scripts/memory.mjs'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded.ts'
import { freePort } from '../../server/test/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILT = join(ROOT, 'web/build/server/index.js')
const SOURCES = ['web/app/**/*', 'web/worker/*', 'web/public/**/*', 'web/*.{ts,json,mjs}', 'contract/src/*']
const READY_SECONDS = 180
const NOWHERE = 'http://127.0.0.1:1'

/** The built application on temporary data with the demo academy. */
export type Application = {
  url: string
  dataDir: string
  databaseUrl: string
  pid: number
  stop: () => Promise<void>
}

/** `folder` holds the data, `port` is that of an earlier start; `patience` is the timeout of the start in seconds. */
type Started = {
  folder?: string
  port?: number
  patience?: number
  env?: Partial<
    Record<
      'DATABASE_URL' | 'METRICS_TOKEN' | 'SMTP_URL' | 'SMTP_RATE' | 'MERCADOPAGO_API_URL' | 'YOUTUBE_URL' | 'VIMEO_URL',
      string
    >
  > & {
    DEMO?: '0'
    /** One process, as outside production. */
    NODE_ENV?: 'production'
    WORKERS?: '1'
  }
}

async function isStale(): Promise<boolean> {
  if (!existsSync(BUILT)) return true
  const { mtimeMs: builtAt } = await stat(BUILT)
  for await (const file of glob(SOURCES, { cwd: ROOT }))
    if ((await stat(join(ROOT, file))).mtimeMs > builtAt) return true
  return false
}

/** Builds `web/` when its build is missing or older than its sources. */
export async function ensureBuild(): Promise<void> {
  if (!(await isStale())) return
  const program = join(ROOT, 'node_modules/@react-router/dev/bin.cjs')
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('web/ could not be built: run `react-router build` in web/ to see why.')
}

async function untilReady(url: string, child: ChildProcess, log: string, patience: number): Promise<void> {
  const until = Date.now() + patience * 1000
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/api/salud`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`The application did not become ready.\n${readFileSync(log, 'utf8').slice(-4000)}`)
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await gone
  clearTimeout(killer)
}

async function cleanUp(child: ChildProcess, dataDir: string, kept: boolean): Promise<void> {
  await stopChild(child)
  // A killed program leaves its PostgreSQL behind.
  if (existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')))
    await startEmbeddedPostgres({ dataDir }).then((server) => server.stop())
  if (!kept) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts the built application with the demo academy and its own PostgreSQL; mails are files in `dataDir/correo`. */
export async function startApplication({
  folder,
  port: given,
  patience = READY_SECONDS,
  env,
}: Started = {}): Promise<Application> {
  await ensureBuild()
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'campus-e2e-')))
  // The embedded PostgreSQL runs as another account when we are root.
  await chmod(dataDir, 0o755)
  const port = given ?? (await freePort())
  const url = `http://localhost:${port}`
  const log = join(dataDir, 'programa.log')
  const written = openSync(log, 'a')
  // Started like scripts/start.mjs does.
  const child = spawn(process.execPath, [...MEMORY, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      ...MALLOC,
      DEMO: '1',
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // The whole suite logs in from one address.
      LOGINS_PER_ADDRESS: '100000',
      YOUTUBE_URL: NOWHERE,
      VIMEO_URL: NOWHERE,
      ...env,
    },
    stdio: ['ignore', written, written],
  })
  closeSync(written)
  const stop = () => cleanUp(child, dataDir, folder !== undefined)
  try {
    await untilReady(url, child, log, patience)
    const databaseUrl = env?.DATABASE_URL ?? (await startEmbeddedPostgres({ dataDir })).url('campus')
    return { url, dataDir, databaseUrl, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
