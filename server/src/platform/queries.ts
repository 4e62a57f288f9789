import type { Sql, TransactionSql } from 'postgres'
import { DatabaseSilent, type Pulse, type Waiting } from './pulse.ts'

/** Told of each query when it ends: its text with `$1` for every value, and milliseconds, waiting for a connection included. */
export type QueryWatcher = (text: string, milliseconds: number) => void

type Settling = { executed: boolean; resolve: (value: unknown) => void; reject: (reason: unknown) => void }

const isSettling = (query: object): query is Settling => 'resolve' in query && 'reject' in query && 'executed' in query

/** What one transaction is like: `patient` once it has asked for all the time it needs. */
type Manner = { patient: boolean; onSilent: (error: DatabaseSilent) => void }

const ASKS_FOR_TIME = "set_config('statement_timeout', '0'"

const refusal = () => new DatabaseSilent('the database does not answer')

function watch(query: object, text: string, { seen, pulse }: Watch, manner: Manner): void {
  if (!isSettling(query)) return
  const began = performance.now()
  const { resolve, reject } = query
  manner.patient ||= text.includes(ASKS_FOR_TIME)
  if (!manner.patient && !pulse.beats()) {
    // Nobody would answer: it is not sent at all.
    query.executed = true
    const error = refusal()
    reject(error)
    manner.onSilent(error)
    return
  }
  let waiting: Waiting | undefined
  if (!manner.patient) {
    waiting = {
      began,
      giveUp() {
        const error = refusal()
        pulse.heard(waiting, error)
        reject(error)
        manner.onSilent(error)
      },
    }
    pulse.waits(waiting)
  }
  query.resolve = (value) => {
    pulse.heard(waiting)
    seen(text, performance.now() - began)
    resolve(value)
  }
  query.reject = (error) => {
    pulse.heard(waiting, error)
    seen(text, performance.now() - began)
    reject(error)
  }
}

/** Who hears of the queries, and who knows whether the database answers. */
type Watch = { seen: QueryWatcher; pulse: Pulse }

/**
 * A transaction whose beginning is waited for no longer than a statement. Given up before it began it never does its work:
 * its caller was told that it did not.
 */
function beginWatched(
  open: (...args: unknown[]) => Promise<unknown>,
  args: unknown[],
  watching: Watch,
  outer: Manner,
): Promise<unknown> {
  const work = args.at(-1)
  // Of its arguments the last is the work, which gets a connection of its own.
  if (typeof work !== 'function') return open(...args)
  const { pulse } = watching
  if (!outer.patient && !pulse.beats()) return Promise.reject(refusal())
  const silence = Promise.withResolvers<never>()
  let givenUp = false
  const waiting: Waiting = {
    began: performance.now(),
    giveUp() {
      givenUp = true
      pulse.heard(waiting, refusal())
      silence.reject(new DatabaseSilent('no transaction could begin'))
    },
  }
  if (!outer.patient) pulse.waits(waiting)
  const begun = open(...args.slice(0, -1), (inner: TransactionSql) => {
    pulse.heard(waiting)
    if (givenUp) throw refusal()
    return work(watchQueries(inner, watching, { patient: outer.patient, onSilent: silence.reject }))
  })
  begun.catch((error) => pulse.heard(waiting, error))
  return Promise.race([begun, silence.promise])
}

/**
 * Lets `seen` know of every query that Drizzle sends through this pool and its transactions, and ends the waiting for one
 * that is not answered. A transaction that hears nothing is given up as a whole: its rollback would hang as well.
 */
export function watchQueries<Pool extends Sql | TransactionSql>(
  pool: Pool,
  watching: Watch,
  manner: Manner = { patient: false, onSilent: () => undefined },
): Pool {
  const { unsafe } = pool
  Object.assign(pool, {
    unsafe(text: string, ...rest: []) {
      const query = unsafe.call(pool, text, ...rest)
      watch(query, text, watching, manner)
      return query
    },
  })
  for (const name of ['begin', 'savepoint'] as const) {
    const open: unknown = Reflect.get(pool, name)
    if (typeof open !== 'function') continue
    const begin = async (...args: unknown[]): Promise<unknown> => open.apply(pool, args)
    Object.assign(pool, { [name]: (...args: unknown[]) => beginWatched(begin, args, watching, manner) })
  }
  return pool
}
