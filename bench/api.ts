/**
 * Load on the reads that every student makes, and on those of a student with very much of everything, beside a bare Node server on the same database in the same run,
 * and the bytes of two pages: `npm run bench`. The figures are printed and kept in bench/results/.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'
import { weightOf } from './assets.ts'
import { makeHeavyStudent } from './heavy.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AUTOCANNON = join(ROOT, 'node_modules/autocannon/autocannon.js')
const CONNECTIONS = 16
const SECONDS = 10
const WARM_UP_SECONDS = 3

type Target = { name: string; url: string; token?: string }
type Figures = { requests: number; p50: number; p99: number; bytes: number; failed: number }
type Shot = {
  requests: { average: number }
  latency: { p50: number; p99: number }
  errors: number
  non2xx: number
}

const run = promisify(execFile)

async function shoot({ url, token }: Target, seconds: number): Promise<Shot> {
  const header = token ? ['-H', `authorization=Bearer ${token}`] : []
  const args = [AUTOCANNON, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), ...header, url]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as Shot
}

async function measure(target: Target): Promise<Figures> {
  const headers: Record<string, string> = target.token ? { authorization: `Bearer ${target.token}` } : {}
  const answer = await fetch(target.url, { headers })
  if (!answer.ok) throw new Error(`${target.name} answered ${answer.status}`)
  const bytes = (await answer.arrayBuffer()).byteLength
  await shoot(target, WARM_UP_SECONDS)
  const { requests, latency, errors, non2xx } = await shoot(target, SECONDS)
  return { requests: requests.average, p50: latency.p50, p99: latency.p99, bytes, failed: errors + non2xx }
}

async function startBare(databaseUrl: string) {
  const child = spawn(process.execPath, [join(ROOT, 'bench/bare.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://localhost:${String(port).trim()}`, stop: () => child.kill() }
}

async function targetsOf(application: Application, bare: string): Promise<Target[]> {
  const { ids, sessions } = await openCampus(application.url)
  const { token, user } = sessions['alumno@demo.pe']
  const api = (path: string): Target => ({
    name: `/api${path.replace(/\d+/, '{id}')}`,
    url: `${application.url}/api${path}`,
    token,
  })
  const heavy = await makeHeavyStudent(application.databaseUrl)
  const much = (name: string, path: string): Target => ({
    name,
    url: `${application.url}/api${path}`,
    token: heavy.token,
  })
  return [
    { name: 'bare Node, one indexed query', url: `${bare}/${user.id}` },
    api(`/matriculas/usuario/${user.id}`),
    api(`/modulos/curso/${ids.curso}`),
    api(`/lecciones/detallado/${ids.leccion}`),
    much('comments of a lesson with 1,000', `/comentarios/leccion/${heavy.lesson}`),
    much('notifications of 5,000, a page', `/todas/notificaciones/usuario/${heavy.id}`),
    much('unread notifications of 5,000', `/notificaciones/usuario/${heavy.id}`),
    much('search feed of 50 courses', `/detalle/usuario/${heavy.id}`),
    much('enrolments, 50 courses', `/matriculas/usuario/${heavy.id}`),
  ]
}

async function measureAll(): Promise<Record<string, Figures>> {
  const application = await startApplication()
  const bare = await startBare(application.databaseUrl)
  try {
    const results: Record<string, Figures> = {}
    for (const target of await targetsOf(application, bare.url)) results[target.name] = await measure(target)
    return results
  } finally {
    bare.stop()
    await application.stop()
  }
}

function printTable(results: Record<string, Figures>): void {
  const [base] = Object.values(results)
  const rows = Object.entries(results).map(([name, { requests, p50, p99, bytes, failed }]) => ({
    call: name,
    'requests/s': Math.round(requests),
    'p50 ms': p50,
    'p99 ms': p99,
    bytes,
    failed,
    'of bare': base ? `${Math.round((requests / base.requests) * 100)} %` : '',
  }))
  console.table(rows)
}

const calls = await measureAll()
const pages = { login: await weightOf('accounts/login-page'), lesson: await weightOf('lesson/lesson-page') }
printTable(calls)
console.table(pages)
const results = join(ROOT, 'bench/results')
await mkdir(results, { recursive: true })
const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, seconds: SECONDS }
await writeFile(join(results, 'api.json'), `${JSON.stringify({ ...made, calls, pages }, null, 2)}\n`)
