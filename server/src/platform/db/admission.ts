import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { DatabaseSilent } from './pulse.ts'

/** Most statements of one process that the driver may hold; a statement needs a millisecond, a request some kilobytes. */
const MOST = 3000
/** Whoever was not answered for so long never will be: no connection is that patient. */
const LOST_MS = 60_000
/** Not more often is it asked whether a table is held. */
const BETWEEN_LOOKS_MS = 1000
const LOOK_MS = 1500
/** How often it is looked again: while a connection hangs on the table, and afterwards until the table is free. */
const STUCK_MS = 20
const HELD_MS = 150

/** A statement that the driver has: its text, how its caller is told that it will not be, and the backend that runs it. */
export type Sent = {
  text: string
  began: number
  giveUp: (error: DatabaseSilent) => void
  pid: () => number | undefined
}

/** What is let through to the driver. */
export type Admission = {
  /** Why a statement must not be sent now, if it must not. */
  refuses: (text: string) => DatabaseSilent | undefined
  enters: (one: Sent) => void
  /** The driver is done with it, whoever still waits. */
  leaves: (one: Sent) => void
  /** Somebody waits longer than any statement takes: perhaps for a table that another session holds. */
  suspect: () => void
}

type Held = { tabla: string; entera: boolean }

/**
 * The tables that somebody holds against all others (`entera`) or against who writes, or waits to hold: behind who waits
 * all wait. New ones only where a session has waited for a while, those known before for as long as they are held. (Lists go as
 * text: the connection knows no types of arrays.)
 */
const lookAt = (sql: Sql, known: string[]) => sql<Held[]>`
  SELECT t.relname::text AS tabla, bool_or(l.mode = 'AccessExclusiveLock') AS entera
  FROM pg_locks l LEFT JOIN pg_index i ON i.indexrelid = l.relation JOIN pg_class t ON t.oid = coalesce(i.indrelid, l.relation)
  WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
    AND (t.relname = ANY (string_to_array(${known.join()}, ',')) OR EXISTS (SELECT 1 FROM pg_locks w WHERE w.locktype = 'relation'
      AND w.database = l.database AND w.relation = l.relation AND NOT w.granted AND w.waitstart < now() - interval '1.5 s'))
  GROUP BY 1`

/** Frees the connections that wait for a table, of those that nobody waits for any more. */
const letGo = (sql: Sql, pids: number[]) => sql`
  SELECT pg_cancel_backend(pid) FROM pg_locks WHERE locktype = 'relation' AND NOT granted AND pid = ANY (string_to_array(${pids.join()}, ',')::int[])`

const WRITES = ['insert', 'update', 'delete', 'merge']

/** Whether a statement needs a table that is held: its name is among its words. */
function heldOf(text: string, held: Held[]): Held | undefined {
  const words = new Set(text.toLowerCase().split(/\W+/))
  const writes = WRITES.some((word) => words.has(word))
  return held.find(({ tabla, entera }) => words.has(tabla) && (entera || writes))
}

/**
 * Two bounds on what may pile up before one database. The driver sends whatever it is given, over busy connections too, and
 * keeps what it cannot send: without a bound a table that somebody locks (`ALTER TABLE` by hand) takes every connection and
 * then the memory. So no more than {@link MOST} are let in; and what needs a table that is held is refused at once, so that
 * everything else is served (decision 23).
 *
 * `open` gives a connection of its own to ask over, which is ended.
 */
export function createAdmission(open: () => Sql): Admission {
  const sent = new Set<Sent>()
  let held: Held[] = []
  let looking = false
  let lookedAt = Number.NEGATIVE_INFINITY

  function isFull(): boolean {
    if (sent.size < MOST) return false
    // In the order in which they came.
    for (const one of sent) {
      if (performance.now() - one.began < LOST_MS) break
      sent.delete(one)
    }
    return sent.size >= MOST
  }

  function refusalOf(text: string): DatabaseSilent | undefined {
    const table = heldOf(text, held)
    return table && new DatabaseSilent(`the table ${table.tabla} is locked by another session`)
  }

  /** Gives up what needs a table that is held; answers the backends that hang on it. */
  function tellThoseWhoNeedIt(): number[] {
    const pids: number[] = []
    for (const one of sent) {
      const error = refusalOf(one.text)
      if (!error) continue
      one.giveUp(error)
      const pid = one.pid()
      if (pid !== undefined) pids.push(pid)
    }
    return pids
  }

  /** One look: who needs what is held is told so. Answers the backends that hang on it. */
  async function look(sql: Sql): Promise<number[]> {
    held = await lookAt(
      sql,
      held.map(({ tabla }) => tabla),
    )
    const pids = held.length > 0 ? tellThoseWhoNeedIt() : []
    if (pids.length > 0) await letGo(sql, pids)
    return pids
  }

  /** @throws when the database does not answer it in time */
  async function lookInTime(sql: Sql): Promise<number[]> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new DatabaseSilent('the database does not answer')), LOOK_MS)
    return Promise.race([look(sql), late.promise]).finally(() => clearTimeout(timer))
  }

  async function watch(): Promise<void> {
    const sql = open()
    try {
      do {
        const pids = await lookInTime(sql)
        if (held.length > 0) await sleep(pids.length > 0 ? STUCK_MS : HELD_MS, undefined, { ref: false })
      } while (held.length > 0)
    } finally {
      held = []
      sql.end({ timeout: 0 }).catch(() => undefined)
    }
  }

  return {
    refuses(text) {
      if (isFull()) return new DatabaseSilent('too many statements wait for the database')
      return held.length > 0 ? refusalOf(text) : undefined
    },
    enters: (one) => void sent.add(one),
    leaves: (one) => void sent.delete(one),
    suspect() {
      if (looking || performance.now() - lookedAt < BETWEEN_LOOKS_MS) return
      looking = true
      // Whether the database is there at all others find out (pulse.ts).
      watch()
        .catch(() => undefined)
        .finally(() => {
          looking = false
          lookedAt = performance.now()
        })
    },
  }
}
