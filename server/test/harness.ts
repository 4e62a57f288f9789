import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTIFICATION_CUT_MENU } from '@campus/contract/rules'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openSession } from '../src/features/accounts/sessions.ts'
import type { App, Parts } from '../src/platform/http/http.ts'
import type { Letter } from '../src/platform/mail.ts'
import { openApplication } from './application.ts'
import { makeDatabase } from './long/scratch.ts'
import { sqlOver, type TestDatabase } from './sql.ts'

/** The real application on its own database. */
export type TestApp = {
  app: App
  deps: Parts
  database: TestDatabase
  outbox: Letter[]
  /** A bearer token without the cost of a login. */
  tokenOf: (idUsuario: number) => Promise<string>
  /** Without a token, as a guest. */
  call: (
    method: InjectOptions['method'],
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer>
}

export type Answer = {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of the wire is what it asserts
  body: any
  raw: Buffer
}

type Made = Awaited<ReturnType<typeof makeDatabase>>

/** The database of the worker's next file, copied while the tests of this one run. */
let next: Promise<Made> | undefined
/** The one of the file before, dropped meanwhile. */
let dropped: Promise<void> | undefined

async function takeDatabase(): Promise<Made> {
  const made = await (next ?? makeDatabase({ migrated: true }))
  await dropped
  if (inject('sharedModules')) next = makeDatabase({ migrated: true })
  return made
}

/**
 * The bell shows 30 letters, so what happened must end within them (docs/product/accounts.md 7.4): in all that the features
 * wrote meanwhile, but for people's names. The keys of the tests' own notices have no colon.
 */
async function checkNews({ sql }: TestApp['database']): Promise<void> {
  const long = await sql`SELECT DISTINCT split_part(mensaje, E'\\n', 1) AS texto FROM notificaciones
    WHERE clave LIKE '%:%' AND grupo IS NULL AND evento <> 'cumpleanos'
      AND length(split_part(mensaje, E'\\n', 1)) > ${NOTIFICATION_CUT_MENU}`
  expect(long, 'what happened is longer than the bell shows').toEqual([])
}

/** `const t = useApp()` at the top of a file or `describe`. Tests create their own rows; nothing is truncated. */
export function useApp(): TestApp {
  const test = {} as TestApp
  /** Clean-up steps, run in reverse order. */
  const undo: (() => unknown)[] = []

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'campus-prueba-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const { url, drop } = await takeDatabase()
    undo.push(() => {
      dropped = drop()
    })
    const outbox: Letter[] = []
    const { app, deps, database, close } = await openApplication(url, folder, outbox)
    undo.push(close)
    Object.assign(test, {
      app,
      deps,
      database: { ...database, sql: sqlOver(database.pool) },
      outbox,
      tokenOf: (id: number) => openSession(database.db, id, { ip: '127.0.0.1', agent: 'prueba' }),
      async call(method, url, { token, body, headers } = {}) {
        const answer = await app.inject({
          method,
          url,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
          ...(body !== undefined && { payload: body as object }),
        })
        const json = String(answer.headers['content-type']).includes('json') && answer.body !== ''
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: json ? JSON.parse(answer.body) : answer.body,
          raw: answer.rawPayload,
        }
      },
    } satisfies TestApp)
  })

  afterAll(async () => {
    try {
      await checkNews(test.database)
    } finally {
      for (const step of undo.reverse()) await step()
    }
  })
  return test
}
