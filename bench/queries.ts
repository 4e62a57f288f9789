import { tmpdir } from 'node:os'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { createSigner } from '../server/src/platform/files/signing.ts'
import { localStorage } from '../server/src/platform/files/storage.ts'
import { createJobs } from '../server/src/platform/jobs.ts'
import { fetchRaw, type Target } from './load.ts'

type Sql = Database['sql']

/** A statement as it was sent. */
export type Sent = { text: string; values: NonNullable<Parameters<Sql['unsafe']>[1]> }

export type Asked = { method?: 'GET' | 'POST' | 'PUT'; path: string; token?: string; body?: object }

/** Keeps what is sent through a pool, outside transactions. */
export function keepSent(sql: Sql): Sent[] {
  const sent: Sent[] = []
  const { unsafe } = sql
  Object.assign(sql, {
    unsafe(text: string, values: Sent['values'] = [], ...rest: []) {
      sent.push({ text, values })
      return unsafe.call(sql, text, values, ...rest)
    },
  })
  return sent
}

/**
 * The application in this process, on the same database, for counting: how many statements an answer takes, and how many
 * milliseconds, when this process knows the token already (the second of two calls).
 */
export async function openCounter(databaseUrl: string) {
  let statements = 0
  const database = openDatabase(databaseUrl, { pool: 4, name: 'bench-count', onQuery: () => void statements++ })
  const sent = keepSent(database.sql)
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: tmpdir(),
    DATABASE_URL: databaseUrl,
  }
  const jobs = createJobs(databaseUrl, () => undefined)
  const deps = {
    config: readConfig(env),
    ...database,
    jobs,
    mail: { send: async () => undefined },
    storage: localStorage(tmpdir()),
    signer: await createSigner(database.db),
  }
  const app = await buildApp(deps)
  await jobs.start({ work: false })

  /** @throws Error when the call is refused */
  async function ask({ method = 'GET', path, token, body }: Asked) {
    const before = statements
    const from = performance.now()
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(body && { payload: body }),
    })
    const ms = performance.now() - from
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode} ${answer.body}`)
    return { statements: statements - before, ms, bytes: answer.rawPayload.length, data: answer.json().data }
  }
  return {
    ask,
    /** The statements of a read that is worked out, and how many they are; outside transactions both say the same. */
    async statementsOf(asked: Asked): Promise<{ statements: number; sent: Sent[] }> {
      await ask(asked)
      const before = sent.length
      const { statements } = await ask(asked)
      return { statements, sent: sent.slice(before) }
    },
    async close() {
      await jobs.stop()
      await app.close()
      await database.close()
    },
  }
}

/** Statements that the program sent so far, from its own figures. */
async function sentSoFar(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^campus_query_seconds_count (\d+)$/m.exec(await answer.text())?.[1])
}

/** Statements of an address that was asked for before: the fewest of three, for something else may be sent meanwhile. */
export async function countStatements(url: string, metricsToken: string, target: Target): Promise<number> {
  await fetchRaw(target)
  const counts: number[] = []
  for (let n = 0; n < 3; n++) {
    const before = await sentSoFar(url, metricsToken)
    await fetchRaw(target)
    counts.push((await sentSoFar(url, metricsToken)) - before)
  }
  return Math.min(...counts)
}
