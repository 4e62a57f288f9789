import { and, eq, sql } from 'drizzle-orm'
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

type Counter = { clave: string; times: number }

/** IPv6 has a second, larger counter. Always in this order, to avoid deadlocks. */
function countersOf(rule: Limit, key: string): Counter[] {
  const { regla, times } = rule
  if (!regla.endsWith('_direccion')) return [{ clave: key, times }]
  const at = key.lastIndexOf(' ') + 1
  return throttledAs(key.slice(at)).map((network, wide) => ({
    clave: key.slice(0, at) + network,
    times: wide ? times * WIDE_FACTOR : times,
  }))
}

const counterOf = ({ regla }: Limit, { clave }: Counter) => and(eq(limites.regla, regla), eq(limites.clave, clave))

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

/** Counts one use, or several; returns the refusal when the window is used up. */
export async function countUse(db: Db, rule: Limit, key: string, uses = 1): Promise<Failure | null> {
  const over = sql`${limites.termina_en} <= now()`
  const end = sql`now() + make_interval(secs => ${rule.seconds})`
  for (const counter of countersOf(rule, key)) {
    const [counted] = await db
      .insert(limites)
      .values({ regla: rule.regla, clave: counter.clave, cuenta: uses, termina_en: end })
      .onConflictDoUpdate({
        target: [limites.regla, limites.clave],
        set: {
          cuenta: sql`CASE WHEN ${over} THEN ${uses}::int ELSE ${limites.cuenta} + ${uses}::int END`,
          termina_en: sql`CASE WHEN ${over} THEN ${end} ELSE ${limites.termina_en} END`,
        },
      })
      .returning({
        cuenta: limites.cuenta,
        faltan: sql<number>`extract(epoch FROM ${limites.termina_en} - now())::int`,
      })
    if (counted && counted.cuenta > counter.times) return tooMany(counted.faltan)
  }
  return null
}

/** @throws DEMASIADOS_INTENTOS with the seconds left */
export async function throttle(db: Db, rule: Limit, key: string, uses = 1): Promise<void> {
  const refusal = await countUse(db, rule, key, uses)
  if (refusal) throw refusal
}

export async function refund(db: Db, rule: Limit, key: string): Promise<void> {
  for (const counter of countersOf(rule, key))
    await db
      .update(limites)
      .set({ cuenta: sql`${limites.cuenta} - 1` })
      .where(and(counterOf(rule, counter), sql`${limites.cuenta} > 0`))
}

export async function resetThrottle(db: Db, rule: Limit, key: string): Promise<void> {
  for (const counter of countersOf(rule, key)) await db.delete(limites).where(counterOf(rule, counter))
}

/** Skips locked counters, so that it never waits for a login. */
export async function sweepThrottles(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM limites WHERE (regla, clave) IN (
    SELECT regla, clave FROM limites WHERE termina_en < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)`)
}
