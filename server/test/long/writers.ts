import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../../src/features/accounts/sessions.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { aPerson } from '../builders.ts'
import { sqlOver, type TestDatabase } from '../sql.ts'

const WRITERS = 32
const REQUEST_TIMEOUT_MS = 20_000

/** Count by status (0: broken connection), and refusals without Retry-After. */
export type Answers = { statuses: Record<number, number>; bare503: number; slowestRefusal: number }

/** Each student writes increasing numbers. */
export type Writers = {
  answers: Answers
  acknowledged: () => number
  /** Stops and returns the acknowledged writes missing in the database. */
  lost: (databaseUrl: string) => Promise<number>
}

export async function withDatabase<T>(url: string, work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { pool: 4 })
  return work({ ...database, sql: sqlOver(database.pool) }).finally(() => database.close())
}

export async function tokensOf(databaseUrl: string, count: number): Promise<string[]> {
  return withDatabase(databaseUrl, async ({ db }) => {
    const tokens: string[] = []
    for (let i = 0; i < count; i++) {
      const person = await aPerson(db)
      tokens.push(await openSession(db, person.id, { ip: '127.0.0.1', agent: 'prueba' }))
    }
    return tokens
  })
}

/**
 * 32 students write to `url`. Acknowledged numbers are copied before reading the database, otherwise a number written in
 * between would look lost.
 */
export async function startWriters(url: string, databaseUrl: string): Promise<Writers> {
  const tokens = await tokensOf(databaseUrl, WRITERS)
  const answers: Answers = { statuses: {}, bare503: 0, slowestRefusal: 0 }
  const acked = tokens.map(() => 0)
  let count = 0
  let stop = false

  async function write(writer: number, token: string): Promise<void> {
    for (let n = 1; !stop; n++) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/borradores/caida-${writer}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contenido: String(n) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      const status = answer?.status ?? 0
      answers.statuses[status] = (answers.statuses[status] ?? 0) + 1
      // Retry with a pause, so that failures do not use up the CPU.
      if (status !== 200) await sleep(100)
      else {
        acked[writer] = n
        count += 1
      }
      if (status !== 503) continue
      answers.slowestRefusal = Math.max(answers.slowestRefusal, performance.now() - began)
      if (!answer?.headers.has('retry-after')) answers.bare503 += 1
    }
  }

  const writing = Promise.all(tokens.map((token, writer) => write(writer, token)))
  return {
    answers,
    acknowledged: () => count,
    async lost(from) {
      stop = true
      await writing
      const promised = [...acked]
      const rows = await withDatabase(
        from,
        ({ sql }) => sql<{ clave: string; n: number }[]>`
          SELECT clave, contenido::int AS n FROM textos_sin_enviar WHERE clave LIKE 'caida-%'`,
      )
      const stored = new Map(rows.map(({ clave, n }) => [clave, n]))
      return promised.filter((n, writer) => n > (stored.get(`caida-${writer}`) ?? 0)).length
    },
  }
}
