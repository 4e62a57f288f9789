import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { inTransaction, withClient } from './client.ts'
import { waitForOtherInstances } from './exclusive.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
export const MIGRATION_LOCK = 727_100_001

/** Below `deadlock_timeout` at first: in a deadlock the migration must be canceled, not a student's request. */
const MAX_ATTEMPTS = 80
const lockTimeout = (attempt: number) => `${Math.min(2000, Math.round(40 * 1.08 ** attempt))}ms`
const RETRY_MS = 250

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const isLocked = (error: unknown) =>
  error instanceof Error && 'code' in error && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(String(error.code))

const apply = (client: pg.Client, { hash, folderMillis, sql: statements }: MigrationMeta) =>
  inTransaction(client, async () => {
    for (const statement of statements) await client.query(statement)
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  })

async function lastApplied(client: pg.Client): Promise<number> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle`)
  await client.query(`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
    (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  const { rows } = await client.query('SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations')
  return Number(rows[0]?.last ?? 0)
}

function namesAfter(last: number, folder: string): string[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return entries.filter(({ when }) => when > last).map(({ tag }) => tag)
}

async function applyPending(client: pg.Client, folder: string): Promise<void> {
  const last = await lastApplied(client)
  for (const migration of readMigrationFiles({ migrationsFolder: folder }))
    if (migration.folderMillis > last) await apply(client, migration)
}

/** An empty database has no other instances. */
async function checkOtherInstances(client: pg.Client, folder: string, timeoutMs?: number): Promise<void> {
  const last = await lastApplied(client)
  if (last > 0) await waitForOtherInstances(client, namesAfter(last, folder), folder, timeoutMs)
}

async function retryWhileLocked(client: pg.Client, work: () => Promise<void>, onLocked?: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`SELECT set_config('lock_timeout', $1, false)`, [lockTimeout(attempt)])
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || attempt === MAX_ATTEMPTS) throw error
      onLocked?.()
      await sleep(RETRY_MS)
    }
  }
}

type Options = { onLocked?: () => void; othersTimeoutMs?: number }

/** The previous release may keep serving. @throws OtherInstancesRunning before any change, when it may not */
export async function migrateDatabase(
  url: string,
  folder = MIGRATIONS,
  { onLocked, othersTimeoutMs }: Options = {},
): Promise<void> {
  await withClient(
    url,
    async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
      await retryWhileLocked(client, () => checkOtherInstances(client, folder, othersTimeoutMs), onLocked)
      await retryWhileLocked(client, () => applyPending(client, folder), onLocked)
    },
    { application_name: 'campus-migrate' },
  )
}
