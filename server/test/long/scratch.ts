import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { type TestSql, withSql } from '../sql.ts'

const urlOf = (database: string) => inject('databaseUrl').replace('{database}', database)

const asMaster = async (work: (sql: TestSql) => Promise<unknown>): Promise<void> =>
  void (await withSql(urlOf('postgres'), work))

/** An empty or `migrated` database on the test server. */
export async function makeDatabase({ migrated = false } = {}): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `prueba_${randomUUID().replaceAll('-', '')}`
  await asMaster(async (sql) => {
    // PostgreSQL refuses concurrent copies of one template.
    await sql`SELECT pg_advisory_lock(42)`
    // Copied as files, not page by page through the log.
    await sql.unsafe(`CREATE DATABASE "${name}" STRATEGY FILE_COPY${migrated ? ' TEMPLATE plantilla' : ''}`)
  })
  const drop = () => asMaster((sql) => sql.unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`))
  return { url: urlOf(name), drop }
}

/** Dropped after the test; returns its URL. */
export async function aDatabase(options: { migrated?: boolean } = {}): Promise<string> {
  const { url, drop } = await makeDatabase(options)
  onTestFinished(drop)
  return url
}
