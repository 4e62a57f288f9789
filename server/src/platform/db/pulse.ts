import postgres from 'postgres'

/** Below the server's own limit for a statement: one that hangs cannot keep its own (safety.md section 3). */
const SILENT_MS = 4500
/** Longer than any statement takes, and shorter than a lock is waited for: somebody may hold a table. */
const STALLED_MS = 2500
/** Nobody was answered for so long while somebody waits: time to ask whether anyone is there. */
const DOUBT_MS = 700
/** How long the database may take to let a new connection in and say one word. */
const PROBE_MS = 1500
const BETWEEN_PROBES_MS = 100
const TICK_MS = 250

/** The database took a statement and says nothing, or is known not to answer now. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
}

/** True when an error, or what caused it, is {@link DatabaseSilent}. */
export function isSilence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof DatabaseSilent) return true
  return false
}

/** A statement that waits for its answer, and how to end the waiting. */
export type Waiting = { began: number; giveUp: () => void }

/**
 * Whether the database answers, as one process knows it. While it does not, nobody waits for it: what waits is given up,
 * what comes is refused at once, and one connection at a time asks until it is heard again.
 */
export type Pulse = {
  /** False from the moment that it is known not to answer until it does. */
  beats: () => boolean
  /** Somebody waits from now on. */
  waits: (waiting: Waiting) => void
  /** The end of a waiting, or an answer that nobody waited for here, with what the database failed with, if it did. */
  heard: (waiting: Waiting | undefined, error?: unknown) => void
}

/** What says that nobody was there to refuse: a refusal in PostgreSQL's own words is an answer. */
const NOBODY = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
])

/** True when the error says that the database itself was not there. */
export function isNobody(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOBODY.has(String(error.code))
}

/** True of what the driver fails with when a connection of its was ended or lost, and of nothing that the server said. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CONNECTION_')

/** Asks over a connection of its own: those of the pool may be the ones that are dead. @throws when nobody answers */
export async function askOnce(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: PROBE_MS / 1000, fetch_types: false, onnotice: () => undefined })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new DatabaseSilent('the database does not answer')), PROBE_MS)
  try {
    await Promise.race([sql`SELECT 1`, late.promise])
  } catch (error) {
    if (error instanceof DatabaseSilent || isNobody(error)) throw error
  } finally {
    clearTimeout(timer)
    sql.end({ timeout: 0 }).catch(() => undefined)
  }
}

/** `ask` throws when the database is not there; `onStalled` hears while somebody has waited for long. */
export function createPulse(ask: () => Promise<void>, onStalled: () => void = () => undefined): Pulse {
  const waiting = new Set<Waiting>()
  let beating = true
  let asking = false
  let heardAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let tickedAt = 0

  async function find(): Promise<void> {
    if (asking) return
    asking = true
    for (;;) {
      const began = performance.now()
      const there = await ask().then(
        () => true,
        // Somebody else was answered meanwhile: then it is there.
        () => heardAt > began,
      )
      if (there) break
      beating = false
      for (const one of waiting) one.giveUp()
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_PROBES_MS).unref())
    }
    hear()
    asking = false
  }

  function hear(): void {
    beating = true
    heardAt = performance.now()
  }

  /** Who has waited the longest wonders: whether anybody is there, and whether somebody is in the way. */
  function wonder(oldest: Waiting, now: number): void {
    const waited = now - oldest.began
    if (waited > DOUBT_MS && now - heardAt > DOUBT_MS) void find()
    if (waited > STALLED_MS) onStalled()
  }

  function tick(): void {
    const now = performance.now()
    // By as much as this process was late itself, nothing is known of the database.
    heardAt += Math.max(0, now - tickedAt - TICK_MS)
    tickedAt = now
    // In the order in which they came: behind the first that is in time all are.
    for (const one of waiting) {
      if (now - one.began < SILENT_MS) break
      one.giveUp()
    }
    const [oldest] = waiting
    if (oldest) wonder(oldest, now)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    beats: () => beating,
    waits(one) {
      waiting.add(one)
      if (timer) return
      tickedAt = performance.now()
      timer = setInterval(tick, TICK_MS).unref()
    },
    heard(one, error) {
      if (one) waiting.delete(one)
      if (error instanceof DatabaseSilent) return
      if (isNobody(error)) void find()
      else hear()
    },
  }
}
