import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_GRACE_SECONDS, RETURNED_GRACE_SECONDS } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type Db, query } from '../../platform/db/database.ts'
import { currentOrigin } from '../../platform/http/requests.ts'

const BEAT_MS = 2000
/** A shorter gap gives nothing back: {@link GRACE} is longer. */
const SHORTEST_OUTAGE = sql.raw(`interval '5 seconds'`)

/** Time for a save already on its way (docs/product/exams.md 3.4). */
export const GRACE = sql.raw(`interval '${ANSWER_GRACE_SECONDS} seconds'`)
const RETURNED_GRACE = sql.raw(`interval '${RETURNED_GRACE_SECONDS} seconds'`)

const takenUntil = (attempt: string): SQL => {
  const column = (name: string) => sql.raw(`${attempt}.${name}`)
  return sql`(${column('limite')} + CASE WHEN ${column('segundos_devueltos')} > 0 THEN ${RETURNED_GRACE} ELSE ${GRACE} END)`
}

/** `now()`; until an outage is counted, the moment when it began, because no time passes for students meanwhile. */
export const SERVICE_NOW = sql`coalesce((SELECT l.ultimo FROM latido l WHERE l.ultimo < now() - ${SHORTEST_OUTAGE}), now())`

/** An outage that has ended gave nothing back yet. */
export const UNCOUNTED = sql`${SERVICE_NOW} < now()`

/** Whether an attempt takes no more answers; one without a limit always does. */
export const isOver = (attempt: string): SQL => sql`coalesce(${takenUntil(attempt)} < ${SERVICE_NOW}, false)`

/** Moves the limits of the attempts that were open when the outage began; returns how many. */
async function returnTime(tx: Db, desde: string): Promise<{ segundos: number; intentos: number }> {
  const wasOpen = sql`i.estado = 'abierto' AND ${takenUntil('i')} >= ${desde}::timestamptz`
  // The details first and by id, as every writer of several attempts does, to avoid deadlocks.
  await tx.execute(sql`SELECT d.id FROM detalle_evaluacion d
    WHERE d.id IN (SELECT i.id_detalle FROM intentos_evaluacion i WHERE ${wasOpen}) ORDER BY d.id FOR UPDATE`)
  const [beat] = await query<{ hasta: string; segundos: number }>(
    tx,
    sql`UPDATE latido SET ultimo = clock_timestamp()
      RETURNING ultimo AS hasta, ceil(extract(epoch FROM ultimo - ${desde}::timestamptz))::int AS segundos`,
  )
  if (!beat) return { segundos: 0, intentos: 0 }
  const moved = await query<{ id: number }>(
    tx,
    sql`UPDATE intentos_evaluacion a SET segundos_devueltos = a.segundos_devueltos + v.segundos,
        limite = a.limite + make_interval(secs => v.segundos)
      FROM (SELECT i.id, ceil(extract(epoch FROM ${beat.hasta}::timestamptz - greatest(i.inicio, ${desde}::timestamptz)))::int AS segundos
        FROM intentos_evaluacion i WHERE ${wasOpen}) v
      WHERE v.id = a.id AND v.segundos > 0 RETURNING a.id`,
  )
  return { segundos: beat.segundos, intentos: moved.length }
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Gives the time since the last heartbeat back if the service was away (docs/product/exams.md 5.3). Of several processes
 * the first counts it. The caller holds no attempt: the heartbeat is locked before the details.
 */
export async function countOutage(db: Db, log: Log | undefined = currentOrigin()?.log): Promise<void> {
  const counted = await db.transaction(async (tx) => {
    const [last] = await query<{ desde: string }>(
      tx,
      sql`SELECT l.ultimo AS desde FROM latido l WHERE l.ultimo < clock_timestamp() - ${SHORTEST_OUTAGE} FOR UPDATE`,
    )
    return last && returnTime(tx, last.desde)
  })
  if (counted) log?.warn(counted, 'the service was away: open attempts got the time back')
}

/** Counts an outage, or tells the other processes that the service lives. A clock that went back takes nothing. */
export async function beat(db: Db, log: Log): Promise<void> {
  const lives = await query(
    db,
    sql`INSERT INTO latido (ultimo) VALUES (clock_timestamp()) ON CONFLICT (id) DO UPDATE SET ultimo = clock_timestamp()
      WHERE latido.ultimo >= clock_timestamp() - ${SHORTEST_OUTAGE} RETURNING id`,
  )
  if (lives.length === 0) await countOutage(db, log)
}

/** Beats until `stopped`. */
export async function keepBeating(db: Db, stopped: AbortSignal, log: Log): Promise<void> {
  while (!stopped.aborted) {
    // One that fails, as when PostgreSQL is away, leaves the gap to the next.
    await beat(db, log).catch(() => undefined)
    await sleep(BEAT_MS, undefined, { signal: stopped, ref: false }).catch(() => undefined)
  }
}

class UncountedOutage extends Error {}

/** In a transaction of {@link afterOutage}, which is then repeated. */
export function requireCounted({ uncounted }: { uncounted: boolean }): void {
  if (uncounted) throw new UncountedOutage()
}

/** Repeats work that met an outage before any process had counted it, so that it sees the limit that holds now. */
export async function afterOutage<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UncountedOutage)) throw error
    await countOutage(db)
    return afterOutage(db, work)
  }
}
