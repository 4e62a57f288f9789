import type { Sql, TransactionSql } from 'postgres'

/** Told of each query when it ends: its text with `$1` for every value, and milliseconds, waiting for a connection included. */
export type QueryWatcher = (text: string, milliseconds: number) => void

/** Below the server's own limit for a statement: one that hangs cannot keep its own (safety.md section 3). */
const SILENT_MS = 4500

/** The database took a statement and says nothing; the request is refused while the connection goes on waiting. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
}

type Settling = { resolve: (value: unknown) => void; reject: (reason: unknown) => void }

const isSettling = (query: object): query is Settling => 'resolve' in query && 'reject' in query

/** What one transaction is like: `patient` once it has asked for all the time it needs. */
type Manner = { patient: boolean; onSilent: (error: DatabaseSilent) => void }

const ASKS_FOR_TIME = "set_config('statement_timeout', '0'"

function watch(query: object, text: string, seen: QueryWatcher, manner: Manner): void {
  if (!isSettling(query)) return
  const began = performance.now()
  const { resolve, reject } = query
  manner.patient ||= text.includes(ASKS_FOR_TIME)
  const giveUp = () => {
    const error = new DatabaseSilent('the database does not answer')
    reject(error)
    manner.onSilent(error)
  }
  const late = manner.patient ? undefined : setTimeout(giveUp, SILENT_MS).unref()
  const told =
    (settle: (value: unknown) => void) =>
    (value: unknown): void => {
      clearTimeout(late)
      seen(text, performance.now() - began)
      settle(value)
    }
  query.resolve = told(resolve)
  query.reject = told(reject)
}

/**
 * Lets `seen` know of every query that Drizzle sends through this pool and its transactions, and ends the waiting for one
 * that is not answered. A transaction that hears nothing is given up as a whole: its rollback would hang as well.
 */
export function watchQueries<Pool extends Sql | TransactionSql>(
  pool: Pool,
  seen: QueryWatcher,
  manner: Manner = { patient: false, onSilent: () => undefined },
): Pool {
  const { unsafe } = pool
  Object.assign(pool, {
    unsafe(text: string, ...rest: []) {
      const query = unsafe.call(pool, text, ...rest)
      watch(query, text, seen, manner)
      return query
    },
  })
  for (const name of ['begin', 'savepoint'] as const) {
    const open: unknown = Reflect.get(pool, name)
    if (typeof open !== 'function') continue
    // Of its arguments the last is the work, which gets a connection of its own.
    const watched = (...args: unknown[]) => {
      const work = args.at(-1)
      if (typeof work !== 'function') return open.apply(pool, args)
      const silence = Promise.withResolvers<never>()
      const late = setTimeout(() => silence.reject(new DatabaseSilent('no transaction could begin')), SILENT_MS).unref()
      const begun = open.call(pool, ...args.slice(0, -1), (inner: TransactionSql) => {
        clearTimeout(late)
        return work(watchQueries(inner, seen, { patient: manner.patient, onSilent: silence.reject }))
      })
      return Promise.race([begun, silence.promise])
    }
    Object.assign(pool, { [name]: watched })
  }
  return pool
}
