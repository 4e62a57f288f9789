import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../../src/features/accounts/sessions.ts'
import { type Db, openDatabase } from '../../src/platform/db/database.ts'
import { aCourse, anEnrolment, aPerson } from '../builders.ts'
import { sqlOver, type TestDatabase } from '../sql.ts'

const WRITERS = 32
const STUDENTS = 4
/** After a failure, so that retries do not use up the CPU. */
const PAUSE_MS = 100
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

const tokenOf = (db: Db, id: number) => openSession(db, id, { ip: '127.0.0.1', agent: 'prueba' })

export async function tokensOf(databaseUrl: string, count: number): Promise<string[]> {
  return withDatabase(databaseUrl, async ({ db }) => {
    const tokens: string[] = []
    for (let i = 0; i < count; i++) tokens.push(await tokenOf(db, (await aPerson(db)).id))
    return tokens
  })
}

/**
 * Students who mark a lesson as done, take the mark back, and read their progress each time. Their answers are counted
 * with those of the writers. Returns a function that stops them.
 */
export async function startStudents(url: string, databaseUrl: string, { statuses }: Answers) {
  const { lesson, tokens } = await withDatabase(databaseUrl, async ({ db }) => {
    const course = await aCourse(db)
    const tokens: string[] = []
    for (let i = 0; i < STUDENTS; i++) {
      const { id } = await aPerson(db)
      await anEnrolment(db, id, course.id)
      tokens.push(await tokenOf(db, id))
    }
    return { lesson: course.modulos[0]?.lecciones[0]?.id, tokens }
  })
  let stop = false

  async function study(token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const ask = async (path: string, more: RequestInit = {}) => {
      const request = { ...more, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }
      const answer = await fetch(url + path, request).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      const status = answer?.status ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== 200) await sleep(PAUSE_MS)
    }
    for (let n = 1; !stop; n++) {
      const body = JSON.stringify({ completada: n % 2 === 1 })
      await ask(`/api/progreso/leccion/${lesson}`, { method: 'PUT', body })
      await ask('/api/inicio')
    }
  }

  const studying = Promise.all(tokens.map(study))
  return async () => {
    stop = true
    await studying
  }
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
      if (status !== 200) await sleep(PAUSE_MS)
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
