import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql as fragment, type SQL } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { customType, type PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createAdmission } from './admission.ts'
import { askOnce, createPulse, type Pulse } from './pulse.ts'
import { type QueryWatcher, watchQueries } from './queries.ts'
import { statement, type Values } from './statements.ts'

/** The database or a transaction on it: the first parameter of every feature function. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

/** A pool with its Drizzle face. */
export type Database = { db: Db; sql: postgres.Sql; close: () => Promise<void> }

/** `timestamptz`, in the program and on the wire an ISO 8601 string in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** `numeric(9,2)` as a number: grades and question values, exact to two decimals in SQL. */
export const decimal = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(9,2)',
  fromDriver: (value) => Number(value),
  toDriver: (value) => value.toFixed(2),
})

/** `bytea` as a buffer. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Every migration, in the order of its journal. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** Held by the copy that brings the database to the newest migration. */
export const MIGRATION_LOCK = 727_100_001

type PoolOptions = {
  pool?: number
  name?: string
  /** Hears of each statement that is sent, for counting and explaining them. */
  onQuery?: (connection: number, text: string) => void
  /** Hears of each query that ended, and how long it took. */
  watch?: QueryWatcher
}

/** Opens a pool. Limits sit on the connection, so that no query or lock outlives a request (safety.md section 4). */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const settings = {
    connect_timeout: 4,
    // When to try again is decided by who knows whether anybody is there (pulse.ts), not by each connection, up to 20 s later.
    backoff: () => 0.05,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    onnotice: () => undefined,
    connection: {
      application_name: options.name ?? 'campus',
      statement_timeout: 5000,
      lock_timeout: 4000,
      idle_in_transaction_session_timeout: 10_000,
      TimeZone: 'UTC',
      // Our reads take a millisecond; compiling their plans would take a hundred.
      jit: 'off',
      // Many answer at once on all cores: two helpers for one read take more from the others than they give it.
      max_parallel_workers_per_gather: 0,
      // Pages of hot tables are in memory: an index costs little more than reading on, which is what 4, for turning disks, denies.
      random_page_cost: 1.1,
      // Else a statement whose values promise a cheaper plan is planned anew each time, which costs five times the reading (decision 0020).
      plan_cache_mode: 'force_generic_plan',
    },
  }
  const sql = postgres(url, { ...settings, max: options.pool ?? 10, debug: options.onQuery })
  // Without the types of arrays: hung up while it asks for them, the driver leaves a failure that nobody hears, and Node ends the program.
  const open = (more: object = {}) => postgres(url, { ...settings, max: 1, fetch_types: false, ...more })
  const admission = createAdmission(() => open())
  const pulse = createPulse(() => askOnce(url), admission.suspect)
  opened.set(sql, { open, pulse })
  if (options.watch) watchQueries(sql, { seen: options.watch, pulse, admission })
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) }
}

const opened = new WeakMap<postgres.Sql, { open: (more?: object) => postgres.Sql; pulse: Pulse }>()

/** One connection beside a pool of `openDatabase`, to the same database; whoever asks for it ends it. */
export const besides = (pool: postgres.Sql): postgres.Sql => openedAs(pool).open()

function openedAs(pool: postgres.Sql) {
  const known = opened.get(pool)
  if (!known) throw new Error('not a pool of openDatabase')
  return known
}

/** A lost line is laid again so much later, in seconds: nobody waits for it. */
const LISTEN_AGAIN = 1

/**
 * Hears what PostgreSQL says in a channel, over a line of its own: with two channels on one, each try to lay it again leaves a
 * statement behind in the driver. `heard` for each word; `onOpen` for each new line, because what was said before is gone.
 * `opened` once it hears, or could not be laid at first; `end` waits for nobody.
 */
export function listenBeside(
  pool: postgres.Sql,
  channel: string,
  {
    heard,
    onOpen,
    onFailure,
  }: { heard: (word: string) => void; onOpen: () => void; onFailure: (error: unknown) => void },
): { opened: Promise<void>; end: () => Promise<void> } {
  const line = openedAs(pool).open({ backoff: () => LISTEN_AGAIN })
  let over = false
  // The driver goes on trying after the first failure, too.
  const opened = line.listen(channel, heard, onOpen).then(
    () => undefined,
    (error) => {
      if (!over) onFailure(error)
    },
  )
  return {
    opened,
    async end() {
      over = true
      await line.end({ timeout: 0 })
    },
  }
}

