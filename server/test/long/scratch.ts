import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'

const urlOf = (database: string) => inject('databaseUrl').replace('{database}', database)

async function asMaster(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(urlOf('postgres'), { max: 1, onnotice: () => undefined })
  await work(sql).finally(() => sql.end())
}

/** An empty database on the tests' server, gone with the test; `migrated` for one with every table. Answers its address. */
export async function aDatabase({ migrated = false } = {}): Promise<string> {
  const name = `prueba_${randomUUID().replaceAll('-', '')}`
  await asMaster(async (sql) => {
    // Copies of one template wait for each other, or PostgreSQL refuses the second.
    await sql`SELECT pg_advisory_lock(42)`
    await sql.unsafe(`CREATE DATABASE "${name}"${migrated ? ' TEMPLATE plantilla' : ''}`)
  })
  onTestFinished(() => asMaster((sql) => sql.unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)))
  return urlOf(name)
}
