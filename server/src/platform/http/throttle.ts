import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { type Failure, fail } from '../failures.ts'
import { throttledAs } from './network.ts'
import { limites } from './throttle.tables.ts'

/** `times` uses in `seconds`. Keys of a `*_direccion` limit are an IP address, or end in a space and one. */
export type Limit = Readonly<{ regla: string; times: number; seconds: number }>

export const LIMITS = new Map<string, Limit>()

/** Declares a limit, beside what it protects. @throws Error for a duplicate name, which would share counters */
export function limit(regla: string, times: number, seconds: number): Limit {
  if (LIMITS.has(regla)) throw new Error(`two limits are named ${regla}`)
  const declared = { regla, times, seconds }
  LIMITS.set(regla, declared)
  return declared
}

/** A /48 may use this many times what a /64 may. */
const WIDE_FACTOR = 8

type Counter = Limit & { clave: string }

/** Of a limit and its key. */
type Use = readonly [Limit, string]

/** IPv6 has a second, larger counter. Always in this order, to avoid deadlocks. */
function countersOf([rule, key]: Use): Counter[] {
  if (!rule.regla.endsWith('_direccion')) return [{ ...rule, clave: key }]
  const at = key.lastIndexOf(' ') + 1
  return throttledAs(key.slice(at)).map((network, wide) => ({
    ...rule,
    clave: key.slice(0, at) + network,
    times: wide ? rule.times * WIDE_FACTOR : rule.times,
  }))
}

const isCounter = ({ regla, clave }: Counter) => and(eq(limites.regla, regla), eq(limites.clave, clave))

function waitText(wait: number): string {
  const inUnits = (unit: string, seconds: number) =>
    Math.max(1, Math.ceil(wait / seconds)).toLocaleString('es', { style: 'unit', unit, unitDisplay: 'long' })
  if (wait < 60) return inUnits('second', 1)
  return wait <= 7200 ? inUnits('minute', 60) : inUnits('hour', 3600)
}

function tooMany(seconds: number): Failure {
  const message = `Demasiados intentos. Espera ${waitText(seconds)} y vuelve a intentarlo.`
  return fail('DEMASIADOS_INTENTOS', { retryAfter: seconds, message })
}

/** Counts `uses` at the nth counter, named `n<nth>`, unless one before it is used up. */
function countAt({ regla, clave, times, seconds }: Counter, nth: number, uses: number): SQL {
  const name = (at: number) => sql.raw(`n${at}`)
  const unless = nth > 0 ? sql`FROM ${name(nth - 1)} WHERE NOT agotado` : sql``
  return sql`${name(nth)} AS (
    INSERT INTO limites AS l (regla, clave, cuenta, termina_en)
    SELECT ${regla}, ${clave}, ${uses}::int, now() + make_interval(secs => ${seconds}::int) ${unless}
    ON CONFLICT (regla, clave) DO UPDATE SET
      cuenta = excluded.cuenta + CASE WHEN l.termina_en > now() THEN l.cuenta ELSE 0 END,
      termina_en = CASE WHEN l.termina_en > now() THEN l.termina_en ELSE excluded.termina_en END
    RETURNING l.regla, l.cuenta > ${times}::int AS agotado, extract(epoch FROM l.termina_en - now())::int AS faltan)`
}

type UsedUp = { regla: string; refusal: Failure }

/** Counts a use of each limit, in order, up to the first whose window is used up, which it returns; one statement. */
export async function countUses(db: Db, limits: Use[], uses = 1): Promise<UsedUp | null> {
  const counters = limits.flatMap(countersOf)
  const steps = counters.map((counter, nth) => countAt(counter, nth, uses))
  const results = counters.map((_, nth) => sql.raw(`SELECT * FROM n${nth} WHERE agotado`))
  const text = sql`WITH ${sql.join(steps, sql`, `)} ${sql.join(results, sql` UNION ALL `)}`
  const [full] = (await db.execute<{ regla: string; faltan: number }>(text)).rows
  return full ? { regla: full.regla, refusal: tooMany(full.faltan) } : null
}

/** Counts one use, or several; returns the refusal when the window is used up. */
export const countUse = async (db: Db, rule: Limit, key: string, uses = 1): Promise<Failure | null> =>
  (await countUses(db, [[rule, key]], uses))?.refusal ?? null

/** {@link countUses}. @throws DEMASIADOS_INTENTOS with the seconds left */
export async function throttleAll(db: Db, limits: Use[], uses = 1): Promise<void> {
  const usedUp = await countUses(db, limits, uses)
  if (usedUp) throw usedUp.refusal
}

/** @throws DEMASIADOS_INTENTOS with the seconds left */
export const throttle = (db: Db, rule: Limit, key: string, uses = 1): Promise<void> =>
  throttleAll(db, [[rule, key]], uses)

export async function refund(db: Db, rule: Limit, key: string): Promise<void> {
  for (const counter of countersOf([rule, key]))
    await db
      .update(limites)
      .set({ cuenta: sql`${limites.cuenta} - 1` })
      .where(and(isCounter(counter), sql`${limites.cuenta} > 0`))
}

export async function resetThrottle(db: Db, rule: Limit, key: string): Promise<void> {
  for (const counter of countersOf([rule, key])) await db.delete(limites).where(isCounter(counter))
}

/** Skips locked counters, so that it never waits for a login. */
export async function sweepThrottles(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM limites WHERE (regla, clave) IN (
    SELECT regla, clave FROM limites WHERE termina_en < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)`)
}
