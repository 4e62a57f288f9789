import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { type TestSql, withSql } from '../sql.ts'

const urlOf = (database: string) => inject('databaseUrl').replace('{database}', database)

const asMaster = async (work: (sql: TestSql) => Promise<unknown>): Promise<void> =>
  void (await withSql(urlOf('postgres'), work))

/** An empty database on the tests' server, `migrated` for one with every table: its address, and what drops it. */
export async function makeDatabase({ migrated = false } = {}): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `prueba_${randomUUID().replaceAll('-', '')}`
  await asMaster(async (sql) => {
    // Copies of one template wait for each other, or PostgreSQL refuses the second.
    await sql`SELECT pg_advisory_lock(42)`
    await sql.unsafe(`CREATE DATABASE "${name}"${migrated ? ' TEMPLATE plantilla' : ''}`)
  })
  const drop = () => asMaster((sql) => sql.unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`))
  return { url: urlOf(name), drop }
}

/** The same, gone with the test. Answers its address. */
export async function aDatabase(options: { migrated?: boolean } = {}): Promise<string> {
  const { url, drop } = await makeDatabase(options)
  onTestFinished(drop)
  return url
}
