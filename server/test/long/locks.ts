import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { expectBars } from './bars.ts'
import { tell } from './crashes.ts'
import { megabytesOf } from './processes.ts'
import { aFolder, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { tokensOf } from './writers.ts'

const TABLE = 'borradores'
const EVERY_MS = 20
/** By then nobody stands behind a statement that came before it was known that the table is held. */
const SETTLED_MS = 5000

type Answer = { locked: boolean; status: number; again: string | null; ms: number; at: number }

const quantile = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)

/** Every 20 ms two calls that need the table and one that does not, whatever becomes of those before. */
async function ask(url: string, token: string, seconds: number): Promise<Answer[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const from = performance.now()
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const began = performance.now()
    const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(60_000) })
    await answer.arrayBuffer()
    return {
      locked: path.includes(TABLE),
      status: answer.status,
      again: answer.headers.get('retry-after'),
      ms: performance.now() - began,
      at: began - from,
    }
  }
  const under: Promise<Answer>[] = []
  for (let n = 0; performance.now() - from < seconds * 1000; n++) {
    const body = JSON.stringify({ contenido: String(n) })
    under.push(
      call(`/api/${TABLE}/uno`),
      call(`/api/${TABLE}/dos-${n % 50}`, { method: 'PUT', body }),
      call(`/api/accesos?n=${n}`),
    )
    await sleep(Math.max(0, from + (n + 1) * EVERY_MS - performance.now()))
  }
  return Promise.all(under)
}

/** What a lock of a table did to those who need it and to the others. */
export type Locked = { needing: Answer[]; others: Answer[]; back: number; grown: number }

/** A table is locked from elsewhere for so long, as a careless ALTER does, at 150 calls a second. */
export async function tableLocked(seconds: number): Promise<Locked> {
  const url = await aDatabase({ migrated: true })
  const port = await freePort()
  const program = startProgram({ port, env: { DATA_DIR: aFolder(), DATABASE_URL: url } })
  await program.ready()
  const [token = ''] = await tokensOf(url, 1)
  await ask(program.url, token, 1)
  const other = postgres(url, { max: 1, onnotice: () => undefined })
  onTestFinished(() => other.end({ timeout: 0 }))
  const memory = () => megabytesOf(program.child.pid ?? 0)
  const before = memory()
  const until = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = other.begin(async (tx) => {
    await tx.unsafe(`LOCK TABLE ${TABLE} IN ACCESS EXCLUSIVE MODE`)
    begun.resolve()
    await until.promise
  })
  await begun.promise
  const answers = await ask(program.url, token, seconds)
  const grown = memory() - before
  const from = performance.now()
  until.resolve()
  await holding
  const back = await untilAnswersAs(`${program.url}/api/${TABLE}/uno`, token, from)
  const needing = answers.filter(({ locked }) => locked)
  const others = answers.filter(({ locked }) => !locked)
  const told = (some: Answer[]) => {
    const statuses = Object.entries(Object.groupBy(some, ({ status }) => status)).map(
      ([s, all]) => `${s} x ${all?.length}`,
    )
    const times = some.map(({ ms }) => ms)
    return `${statuses.join(', ')} in ${quantile(times, 0.5)} ms (p50), ${quantile(times, 0.99)} (p99), ${quantile(times, 1)} (worst)`
  }
  const late = others.filter(({ at }) => at > SETTLED_MS)
  tell(
    `a table locked ${seconds} s: those who need it ${told(needing)}; others ${told(others)}, after five seconds ${told(late)}; ` +
      `memory +${grown} MB; back in ${Math.round(back)} ms`,
  )
  expect(program.child.exitCode).toBeNull()
  return { needing, others, back, grown }
}

async function untilAnswersAs(url: string, token: string, from: number): Promise<number> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (answer.ok) return performance.now() - from
    await sleep(10)
  }
}

/** A minute of it, with the bars of a machine that does nothing else. */
export async function lockedForLong(): Promise<void> {
  const { needing, others, back, grown } = await tableLocked(60)
  expect(needing.filter(({ status }) => status !== 503)).toEqual([])
  expectBars({
    'refused, ms': {
      met: quantile(
        needing.map(({ ms }) => ms),
        1,
      ),
      most: 4500,
    },
    'others refused': { met: others.filter(({ status }) => status !== 200).length, most: 0 },
    'others, ms at p99': {
      met: quantile(
        others.filter(({ at }) => at > SETTLED_MS).map(({ ms }) => ms),
        0.99,
      ),
      most: 300,
    },
    'back, ms': { met: back, most: 1000 },
    'memory grown, MB': { met: grown, most: 60 },
  })
}
