import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { expectBars } from './bars.ts'
import { aPlace, tell, untilWritten } from './crashes.ts'
import { openInspector } from './inspector.ts'
import { childrenOf, familyOf, megabytesOf, postmasterOf, signal } from './processes.ts'
import { aFolder, startProgram, untilAnswers } from './program.ts'
import { aDatabase } from './scratch.ts'
import { aWire } from './wire.ts'
import { startWriters, tokensOf } from './writers.ts'

const ASKS = ['/api/inicio', '/api/cursos', '/login', '/api/salud/viva'] as const
const NEEDS_DATABASE: readonly string[] = ['/api/inicio', '/api/cursos']
const EVERY_MS = 20
/** `query_timeout` (6 s, platform/db/database.ts) plus time to refuse under load. */
const REFUSED_MS = 7500
/** Requests under way keep their connection for the query timeout. */
const BACK_MS = 5000

type Answer = { path: string; status: number; again: string | null; ms: number; at: number }

const quantile = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)

async function askAll(url: string, token: string, seconds: number): Promise<Answer[]> {
  const from = performance.now()
  const under: Promise<Answer>[] = []
  for (let n = 0; performance.now() - from < seconds * 1000; n++) {
    const path = ASKS[n % ASKS.length] ?? '/login'
    const began = performance.now()
    under.push(
      fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          const ms = performance.now() - began
          return { path, status: answer.status, again: answer.headers.get('retry-after'), ms, at: began - from }
        },
        () => ({ path, status: 0, again: null, ms: performance.now() - began, at: began - from }),
      ),
    )
    await sleep(Math.max(0, from + (n + 1) * EVERY_MS - performance.now()))
  }
  return Promise.all(under)
}

/** The app with pages, on a database connection that can be cut and frozen; with the token of a student. */
export async function aProgramOnAWire(node: string[] = []) {
  const database = await aDatabase({ migrated: true })
  const wire = await aWire(database)
  const port = await freePort()
  const program = startProgram({ port, env: { DATA_DIR: aFolder(), DATABASE_URL: wire.url }, pages: true, node })
  await program.ready()
  const [token = ''] = await tokensOf(database, 1)
  return { program, wire, token }
}

/** An unavailable database at 50 requests/s: 503 with Retry-After, cached pages are served, recovery without restart. */
export async function databaseAway(seconds: number): Promise<void> {
  const debug = await freePort()
  const { program, wire, token } = await aProgramOnAWire([`--inspect=127.0.0.1:${debug}`])
  const inspector = await openInspector(debug)
  onTestFinished(() => inspector.close())
  const memory = async () => ({ ...(await inspector.living()), rss: megabytesOf(program.child.pid ?? 0) })
  // Warm up first: lazy compilation and caches are no leak.
  await askAll(program.url, token, 20)
  wire.cut()
  await askAll(program.url, token, 20)
  const before = await memory()
  const answers = await askAll(program.url, token, seconds)
  const after = await memory()
  const refused = answers.filter(({ path }) => NEEDS_DATABASE.includes(path))
  const served = answers.filter(({ path }) => !NEEDS_DATABASE.includes(path))
  const from = performance.now()
  wire.mend()
  const back = await untilAnswers(`${program.url}/api/cursos`, from)
  const times = refused.map(({ ms }) => ms)
  tell(
    `database away ${seconds} s at 50 requests/s: ${refused.length} refused in ${quantile(times, 0.5)} ms (p50), ` +
      `${quantile(times, 0.99)} (p99), ${quantile(times, 1)} (worst); ${served.length} pages and health checks served, ` +
      `memory ${before.rss} -> ${after.rss} MB (heap ${before.heap.toFixed(1)} -> ${after.heap.toFixed(1)}, buffers ` +
      `${before.buffers.toFixed(1)} -> ${after.buffers.toFixed(1)}), back in ${Math.round(back)} ms`,
  )
  expect(refused.filter(({ status, again }) => status !== 503 || again === null)).toEqual([])
  expect(served.filter(({ status }) => status !== 200)).toEqual([])
  expect(program.child.exitCode).toBeNull()
  expectBars({
    'refused, ms at p99': { met: quantile(times, 0.99), most: 1000 },
    'back, ms': { met: back, most: 5000 },
    'heap grown, MB': { met: after.heap - before.heap, most: 2 },
    'memory grown, MB': { met: after.rss - before.rss, most: 10 },
  })
}

/** SIGSTOP of every PostgreSQL process, and SIGCONT later, under 32 writers. */
export async function databaseFrozen(seconds: number): Promise<void> {
  const { program, server, dataDir } = await aPlace()
  const database = server.url('campus')
  const writers = await startWriters(program.url, database)
  const [token = ''] = await tokensOf(database, 1)
  const serving = childrenOf(program.child.pid)
  await untilWritten(writers, 200)
  const all = familyOf(postmasterOf(dataDir))
  const tellAll = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of all) signal(pid, name)
  }
  onTestFinished(() => tellAll('SIGCONT'))
  tellAll('SIGSTOP')
  const ask = async () => {
    const began = performance.now()
    const answer = await fetch(`${program.url}/api/inicio`, { headers: { authorization: `Bearer ${token}` } })
    expect({ status: answer.status, again: answer.headers.get('retry-after') }).toEqual({ status: 503, again: '2' })
    return performance.now() - began
  }
  const first = await Promise.all(Array.from({ length: 30 }, ask))
  const later: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    later.push(...(await Promise.all(Array.from({ length: 10 }, ask))))
    await sleep(100)
  }
  expect((await fetch(`${program.url}/api/salud`)).status).toBe(503)
  expect((await fetch(`${program.url}/api/salud/viva`)).status).toBe(200)
  const from = performance.now()
  tellAll('SIGCONT')
  const back = await untilAnswers(`${program.url}/api/cursos`, from)
  await untilWritten(writers, 200)
  const lost = await writers.lost(database)
  tell(
    `PostgreSQL frozen ${seconds} s: the first refused after ${quantile(first, 1)} ms at the latest, ${later.length} more in ` +
      `${quantile(later, 0.5)} ms (p50), ${quantile(later, 1)} (worst); back in ${Math.round(back)} ms; ${lost} lost; ` +
      JSON.stringify(writers.answers),
  )
  expect(lost).toBe(0)
  expect(writers.answers.bare503).toBe(0)
  expect(childrenOf(program.child.pid)).toEqual(serving)
  expectBars({
    'refused, ms': { met: quantile([...first, ...later], 1), most: REFUSED_MS },
    'back, ms': { met: back, most: BACK_MS },
  })
}
