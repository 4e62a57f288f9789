import { and, eq, type SQL, sql } from 'drizzle-orm'
import { drizzle, NodePgDatabase, type NodePgQueryResultHKT, NodePgSession } from 'drizzle-orm/node-postgres'
import {
  type AnyPgColumn,
  bigint,
  customType,
  type PgDatabase,
  PgDialect,
  type PgTable,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import pg from 'pg'
import { withClient } from './client.ts'
import { type Listener, listenTo } from './listen.ts'
import { NamingClient } from './naming.ts'

export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** `timestamptz` as an ISO 8601 string in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** `numeric(9,2)` as a number: exact to two decimals in SQL. */
export const decimal = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(9,2)',
  fromDriver: (value) => Number(value),
  toDriver: (value) => value.toFixed(2),
})

/** Of every id, and of every column that holds one: what grows by use outgrows `integer`. */
export const rowId = () => bigint({ mode: 'number' })

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Rows travel as one JSON value: ISO 8601 timestamps, decimals as numbers, nested lists. Writes need RETURNING. */
export async function query<Row extends object>(db: Db, text: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ fila: Row }>(sql`WITH q AS (${text}) SELECT to_json(q) AS fila FROM q`)
  return rows.map(({ fila }) => fila)
}

/** Rows as a table, sent as one parameter; `table` names it and its columns: `v(id bigint, nota numeric)`. */
export const recordset = (rows: readonly object[], table: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS ${sql.raw(table)}`

/** Of any number of values in one text, so that the statement has a name (naming.ts); `inArray` has a text for each number. */
export const isAnyOf = (column: AnyPgColumn | SQL, values: readonly (number | string)[]): SQL =>
  sql`${column} = ANY (${sql.param(values)})`

type LockKey = number | string

const lockKey = (what: string, id: SQL) => sql`hashtextextended(${what}::text || ':' || ${id}, 0)`

/**
 * Until the transaction ends. For rows that two transactions may both insert, which no row lock can order. Several are taken
 * in the order given, which must be the same everywhere.
 */
export const lock = (tx: Db, what: string, ids: LockKey | LockKey[] = 0, { shared = false } = {}) =>
  tx.execute(sql`SELECT ${sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(${lockKey(what, sql`k`)})
    FROM unnest(${sql.param([ids].flat().map(String))}::text[]) k`)

/** Whether it was free. */
export async function tryLock(tx: Db, what: string): Promise<boolean> {
  const [row] = await query<{ held: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(${lockKey(what, sql`'0'`)}) AS held`,
  )
  return row?.held ?? false
}

/** What a form sent with a key is written once; keys are their author's own. */
export const sentOnce = (name: string, row: { id_usuario: AnyPgColumn; envio: AnyPgColumn }) =>
  uniqueIndex(name).on(row.id_usuario, row.envio).where(sql`${row.envio} IS NOT NULL`)

type SentTable = PgTable & Record<'id' | 'id_usuario' | 'envio', AnyPgColumn>

/** The id of what its author sent with this key before, which a request with the same key waits for; undefined for nothing. */
export async function sentBefore(tx: Db, table: SentTable, author: number, envio: string | null | undefined) {
  if (!envio) return undefined
  await lock(tx, 'envio', `${author}:${envio}`)
  const own = and(eq(table.id_usuario, author), eq(table.envio, envio))
  const [before] = await tx
    .select({ id: sql<number>`${table.id}` })
    .from(table)
    .where(own)
  return before?.id
}

/** Drizzle's leaks the connection when BEGIN fails, and pools it in a transaction when ROLLBACK fails. */
class PooledDatabase extends NodePgDatabase<Record<string, never>> {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    const dialect = new PgDialect()
    super(dialect, new NodePgSession(pool, dialect, undefined), undefined)
    this.#pool = pool
  }

  override async transaction<T>(...[work, config]: Parameters<Db['transaction']>): Promise<T> {
    const client = await this.#pool.connect()
    let begun = false
    try {
      const result = await drizzle(client).transaction((tx) => {
        begun = true
        return work(tx)
      }, config)
      return result as T
    } finally {
      client.release(!begun || client.getTransactionStatus() !== 'I')
    }
  }
}

/** In milliseconds; 0 sets no limit. */
export type Limits = {
  /** Waiting for a free connection, or for PostgreSQL to accept one. */
  connect: number
  statement: number
  lock: number
  idleInTransaction: number
  /** Longer than `statement`: reached only when the database is frozen or unreachable. */
  query: number
  /** Of everything on the connection beside the pool. */
  beside: number
}

const REQUEST_LIMITS: Limits = {
  connect: 5000,
  statement: 5000,
  lock: 4000,
  idleInTransaction: 10_000,
  query: 6000,
  beside: 2000,
}

const PING_MS = 1000

/** Reads take about a millisecond, less than JIT compilation would. */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c TimeZone=UTC'

type Options = { pool?: number; name?: string; limits?: Partial<Limits> }

/** Limits are set on the connection, so that no query or lock outlives a request. */
function openPool(url: string, max: number, name: string, limits: Omit<Limits, 'beside'>): pg.Pool {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 30 * 60,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    query_timeout: limits.query,
    options: PLANNING,
  })
  // Without a listener a lost connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openDatabase(url: string, { pool: max = 10, name = 'campus', limits: overrides = {} }: Options = {}) {
  const { beside: ms, ...limits } = { ...REQUEST_LIMITS, ...overrides }
  const pool = openPool(url, max, name, limits)
  const short = { connect: ms, statement: ms, lock: ms, idleInTransaction: ms, query: ms }
  const beside = openPool(url, 1, `${name}-paginas`, short)
  const db: Db = new PooledDatabase(pool)
  return {
    db,
    pool,
    /** One connection that never waits for the pool: what every cached page asks. */
    beside,
    listen: (channel: string, listener: Listener) => listenTo(url, channel, listener),
    /** On its own connection: a busy pool does not mean that the database is away. @throws within a second */
    ping: () =>
      withClient(url, async (client) => void (await client.query('SELECT 1')), {
        connectionTimeoutMillis: PING_MS,
        query_timeout: PING_MS,
      }),
    close: async () => void (await Promise.all([pool.end(), beside.end()])),
  }
}

export type Database = ReturnType<typeof openDatabase>
