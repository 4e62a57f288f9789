/**
 * A thread of 10,000 posts beside one of 50, and both beside a bare Node server with one query on the same database:
 * `npm run bench:forums`. The figures are printed and kept in bench/results/.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startApplication } from '../e2e/support/application.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { makeThreads, type Thread } from './big-forum.ts'
import { CONNECTIONS, loadArguments, ROOT } from './load.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const WARM_UP_SECONDS = 1
/** Posting is throttled to 30 in ten minutes and person. */
const POSTS_EACH = 6

type Figures = { requests: number; p50: number; p99: number; bytes: number; queries: number; failed: number }
type Shot = { requests: { average: number }; latency: { p50: number; p99: number }; errors: number; non2xx: number }

const run = promisify(execFile)

async function shoot(url: string, token: string, seconds: number): Promise<Shot> {
  const args = loadArguments({ url, headers: { authorization: `Bearer ${token}` } }, seconds)
  const { stdout } = await run(process.execPath, args, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as Shot
}

/** How many statements a call sends: each is a transaction of its own for who counts them. */
async function queriesOf(databaseUrl: string, work: () => Promise<unknown>): Promise<number> {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  const REPEATS = 200
  const count = async () => {
    // Sessions tell what they did once a second.
    await new Promise((done) => setTimeout(done, 1500))
    const [row] = await sql<
      { n: string }[]
    >`SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()`
    return Number(row?.n ?? 0)
  }
  try {
    const before = await count()
    for (let n = 0; n < REPEATS; n++) await work()
    return Math.round(((await count()) - before) / REPEATS)
  } finally {
    await close()
  }
}

async function measure(databaseUrl: string, url: string, token: string): Promise<Figures> {
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const answer = await ask()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const bytes = (await answer.arrayBuffer()).byteLength
  const queries = await queriesOf(databaseUrl, async () => (await ask()).arrayBuffer())
  await shoot(url, token, WARM_UP_SECONDS)
  const { requests, latency, errors, non2xx } = await shoot(url, token, SECONDS)
  return { requests: requests.average, p50: latency.p50, p99: latency.p99, bytes, queries, failed: errors + non2xx }
}

/** Answers written by 16 at once, each person under their limit, every second one to the deepest post. */
async function write(base: string, thread: Thread, tokens: string[]): Promise<Figures> {
  const times: number[] = []
  let failed = 0
  let bytes = 0
  const waiting = tokens.flatMap((token) => Array.from({ length: POSTS_EACH }, (_, n) => ({ token, n }))).values()
  const one = async (token: string, n: number) => {
    const body = { id_foro: thread.forum, contenido: `<p>Respuesta ${n}</p>`, parent_id: n % 2 ? thread.deep : null }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const began = performance.now()
    const answer = await fetch(`${base}/api/posts-foro`, { method: 'POST', headers, body: JSON.stringify(body) })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - began)
    if (answer.status !== 201) failed++
  }
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const { token, n } of waiting) await one(token, n)
    }),
  )
  const requests = (times.length * 1000) / (performance.now() - began)
  times.sort((a, b) => a - b)
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0)
  return { requests, p50: at(0.5), p99: at(0.99), bytes, queries: Number.NaN, failed }
}

const callsOf = ({ forum, course, deep, fat, lastPage }: Thread): Record<string, string> => ({
  'the course list': `/foros/curso/${course}`,
  forum: `/foros/${forum}`,
  'first page of posts': `/posts-foro?id_foro=${forum}`,
  'last page of posts': `/posts-foro?id_foro=${forum}&page=${lastPage}`,
  'deep replies, last page': `/posts-foro/${fat}/respuestas?page=${lastPage > 2 ? 80 : 1}`,
  'permalink of a deep post': `/posts-foro/${deep}`,
  'search in the forum': `/posts-foro/buscar?q=fotograma&id_foro=${forum}`,
})

async function startBare(databaseUrl: string) {
  const child = spawn(process.execPath, [join(ROOT, 'bench/bare.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://localhost:${String(port).trim()}`, stop: () => child.kill() }
}

// No answer is kept (decision 24): what grows with a thread is the reading.
const application = await startApplication()
const bare = await startBare(application.databaseUrl)
type Row = { call: string; big: Figures; small: Figures }
const rows: Row[] = []
let base: Figures | undefined
try {
  const { big, small, reader, tokens } = await makeThreads(application.databaseUrl)
  const [token = ''] = tokens
  base = await measure(application.databaseUrl, `${bare.url}/${reader}`, token)
  const [ofBig, ofSmall] = [callsOf(big), callsOf(small)]
  for (const [call, path] of Object.entries(ofBig)) {
    const ask = (one = '') => measure(application.databaseUrl, `${application.url}/api${one}`, token)
    rows.push({ call, big: await ask(path), small: await ask(ofSmall[call]) })
  }
  rows.push({
    call: 'posting an answer',
    big: await write(application.url, big, tokens),
    small: await write(application.url, small, tokens),
  })
} finally {
  bare.stop()
  await application.stop()
}

const percent = (part: number, whole = 1) => `${Math.round((part / whole) * 100)} %`
const yardstick = base?.requests ?? 1
console.table(
  rows.map(({ call, big, small }) => ({
    call,
    'requests/s of 10,000': Math.round(big.requests),
    'of 50': Math.round(small.requests),
    'big : small': percent(big.requests, small.requests),
    'of bare': percent(big.requests, yardstick),
    'p99 ms': `${big.p99} / ${small.p99}`,
    bytes: `${big.bytes} / ${small.bytes}`,
    queries: Number.isNaN(big.queries) ? '' : `${big.queries} / ${small.queries}`,
    failed: big.failed + small.failed,
  })),
)
console.log(`bare Node, one indexed query: ${Math.round(yardstick)} requests/s, p99 ${base?.p99} ms`)
const results = join(ROOT, 'bench/results')
await mkdir(results, { recursive: true })
const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, seconds: SECONDS }
await writeFile(join(results, 'forums.json'), `${JSON.stringify({ ...made, bare: base, rows }, null, 2)}\n`)
