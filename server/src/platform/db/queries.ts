import type { Sql, TransactionSql } from 'postgres'
import { currentOrigin } from '../http/request-context.ts'
import type { Admission, Sent } from './admission.ts'
import { DatabaseSilent, isNobody, type Pulse, type Waiting } from './pulse.ts'

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

/** The backend that runs a statement now, not one that it waits for in the line of another. */
function backendOf(query: object): number | undefined {
  const state: unknown = Reflect.get(query, 'active') === true && Reflect.get(query, 'state')
  const pid: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'pid') : undefined
  return typeof pid === 'number' ? pid : undefined
}

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

/** Why a statement is not sent at all: nobody would answer, too many wait, or another session holds its table. */
function refusalOf(text: string, { pulse, admission }: Watch, manner: Manner): DatabaseSilent | undefined {
  if (manner.over) return refusal()
  if (manner.patient) return undefined
  return pulse.beats() ? admission.refuses(text) : refusal()
}

function watch(query: object, text: string, watching: Watch, manner: Manner): void {
  if (!isSettling(query)) return
  const began = performance.now()
  // Asked now: the answer comes by the connection's events, which belong to whoever opened it.
  const request = currentOrigin()?.id
  const { resolve, reject } = query
  // The driver would remember for ever where each statement that failed was written.
  Object.defineProperty(query, 'origin', { value: '' })
  manner.patient ||= text.includes(ASKS_FOR_TIME)
  const { seen, pulse, admission } = watching
  const tellOff = (error: DatabaseSilent) => {
    reject(error)
    manner.onSilent(error)
  }
  const refused = refusalOf(text, watching, manner)
  if (refused) {
    query.executed = true
    tellOff(refused)
    return
  }
  const waiting = aWaiting(pulse, tellOff)
  const giveUp = (error: DatabaseSilent) => {
    pulse.heard(waiting, error)
    tellOff(error)
  }
  const sent: Sent = { text, began, giveUp, pid: () => backendOf(query) }
  if (!manner.patient) {
    pulse.waits(waiting)
    admission.enters(sent)
  }
  query.resolve = (value) => {
    admission.leaves(sent)
    pulse.heard(waiting)
    seen(text, performance.now() - began, request)
    resolve(value)
  }
  query.reject = (error) => {
    admission.leaves(sent)
    if (isNobody(error)) manner.onLost()
    pulse.heard(waiting, error)
    seen(text, performance.now() - began, request)
    reject(error)
  }
}

/** Who hears of the queries, who knows whether the database answers, and who lets them through. */
type Watch = { seen: QueryWatcher; pulse: Pulse; admission: Admission }

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
  const { pulse, admission } = watching
  const refused = refusalOf('', watching, outer)
  if (refused) return Promise.reject(refused)
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
  const sent: Sent = { text: '', began: beginning.began, giveUp: () => undefined, pid: () => undefined }
  if (!outer.patient) {
    pulse.waits(beginning)
    admission.enters(sent)
  }
  const begun = open(...args.slice(0, -1), async (inner: TransactionSql) => {
    admission.leaves(sent)
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
    admission.leaves(sent)
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