/** Tells that the database answered beside a pool: what is refused because it was silent is let through again. */
export function heardBeside(pool: postgres.Sql): void {
  opened.get(pool)?.pulse.heard(undefined)
}

const SAFE: Record<string, (setting: string) => boolean> = {
  fsync: (setting) => setting === 'on',
  full_page_writes: (setting) => setting === 'on',
  synchronous_commit: (setting) => setting !== 'off',
}

/** The settings, as `name = value`, with which the server would forget what it acknowledged if it lost its power. */
export async function forgetfulSettings(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name IN ${sql(Object.keys(SAFE))} ORDER BY name`
  return rows.filter(({ name, setting }) => !SAFE[name]?.(setting)).map(({ name, setting }) => `${name} = ${setting}`)
}

/**
 * How long a migration waits for a table's lock, longer each time it was in vain. At first hardly at all: it may hold another
 * already, and of two that wait for each other PostgreSQL refuses who waited a second, which must not be a student.
 */
const LOCK_TRIES = 80
const lockWait = (tries: number) => `${Math.min(2000, Math.round(40 * 1.08 ** tries))}ms`
const BETWEEN_MS = 250

function isLocked(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === '55P03' || cause.code === '40P01')) return true
  return false
}

/** Applies one migration and writes down that it was, both or none, as Drizzle's own migrator does for all at once. */
async function applyOne(sql: postgres.Sql, { hash, folderMillis, sql: statements }: MigrationMeta): Promise<void> {
  await sql.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
    await tx`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`
  })
}

async function lastApplied(sql: postgres.Sql): Promise<number> {
  const [there] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') AS tabla`
  if (!there?.tabla) {
    await sql`CREATE SCHEMA IF NOT EXISTS drizzle`
    await sql`CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`
  }
  const [row] = await sql`SELECT max(created_at) AS cuando FROM drizzle.__drizzle_migrations`
  return Number(row?.cuando ?? 0)
}

/**
 * Brings the database to the newest migration, or to the last one of `folder`. Many copies may start at once: an
 * advisory lock lets one apply them, the others wait and find nothing to do. Copies of the version before go on serving:
 * each migration has a transaction of its own, and one that meets a lock gives up soon, lets the others pass and tries again.
 * @param onLocked told of each try that a lock was in the way of
 */
export async function migrateDatabase(
  url: string,
  folder = MIGRATIONS,
  onLocked: () => void = () => undefined,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { application_name: 'campus-migrate' } })
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`
    for (let tries = 1; ; tries++) {
      await sql`SELECT set_config('lock_timeout', ${lockWait(tries)}, false)`
      try {
        const last = await lastApplied(sql)
        const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
          ({ folderMillis }) => folderMillis > last,
        )
        for (const migration of pending) await applyOne(sql, migration)
        return
      } catch (error) {
        if (!isLocked(error) || tries === LOCK_TRIES) throw error
        onLocked()
        await sleep(BETWEEN_MS)
      }
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

type Prepared = { execute: (params: Record<string, unknown>) => Promise<unknown>; getQuery: () => { sql: string } }

const hotReads: ((db: Db) => Prepared)[] = []

/** The text of every hot read of the modules that were loaded, so that none can be without an index (plans.test.ts). */
export const hotTexts = (db: Db): string[] => hotReads.map((build) => build(db).getQuery().sql)

/**
 * A hot read as a named prepared statement: its SQL is built once per pool, not at each call
 * (4,700 against 37,000 reads a second, architecture.md). Values come in through `sql.placeholder`.
 */
export function hot<Query extends Prepared>(build: (db: Db) => Query) {
  hotReads.push(build)
  const built = new WeakMap<Db, Query>()
  return (db: Db, params: Record<string, unknown>): ReturnType<Query['execute']> => {
    let query = built.get(db)
    if (!query) {
      query = build(db)
      built.set(db, query)
    }
    return query.execute(params) as ReturnType<Query['execute']>
  }
}

/**
 * A hot read whose SQL is written out, as a prepared statement. Each row comes as one JSON value, nested lists
 * included, so that times are ISO 8601 and decimals numbers, and a screen needs one query.
 */
export function hotRows<Row>(name: string, query: SQL): (db: Db, params: Values) => Promise<Row[]> {
  const read = statement<{ fila: Row }>(
    fragment`${fragment.raw(`/* ${name} */`)} SELECT to_json(q) AS fila FROM (${query}) q`,
  )
  return async (db, params) => (await read(db, params)).map(({ fila }) => fila)
}
