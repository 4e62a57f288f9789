import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { type Failure, fail } from './failures.ts'
import { throttledAs } from './network.ts'
import { limites } from './throttle.tables.ts'

/**
 * What is costly or guessable, and how often it may be done: `[times, seconds]` (contract section 1). The key of a rule whose name
 * ends in `_direccion` is an IP address, or ends in a space and one.
 */
export const THROTTLES = {
  login_cuenta: [30, 15 * 60],
  login_cuenta_direccion: [8, 15 * 60],
  login_direccion: [300, 15 * 60],
  recuperar_cuenta: [5, 60 * 60],
  recuperar_direccion: [40, 60 * 60],
  restablecer_direccion: [40, 60 * 60],
  registro_direccion: [60, 60 * 60],
  verificar_direccion: [60, 60],
  /** Lines in the trail that a certificate was looked at. */
  anotar_verificacion: [20, 60 * 60],
  responder_usuario: [1200, 10 * 60],
  soporte_usuario: [5, 60 * 60],
  reclamo_direccion: [60, 60 * 60],
  reclamo_pdf_direccion: [60, 60],
  reclamo_correo: [3, 60 * 60],
  correo_contrasena: [5, 60 * 60],
  correo_avisos: [20, 60 * 60],
  comentar_usuario: [30, 10 * 60],
  referido_direccion: [60, 60 * 60],
  referido_usuario: [20, 60 * 60],
  comprar_usuario: [60, 10 * 60],
  verificar_pago_usuario: [30, 5 * 60],
  prompt_usuario: [60, 60 * 60],
  foro_usuario: [30, 10 * 60],
  borrador_usuario: [300, 10 * 60],
  reporte_usuario: [10, 60 * 60],
  imagen_foro_usuario: [60, 24 * 60 * 60],
  foto_usuario: [20, 24 * 60 * 60],
  datos_usuario: [6, 60 * 60],
  informe_direccion: [30, 60 * 60],
} as const satisfies Record<string, readonly [number, number]>

/** The name of a throttle. */
export type Throttle = keyof typeof THROTTLES

/** How many times the uses of one IPv6 /64 a whole /48 may make. */
const WIDE_FACTOR = 8

type Counter = { clave: string; limit: number }

/** The counters of a key: one, and for an IPv6 address a second, larger one. Always in this order, to avoid deadlocks. */
function countersOf(rule: Throttle, key: string, limit: number = THROTTLES[rule][0]): Counter[] {
  if (!rule.endsWith('_direccion')) return [{ clave: key, limit }]
  const at = key.lastIndexOf(' ') + 1
  return throttledAs(key.slice(at)).map((network, wide) => ({
    clave: key.slice(0, at) + network,
    limit: wide ? limit * WIDE_FACTOR : limit,
  }))
}

const counterOf = (rule: Throttle, { clave }: Counter) => and(eq(limites.regla, rule), eq(limites.clave, clave))

/**
 * Counts one use; the refusal when the window is used up. Counters live in PostgreSQL, so all processes share them.
 * @param limit instead of the rule's own
 */
export async function countUse(db: Db, rule: Throttle, key: string, limit?: number): Promise<Failure | null> {
  const over = sql`${limites.termina_en} <= now()`
  const end = sql`now() + make_interval(secs => ${THROTTLES[rule][1]})`
  for (const counter of countersOf(rule, key, limit)) {
    const [counted] = await db
      .insert(limites)
      .values({ regla: rule, clave: counter.clave, termina_en: end })
      .onConflictDoUpdate({
        target: [limites.regla, limites.clave],
        set: {
          cuenta: sql`CASE WHEN ${over} THEN 1 ELSE ${limites.cuenta} + 1 END`,
          termina_en: sql`CASE WHEN ${over} THEN ${end} ELSE ${limites.termina_en} END`,
        },
      })
      .returning({
        cuenta: limites.cuenta,
        faltan: sql<number>`extract(epoch FROM ${limites.termina_en} - now())::int`,
      })
    if (counted && counted.cuenta > counter.limit) return fail('DEMASIADOS_INTENTOS', { retryAfter: counted.faltan })
  }
  return null
}

/** Counts one use. @throws DEMASIADOS_INTENTOS with the seconds left when the window is used up. */
export async function throttle(db: Db, rule: Throttle, key: string, limit?: number): Promise<void> {
  const refusal = await countUse(db, rule, key, limit)
  if (refusal) throw refusal
}

/** Takes one use back: what turned out to be no guess does not count. */
export async function refund(db: Db, rule: Throttle, key: string): Promise<void> {
  for (const counter of countersOf(rule, key))
    await db
      .update(limites)
      .set({ cuenta: sql`${limites.cuenta} - 1` })
      .where(and(counterOf(rule, counter), sql`${limites.cuenta} > 0`))
}

/** Forgets all uses of a key. */
export async function resetThrottle(db: Db, rule: Throttle, key: string): Promise<void> {
  for (const counter of countersOf(rule, key)) await db.delete(limites).where(counterOf(rule, counter))
}

/** Removes windows that are over; a job runs it. It skips counters in use, so that it never waits for a login. */
export async function sweepThrottles(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM limites WHERE (regla, clave) IN (
    SELECT regla, clave FROM limites WHERE termina_en < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)`)
}
