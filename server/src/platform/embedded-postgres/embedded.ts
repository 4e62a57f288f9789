import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { withClient } from '../db/client.ts'
import { canReach, databaseOwner, type Owner, postgresBinaries, reachablePlace, run } from './binaries.ts'

type Options = { dataDir: string; settings?: Record<string, string> }

const USER = 'campus'
const START_SECONDS = 60
const LOOK_MS = 200
const CLOSING_MS = 3000
const MAX_WAIT_MS = 1000

const logTail = (log: string): string =>
  existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : ''

const freePort = () => getPort({ host: '127.0.0.1' })

/** A symbolic link when the database's account cannot enter `dataDir`. */
function clusterPlace(dataDir: string, owner: Owner): string {
  mkdirSync(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  if (existsSync(link)) return realpathSync(link)
  if (!canReach(dataDir, owner)) {
    const place = join(reachablePlace(realpathSync(dataDir)), 'postgres')
    mkdirSync(place, { recursive: true })
    symlinkSync(place, link)
  } else mkdirSync(link)
  const real = realpathSync(link)
  if (owner) chownSync(real, owner.uid, owner.gid)
  return real
}

function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'postgres.clave')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Locks expire after two minutes, because the PID of a killed process may have been reused. */
function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return Date.now() - statSync(lock).mtimeMs < 2 * 60_000
  } catch {
    return false
  }
}

async function withFolderLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true })
  const lock = join(dataDir, 'postgres.preparando')
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (isHeld(lock)) await sleep(50)
      else rmSync(lock, { force: true })
    }
  }
  return work().finally(() => rmSync(lock, { force: true }))
}

async function initialise(place: string, native: string, password: string, owner: Owner): Promise<string> {
  const cluster = join(place, 'cluster')
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  // Renamed when complete, because initdb may be killed midway.
  const draft = join(place, 'cluster.nuevo')
  const secret = join(place, 'clave.tmp')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(secret, password, { mode: 0o600 })
  if (owner) chownSync(secret, owner.uid, owner.gid)
  const args = ['-D', draft, '-U', USER, '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = await run(
    join(native, 'bin/initdb'),
    [...args, '--locale=C', '-A', 'scram-sha-256', `--pwfile=${secret}`],
    owner,
  )
  rmSync(secret, { force: true })
  if (made.code !== 0) throw new Error(`No se pudo preparar PostgreSQL en ${place}:\n${made.output.trim()}`)
  renameSync(draft, cluster)
  return cluster
}

/** From the lock file, which a killed server leaves behind. */
function lockOf(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

const WRONG_KEY = new Set(['28P01', '28000'])

const strangerText = (cluster: string, pid: number | undefined): string =>
  `Ya hay otro PostgreSQL (proceso ${pid}) en ${cluster} y no acepta la clave de postgres.clave. ` +
  'Detén el programa que lo inició o elige otra carpeta con DATA_DIR; no borres postmaster.pid.'

const QUICK = { connectionTimeoutMillis: 2000 }

/** `stranger`: a server that refuses our password. */
async function ask(url: string): Promise<'yes' | 'no' | 'stranger'> {
  try {
    await withClient(url, (client) => client.query('SELECT 1'), QUICK)
    return 'yes'
  } catch (error) {
    return WRONG_KEY.has(String((error as { code?: string }).code)) ? 'stranger' : 'no'
  }
}

function serverOptions(port: number, settings: Record<string, string>): string {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    // Failed statements, which contain personal data, stay out of the log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  }
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
}

const OTHERS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`

/** Whether others have connections; what this program just closed is counted until PostgreSQL has ended it. */
async function inUse(url: string): Promise<boolean> {
  const count = () => withClient(url, (client) => client.query<{ n: number }>(OTHERS), QUICK)
  const until = Date.now() + CLOSING_MS
  while (Date.now() < until) {
    const { rows } = await count().catch(() => ({ rows: [] }))
    if (!rows[0]?.n) return false
    await sleep(LOOK_MS)
  }
  return true
}

/** Starts PostgreSQL in `dataDir`, or adopts one that outlived its parent. @throws Error in Spanish for the operator */
export async function startEmbeddedPostgres({ dataDir, settings = {} }: Options) {
  const owner = databaseOwner()
  const native = await postgresBinaries(owner)
  const { place, password, cluster } = await withFolderLock(dataDir, async () => {
    const place = clusterPlace(dataDir, owner)
    const password = passwordOf(dataDir)
    return { place, password, cluster: await initialise(place, native, password, owner) }
  })
  const log = join(place, 'postgres.log')
  const control = (args: string[]) => run(join(native, 'bin/pg_ctl'), ['-D', cluster, ...args], owner)
  let port = lockOf(cluster)?.port || (await freePort())
  /** The URL was given out, so the port can no longer change. */
  let settled = false
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

  async function tryOnce() {
    const running = (await control(['status'])).code === 0
    if (running) port = lockOf(cluster)?.port || port
    const start = ['start', '-w', '-s', '-l', log, '-o', serverOptions(port, settings)]
    const { code, output } = running ? { code: 0, output: '' } : await control(start)
    if (code !== 0 && !settled) {
      // Another program may have taken the port.
      port = await freePort()
      return { there: false, started: true, output }
    }
    const answer = await ask(url('postgres'))
    if (answer === 'stranger') throw new Error(strangerText(cluster, lockOf(cluster)?.pid))
    return { there: answer === 'yes', started: !running, output }
  }

  const ending = new AbortController()
  const { signal } = ending
  let watching: Promise<void> | undefined

  /** Resolves to whether the server had to be started. */
  async function ensureRunning(): Promise<boolean> {
    const until = Date.now() + START_SECONDS * 1000
    let tried = false
    let lastOutput = ''
    for (let wait = LOOK_MS; !signal.aborted && Date.now() < until; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
      const { there, started, output } = await tryOnce()
      tried ||= started
      if (there) return tried
      lastOutput = output.trim() || lastOutput
      await sleep(wait)
    }
    if (!signal.aborted) throw new Error(`PostgreSQL no arrancó en ${place}.\n${lastOutput}\n${logTail(log)}`)
    return false
  }

  async function watch(onRestart: (error?: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      // The open connection detects a dead server and shows other instances that this one uses it.
      await withClient(url('postgres'), (client) => once(client, 'end', { signal }), QUICK).catch(() => undefined)
      await ensureRunning().then((started) => started && onRestart(), onRestart)
    }
  }

  await ensureRunning()
  settled = true
  return {
    url,
    supervise(onRestart: (error?: unknown) => void): () => void {
      watching = watch(onRestart)
      return () => ending.abort()
    },
    /** Stops the server unless another instance uses it. */
    async stop() {
      ending.abort()
      await watching
      if (!(await inUse(url('postgres')))) await control(['stop', '-m', 'fast', '-w', '-t', '30'])
    },
  }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

/** duplicate_database; unique_violation when another instance creates it at the same moment. */
const EXISTS = new Set(['42P04', '23505'])

export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  await withClient(server.url('postgres'), async (client) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  }).catch((error) => {
    if (!EXISTS.has(error.code)) throw error
  })
}
