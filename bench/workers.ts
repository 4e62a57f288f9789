/**
 * What a second process brings: the same read and the same kept page from one and from two processes on one port, with 16
 * connections, in one run, and what each side of it cost: `npm run bench:workers`. The load itself and PostgreSQL take part of
 * the machine, so the seconds of processor that each of the three had stand beside the figures: on two cores the gain is bounded
 * by what the other two leave.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Application, freePort, startApplication } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'
import { loadArguments, ROOT } from './load.ts'

const METRICS_TOKEN = 'medida-de-los-procesos'
/** Linux counts processor time in hundredths of a second. */
const TICKS = 100
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } })
const SECONDS = Number(values.seconds)

type Process = { pid: number; parent: number; seconds: number }

/** Every process of the machine, with the processor time that it had. */
function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [, parent = 0] = fields
      return [{ pid: Number(name), parent, seconds: ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

/** Processor time of a process and all that it started. */
function secondsOf(root: number): number {
  const all = processes()
  const of = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + of(child.pid), 0) +
    (all.find((process) => process.pid === pid)?.seconds ?? 0)
  return of(root)
}

/** Loads an address and answers requests a second and the processor time of who asked. */
async function load(url: string, token: string, seconds: number) {
  const args = loadArguments({ url, headers: { authorization: `Bearer ${token}` } }, seconds)
  const done = Promise.withResolvers<string>()
  const child = execFile(process.execPath, args, { maxBuffer: 10_000_000 }, (error, stdout) =>
    error ? done.reject(error) : done.resolve(stdout),
  )
  let cost = 0
  const look = setInterval(() => {
    cost = Math.max(cost, secondsOf(child.pid ?? 0))
  }, 200)
  try {
    const told = JSON.parse(await done.promise) as { requests: { average: number }; non2xx: number; errors: number }
    if (told.non2xx + told.errors > 0) throw new Error(`${url}: ${told.non2xx + told.errors} requests failed`)
    return { perSecond: told.requests.average, cost }
  } finally {
    clearInterval(look)
  }
}

async function heaviest(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const bytes = /^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(await answer.text())?.[1]
  return Math.round(Number(bytes) / 1e6)
}

async function measure(workers: number, { databaseUrl, dataDir }: Application, paths: string[], token: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=256']
  const child = spawn(process.execPath, [...flags, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      PORT: String(port),
      HOST: 'localhost',
      LOG_LEVEL: 'warn',
      WORKERS: String(workers),
      METRICS_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The banner comes when it serves; the second process is there a moment later.
  await once(child.stdout, 'data')
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const rows = []
  for (const path of paths) {
    await load(url + path, token, 3)
    const before = { program: secondsOf(child.pid ?? 0), database: secondsOf(postmaster) }
    const { perSecond, cost } = await load(url + path, token, SECONDS)
    rows.push({
      path: path.replace(/\d+$/, 'N'),
      workers,
      'requests/s': Math.round(perSecond),
      'CPU s program': Math.round((secondsOf(child.pid ?? 0) - before.program) * 10) / 10,
      'CPU s PostgreSQL': Math.round((secondsOf(postmaster) - before.database) * 10) / 10,
      'CPU s load': Math.round(cost * 10) / 10,
    })
  }
  const megabytes = await heaviest(url)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return rows.map((row) => ({ ...row, 'MB in all': megabytes }))
}

const application = await startApplication()
try {
  const { sessions } = await openCampus(application.url)
  const { token, user } = sessions['alumno@demo.pe']
  const paths = [`/api/matriculas/usuario/${user.id}`, '/cursos']
  const busy = loadavg()[0] ?? 0
  const one = await measure(1, application, paths, token)
  const two = await measure(2, application, paths, token)
  const results = [...one, ...two].toSorted((a, b) => a.path.localeCompare(b.path) || a.workers - b.workers)
  console.table(results)
  for (const [at, { path, ...first }] of one.entries())
    console.log(`${path}: 1 -> 2 processes x ${((two[at]?.['requests/s'] ?? 0) / first['requests/s']).toFixed(2)}`)
  console.log(`${SECONDS} s each. Load of the machine before: ${busy.toFixed(1)}.`)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), seconds: SECONDS, load: busy, results }
  await writeFile(join(ROOT, 'bench/results/workers.json'), `${JSON.stringify(made, null, 2)}\n`)
} finally {
  await application.stop()
}
