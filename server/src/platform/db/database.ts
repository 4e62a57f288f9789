import { customType } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { withClient } from './client.ts'
import { type Db, PooledDatabase } from './drizzle.ts'
import { type Listen, listenTo } from './listen.ts'

export type { Db } from './drizzle.ts'

/** A pool with its Drizzle face. */
export type Database = {
  db: Db
  pool: pg.Pool
  listen: Listen
  /** Asks over a connection of its own: a pool that is busy is not a database that is away. @throws after a second at most */
  ping: () => Promise<void>
  close: () => Promise<void>
}

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

/** How long things may take, in milliseconds; 0 sets no limit. */
export type Limits = {
  /** Waiting for a free connection, or for PostgreSQL to accept a new one. */
  connect: number
  statement: number
  lock: number
  idleInTransaction: number
  /** Longer than `statement`: only a database that is frozen or unreachable gets here. */
  query: number
}

/** The limits of a process that answers requests. */
const REQUEST_LIMITS: Limits = {
  connect: 10_000,
  statement: 5000,
  lock: 4000,
  idleInTransaction: 10_000,
  query: 6000,
}

const PING_MS = 1000

/** Our reads take about a millisecond: compiling their plans takes longer, and indexes in memory cost little more than reading on. */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c TimeZone=UTC'

type Options = { pool?: number; name?: string; limits?: Partial<Limits> }

/** Opens a pool. Limits sit on the connection, so that no query or lock outlives a request; `limits` replaces some of them. */
export function openDatabase(url: string, { pool: max = 10, name = 'campus', limits = {} }: Options = {}): Database {
  const { connect, statement, lock, idleInTransaction, query } = { ...REQUEST_LIMITS, ...limits }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: connect,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 30 * 60,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    query_timeout: query,
    options: PLANNING,
  })
  // A lost connection fails its own query, or is replaced if it was idle; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const ping = () =>
    withClient(url, async (client) => void (await client.query('SELECT 1')), {
      connectionTimeoutMillis: PING_MS,
      query_timeout: PING_MS,
    })
  return { db: new PooledDatabase(pool), pool, listen: listenTo(url), ping, close: () => pool.end() }
}

/** Settings without which PostgreSQL could lose what it acknowledged, and whether a value is safe. */
const DURABILITY: Record<string, (setting: string) => boolean> = {
  fsync: (setting) => setting === 'on',
  full_page_writes: (setting) => setting === 'on',
  synchronous_commit: (setting) => setting !== 'off',
}

/** The settings, as `name = value`, with which a power failure could lose acknowledged writes. */
export async function unsafeSettings({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
    [Object.keys(DURABILITY)],
  )
  return rows
    .filter(({ name, setting }) => !DURABILITY[name]?.(setting))
    .map(({ name, setting }) => `${name} = ${setting}`)
}
