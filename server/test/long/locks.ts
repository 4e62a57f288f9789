import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { openSql } from '../sql.ts'
import { expectBars } from './bars.ts'
import { tell } from './crashes.ts'
import { megabytesOf } from './processes.ts'
import { aFolder, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { tokensOf } from './writers.ts'

const TABLE = 'textos_sin_enviar'
/** A draft waits three times for a connection (session, throttle, write: 5 s each) and 4 s for the lock; at 20 s it would be cut off. */
const REFUSED_MS = 19_000

type Answer = { status: number; again: string | null; ms: number }

/** Repeated calls that need the locked table, by one person per client: drafts are throttled per person. */
async function ask(url: string, tokens: string[], seconds: number): Promise<Answer[]> {
  const until = performance.now() + seconds * 1000
  const answers: Answer[] = []
  const client = async (token: string, number: number) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (let n = 0; performance.now() < until; n++) {
      const began = performance.now()
      const init = n % 2 === 0 ? {} : { method: 'PUT', body: JSON.stringify({ contenido: String(n) }) }
      const answer = await fetch(`${url}/api/borradores/clave-${number}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(60_000),
      })
      await answer.arrayBuffer()
      answers.push({
        status: answer.status,
        again: answer.headers.get('retry-after'),
        ms: performance.now() - began,
      })
    }
  }
  await Promise.all(tokens.map(client))
  return answers
}

export type Locked = { refused: Answer[]; alive: Answer[]; back: number; grown: number }

/** Locks a table, like a careless ALTER, under clients that need it. */
export async function tableLocked(clients: number, seconds: number): Promise<Locked> {
  const url = await aDatabase({ migrated: true })
  const port = await freePort()
  const program = startProgram({ port, env: { DATA_DIR: aFolder(), DATABASE_URL: url } })
  await program.ready()
  const tokens = await tokensOf(url, clients)
  await ask(program.url, tokens, 1)
  const other = await openSql(url)
  onTestFinished(() => other.end())
  const memory = () => megabytesOf(program.child.pid ?? 0)
  const before = memory()
  await other`BEGIN`
  await other.unsafe(`LOCK TABLE ${TABLE} IN ACCESS EXCLUSIVE MODE`)
  const asking = ask(program.url, tokens, seconds)
  // Requests without a database connection must still be served.
  const alive: Answer[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(100))
    for (const path of ['/api/salud/viva', '/api/salud']) {
      const began = performance.now()
      const { status } = await fetch(program.url + path)
      alive.push({ status, again: null, ms: performance.now() - began })
    }
  const refused = await asking
  const grown = memory() - before
  const from = performance.now()
  await other`COMMIT`
  const back = await untilAnswersAs(`${program.url}/api/borradores/clave-0`, tokens[0] ?? '', from)
  const slowest = Math.round(Math.max(...refused.map(({ ms }) => ms)))
  tell(
    `a table locked ${seconds} s, ${clients} clients: ${refused.length} refused after ${slowest} ms at the latest; ` +
      `memory +${grown} MB; back in ${Math.round(back)} ms`,
  )
  expect(program.child.exitCode).toBeNull()
  return { refused, alive, back, grown }
}

async function untilAnswersAs(url: string, token: string, from: number): Promise<number> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (answer.ok) return performance.now() - from
    await sleep(10)
  }
}

/** One minute, with more clients than connections; bars for an idle machine. */
export async function lockedForLong(): Promise<void> {
  const { refused, alive, back, grown } = await tableLocked(40, 60)
  expect(refused.filter(({ status, again }) => status !== 503 || again === null)).toEqual([])
  expect(alive.filter(({ status }) => status !== 200)).toEqual([])
  expectBars({
    'refused, ms': { met: Math.max(...refused.map(({ ms }) => ms)), most: REFUSED_MS },
    'back, ms': { met: back, most: 1000 },
    'memory grown, MB': { met: grown, most: 60 },
  })
}
