import { randomBytes } from 'node:crypto'
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
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../db/client.ts'
import { canReach, databaseOwner, type Owner, postgresBinaries, reachablePlace } from './binaries.ts'
import { run } from './command.ts'

/** A PostgreSQL of our own under DATA_DIR. */
export type EmbeddedPostgres = {
  /** Connection string of one of its databases. */
  url: (database: string) => string
  /** Restarts the server whenever it dies; returns the way to stop watching. */
  supervise: (onRestart: (error?: unknown) => void) => () => void
  /** Stops the server unless another copy of the program still uses it. */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** Server settings on top of ours, e.g. `fsync: 'off'` for throw-away test clusters. */
  settings?: Record<string, string>
}

const USER = 'campus'
const START_SECONDS = 60
const LOOK_MS = 200
/** One that does not start, for want of room on the disk perhaps, is tried ever later, and soon enough when there is room again. */
const LONGEST_WAIT_MS = 3000

/** The last lines of a log. */
const lastWords = (log: string): string =>
  existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : ''

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The cluster's folder; for a home that the database's account cannot enter, a link to one outside it. */
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

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** True when who held it was killed; its number may be another's by now, so nobody holds it for long. */
function isAbandoned(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return false
  const holder = Number(readFileSync(file, 'utf8'))
  return Date.now() - found.mtimeMs > 2 * 60_000 || (holder > 0 && !isAlive(holder))
}

/** One copy at a time prepares the folder: of two first starts at once, the second finds it ready. */
async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'postgres.preparando')
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await sleep(50)
  }
  return work().finally(() => rmSync(file, { force: true }))
}

async function initialise(place: string, native: string, password: string, owner: Owner): Promise<string> {
  const cluster = join(place, 'cluster')
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  // Made aside and renamed, so that a start killed half-way leaves nothing that looks finished.
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

/** Process id and port of the server that holds the cluster, dead or alive. */
function lockOf(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True when the process is a PostgreSQL: after a loss of power its number may be anybody's. */
function isPostgres(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`
  return !existsSync('/proc/self/cmdline') || (existsSync(file) && readFileSync(file, 'utf8').includes('postgres'))
}

/** Wrong password, or no such account. */
const WRONG_KEY = new Set(['28P01', '28000'])

const strangerText = (cluster: string, pid: number | undefined): string =>
  `Ya hay otro PostgreSQL (proceso ${pid}) en ${cluster} y no acepta la clave de postgres.clave. ` +
  'Detén el programa que lo inició o elige otra carpeta con DATA_DIR; no borres postmaster.pid.'

const QUICK = { connectionTimeoutMillis: 2000 }

/** `stranger`: it runs and does not know us. */
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
    // A statement that is refused (a mail that is taken, say) is the program's to tell of: here it would stand with its values, and
    // the file, which nobody turns, would grow with each.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  }
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that a killed copy of the program left running: the server
 * outlives `kill -9` of its parent and holds the folder; its data is never touched by force (safety.md section 3).
 * @throws Error with a clear Spanish text when the folder cannot be used.
 */
export async function startEmbeddedPostgres({ dataDir, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const owner = databaseOwner()
  const native = await postgresBinaries(owner)
  const { place, password, cluster } = await alone(dataDir, async () => {
    const place = clusterPlace(dataDir, owner)
    const password = passwordOf(dataDir)
    return { place, password, cluster: await initialise(place, native, password, owner) }
  })
  const log = join(place, 'postgres.log')
  const control = (args: string[]) => run(join(native, 'bin/pg_ctl'), ['-D', cluster, ...args], owner)
  let port = lockOf(cluster)?.port || (await freePort())
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

  const running = () => {
    const lock = lockOf(cluster)
    if (!lock || !isAlive(lock.pid) || !isPostgres(lock.pid)) return false
    port = lock.port || port
    return true
  }
  const boot = () => control(['start', '-w', '-s', '-l', log, '-o', serverOptions(port, settings)])

  /** Starts it if nobody runs, and asks whether it lets us in. @throws Error when it is somebody else's */
  async function tryOnce(): Promise<{ there: boolean; output: string }> {
    const { output } = running() ? { output: '' } : await boot()
    const answer = await ask(url('postgres'))
    if (answer === 'stranger') throw new Error(strangerText(cluster, lockOf(cluster)?.pid))
    return { there: answer === 'yes', output }
  }

  /** It was to stop: nobody starts it any more. */
  let stopped = false
  let restart: Promise<void> | undefined

  async function ensureRunning(): Promise<void> {
    const until = Date.now() + START_SECONDS * 1000
    let said = ''
    for (let wait = LOOK_MS; !stopped && Date.now() < until; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      const { there, output } = await tryOnce()
      if (there) return
      said = output.trim() || said
      await sleep(running() ? LOOK_MS : wait)
    }
    if (!stopped) throw new Error(`PostgreSQL no arrancó en ${place}.\n${said}\n${lastWords(log)}`)
  }

  async function inUseByOthers(): Promise<boolean> {
    const others = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
    try {
      const { rows } = await withClient(url('postgres'), (client) => client.query<{ n: number }>(others), QUICK)
      return (rows[0]?.n ?? 0) > 0
    } catch {
      return false
    }
  }

  await ensureRunning()
  return {
    url,
    supervise(onRestart) {
      const timer = setInterval(() => {
        if (restart || running()) return
        restart = ensureRunning()
          .then(() => onRestart(), onRestart)
          .finally(() => (restart = undefined))
      }, LOOK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
    async stop() {
      // Else it would be started after it was stopped.
      stopped = true
      await restart
      if (!(await inUseByOthers())) await control(['stop', '-m', 'fast', '-w', '-t', '30'])
    },
  }
}

/** Creates a database if it does not exist; two copies may try at once. */
export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  try {
    await withClient(server.url('postgres'), async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
      if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
    })
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code !== '42P04' && code !== '23505') throw error
  }
}
