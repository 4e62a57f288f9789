import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onBehalfOf } from '../http/request-context.ts'
import { createJobs, type JobRun } from '../jobs.ts'
import { openDatabase } from './database.ts'
import { watchSlow } from './slow-queries.ts'

const t = useApp()

it('tells of every query, in transactions too, how long it took, and none of its values', async () => {
  const seen: { text: string; ms: number }[] = []
  const watch = (text: string, ms: number) => void seen.push({ text, ms })
  const database = openDatabase(t.deps.config.databaseUrl ?? '', { pool: 2, watch })
  const secret = 'un valor que nadie debe leer'
  await database.db.execute(sql`SELECT ${secret}::text, pg_sleep(0.05)`)
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 AS dentro`)
    await tx.transaction((inner) => inner.execute(sql`SELECT 2 AS mas_adentro`))
  })
  const broken = database.db.execute(sql`SELECT ${secret}::int`)
  await expect(broken).rejects.toThrow()
  await database.close()
  const texts = seen.map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'SELECT $1::text, pg_sleep(0.05)',
      'SELECT 1 AS dentro',
      'SELECT 2 AS mas_adentro',
      'SELECT $1::int',
    ]),
  )
  expect(seen[0]?.ms).toBeGreaterThan(50)
  expect(JSON.stringify(seen)).not.toContain(secret)
})

it('those that take SLOW_QUERY_MS are told in the log with text and request, without values, and the others are not', async () => {
  const told: [object, string][] = []
  const watch = watchSlow(80, () => ({ warn: (line, text) => void told.push([line, text]) }))
  const database = openDatabase(t.deps.config.databaseUrl ?? '', { pool: 1, watch })
  const secret = 'un valor que nadie debe leer'
  const slow = async () => database.db.execute(sql`SELECT ${secret}::text, pg_sleep(0.1)`)
  // The connection is opened for the first: what the others wait for is still their own.
  await onBehalfOf('la-primera', async () => database.db.execute(sql`SELECT 1`))
  await onBehalfOf('la-segunda', slow)
  await onBehalfOf('la-tercera', () => database.db.transaction((tx) => tx.execute(sql`SELECT pg_sleep(0.1)`)))
  await database.close()
  const line = (consulta: string, reqId: string) => [{ ms: expect.any(Number), consulta, reqId }, 'slow query']
  // A machine under load may make any query slow.
  expect(told.filter(([query]) => JSON.stringify(query).includes('pg_sleep'))).toEqual([
    line('SELECT $1::text, pg_sleep(0.1)', 'la-segunda'),
    line('SELECT pg_sleep(0.1)', 'la-tercera'),
  ])
  expect(JSON.stringify(told)).not.toContain(secret)
})

it.each([
  [500, 499.9, 0],
  [500, 500, 1],
  [0, 60_000, 0],
])('with SLOW_QUERY_MS=%d a query of %d ms is told %d times', (slowMs, took, times) => {
  const told: object[] = []
  watchSlow(slowMs, () => ({ warn: (line) => void told.push(line) }))('SELECT 1', took, 'una')
  expect(told).toHaveLength(times)
})

it('a job knows which request asked for it', async () => {
  const runs: JobRun[] = []
  const jobs = createJobs(
    t.deps.config.databaseUrl ?? '',
    () => undefined,
    (run) => void runs.push(run),
  )
  const given: object[] = []
  jobs.define('soporte-correo-de-prueba', async (data) => void given.push(data))
  await jobs.start({ work: false })
  await onBehalfOf('la-solicitud', () => jobs.send(t.deps.db, 'soporte-correo-de-prueba', { id: 7 }))
  await jobs.drain()
  await jobs.stop()
  expect(given).toEqual([{ id: 7 }])
  expect(runs).toMatchObject([{ cola: 'soporte-correo-de-prueba', solicitud: 'la-solicitud' }])
})

it('and it is the one of the call, as the answer names it', async () => {
  const person = await aPerson(t.deps.db)
  const body = { mensaje: 'Un mensaje bastante largo' }
  const answer = await t.call('POST', '/api/enviar-soporte', { token: await t.tokenOf(person.id), body })
  expect(answer.status).toBe(200)
  const [job] = await t.deps.db.execute(
    sql`SELECT data->>'_solicitud' AS solicitud FROM pgboss.job WHERE name LIKE '%soporte%' AND data ? 'id' AND data->>'id' <> '7'`,
  )
  expect(job?.solicitud).toBe(answer.headers['x-request-id'])
})
