import type { Sql, TransactionSql } from 'postgres'

/** Told of each query when it ends: its text with `$1` for every value, and milliseconds, waiting for a connection included. */
export type QueryWatcher = (text: string, milliseconds: number) => void

type Settling = { resolve: (value: unknown) => void; reject: (reason: unknown) => void }

const isSettling = (query: object): query is Settling => 'resolve' in query && 'reject' in query

function watch(query: object, text: string, seen: QueryWatcher): void {
  if (!isSettling(query)) return
  const began = performance.now()
  const { resolve, reject } = query
  const told =
    (settle: (value: unknown) => void) =>
    (value: unknown): void => {
      seen(text, performance.now() - began)
      settle(value)
    }
  query.resolve = told(resolve)
  query.reject = told(reject)
}

/** Lets `seen` know of every query that Drizzle sends through this pool and its transactions. */
export function watchQueries<Pool extends Sql | TransactionSql>(pool: Pool, seen: QueryWatcher): Pool {
  const { unsafe } = pool
  Object.assign(pool, {
    unsafe(text: string, ...rest: []) {
      const query = unsafe.call(pool, text, ...rest)
      watch(query, text, seen)
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
      return open.call(pool, ...args.slice(0, -1), (inner: TransactionSql) => work(watchQueries(inner, seen)))
    }
    Object.assign(pool, { [name]: watched })
  }
  return pool
}
