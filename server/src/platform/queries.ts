import type { Sql, TransactionSql } from 'postgres'
import { DatabaseSilent, isNobody, type Pulse, type Waiting } from './pulse.ts'
import { currentOrigin } from './request-context.ts'

/**
 * Told of each query when it ends: its text with `$1` for every value, milliseconds, waiting for a connection included, and the
 * id of the request that it was sent for, if one was.
 */
export type QueryWatcher = (text: string, milliseconds: number, request: string | undefined) => void

type Settling = { executed: boolean; resolve: (value: unknown) => void; reject: (reason: unknown) => void }

const isSettling = (query: object): query is Settling => 'resolve' in query && 'reject' in query && 'executed' in query

/** What a pool or a transaction is like: `patient` once it has asked for all the time it needs. */
type Manner = {
  patient: boolean
  /**
   * A transaction ended, or its connection is gone: what comes then the driver would send over the next one, in the middle of
   * somebody else's transaction.
   */
  over: boolean
  onSilent: (error: DatabaseSilent) => void
  /** A statement was lost with its connection. */
  onLost: () => void
}

const ASKS_FOR_TIME = "set_config('statement_timeout', '0'"

const refusal = () => new DatabaseSilent('the database does not answer')

/** A wait that is given up when the database is silent. */
function aWaiting(pulse: Pulse, onSilent: (error: DatabaseSilent) => void): Waiting {
  const waiting: Waiting = {
    began: performance.now(),
    giveUp() {
      const error = refusal()
      pulse.heard(waiting, error)
      onSilent(error)
    },
  }
  return waiting
}

function watch(query: object, text: string, { seen, pulse }: Watch, manner: Manner): void {
  if (!isSettling(query)) return
  const began = performance.now()
  // Asked now: the answer comes by the connection's events, which belong to whoever opened it.
  const request = currentOrigin()?.id
  const { resolve, reject } = query
  // The driver would remember for ever where each statement that failed was written.
  Object.defineProperty(query, 'origin', { value: '' })
  manner.patient ||= text.includes(ASKS_FOR_TIME)
  if (manner.over || (!manner.patient && !pulse.beats())) {
    // Nobody would answer: it is not sent at all.
    query.executed = true
    const error = refusal()
    reject(error)
    manner.onSilent(error)
    return
  }
  const waiting = aWaiting(pulse, (error) => {
    reject(error)
    manner.onSilent(error)
  })
  if (!manner.patient) pulse.waits(waiting)
  query.resolve = (value) => {
    pulse.heard(waiting)
    seen(text, performance.now() - began, request)
    resolve(value)
  }
  query.reject = (error) => {
    if (isNobody(error)) manner.onLost()
    pulse.heard(waiting, error)
    seen(text, performance.now() - began, request)
    reject(error)
  }
}

/** Who hears of the queries, and who knows whether the database answers. */
type Watch = { seen: QueryWatcher; pulse: Pulse }

/**
 * A transaction whose beginning and end are waited for no longer than a statement. Given up before it began it never does its
 * work: its caller was told that it did not.
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
  const manner: Manner = {
    patient: outer.patient,
    over: false,
    onSilent(error) {
      silence.reject(error)
      outer.onSilent(error)
    },
    onLost: () => {
      manner.over = true
    },
  }
  let givenUp = false
  const beginning = aWaiting(pulse, (error) => {
    givenUp = true
    manner.onSilent(error)
  })
  const ending = aWaiting(pulse, manner.onSilent)
  // What is answered the driver commits or rolls back, also where no connection is left to do it on: there nothing is answered
  // any more, and the caller hears from the driver that the connection is gone.
  const settled = () => {
    if (manner.over) return new Promise<never>(() => undefined)
    ending.began = performance.now()
    if (!manner.patient) pulse.waits(ending)
    return undefined
  }
  if (!outer.patient) pulse.waits(beginning)
  const begun = open(...args.slice(0, -1), async (inner: TransactionSql) => {
    pulse.heard(beginning)
    if (givenUp) throw refusal()
    try {
      const result = await work(watchQueries(inner, watching, manner))
      await settled()
      return result
    } catch (error) {
      await settled()
      throw error
    }
  })
  const ended = (error?: unknown) => {
    manner.over = true
    for (const waiting of [beginning, ending]) pulse.heard(waiting, error)
  }
  begun.then(() => ended(), ended)
  return Promise.race([begun, silence.promise])
}

/**
 * Lets `seen` know of every query that Drizzle sends through this pool and its transactions, and ends the waiting for one
 * that is not answered. A transaction that hears nothing is given up as a whole: its rollback would hang as well.
 */
export function watchQueries<Pool extends Sql | TransactionSql>(
  pool: Pool,
  watching: Watch,
  manner: Manner = { patient: false, over: false, onSilent: () => undefined, onLost: () => undefined },
): Pool {
  const { unsafe } = pool
  Object.assign(pool, {
    unsafe(text: string, ...rest: [args?: [], options?: object]) {
      const query = unsafe.call(pool, text, ...rest)
      // The driver's own BEGIN is waited for with its transaction: given up alone, it would hold a connection that nobody ends.
      if (!rest[1] || !('onexecute' in rest[1])) watch(query, text, watching, manner)
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
