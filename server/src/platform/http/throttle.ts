import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { fail } from './failures.ts'

/** What is costly or guessable, and how often it may be done: `[times, seconds]` (contract section 1). */
export const THROTTLES = {
  login_cuenta: [30, 15 * 60],
  login_cuenta_direccion: [8, 15 * 60],
  login_direccion: [300, 15 * 60],
  recuperar_cuenta: [5, 60 * 60],
  recuperar_direccion: [40, 60 * 60],
  restablecer_direccion: [40, 60 * 60],
  registro_direccion: [60, 60 * 60],
  verificar_direccion: [60, 60],
  soporte_usuario: [5, 60 * 60],
  reclamo_direccion: [60, 60 * 60],
  reclamo_pdf_direccion: [60, 60],
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
  informe_direccion: [30, 60 * 60],
} as const satisfies Record<string, readonly [number, number]>

/** The name of a throttle. */
export type Throttle = keyof typeof THROTTLES

/** What a counter says: uses in this window, and the seconds until it is over. */
export type Counted = { cuenta: number; faltan: number }

/**
 * Counts one use as a part of a statement that is written out (platform/statements.ts): `keys` selects the key, or nothing where
 * nothing is to be counted. Finds {@link Counted}.
 */
const counting = (rule: SQL, seconds: SQL, keys: SQL): SQL => sql`
  INSERT INTO limites AS l (regla, clave, cuenta, termina_en)
  SELECT ${rule}, k.clave, 1, now() + make_interval(secs => ${seconds}) FROM (${keys}) AS k (clave)
  ON CONFLICT (regla, clave) DO UPDATE SET
    cuenta = CASE WHEN l.termina_en <= now() THEN 1 ELSE l.cuenta + 1 END,
    termina_en = CASE WHEN l.termina_en <= now() THEN now() + make_interval(secs => ${seconds}) ELSE l.termina_en END
  RETURNING cuenta, extract(epoch FROM termina_en - now())::int AS faltan`

/** {@link throttle} as a part of a statement; what it counted is for {@link refuseAbove}. */
export const throttlePart = (rule: Throttle, keys: SQL): SQL =>
  counting(sql.raw(`'${rule}'`), sql.raw(String(THROTTLES[rule][1])), keys)

/** @throws DEMASIADOS_INTENTOS with the seconds left when the window is used up. */
export function refuseAbove(rule: Throttle, counted: Counted | null | undefined): void {
  if (counted && counted.cuenta > THROTTLES[rule][0]) throw fail('DEMASIADOS_INTENTOS', { retryAfter: counted.faltan })
}

const count = statement<Counted>(
  counting(
    sql`${sql.placeholder('regla')}::text`,
    sql`${sql.placeholder('segundos')}::int`,
    sql`SELECT ${sql.placeholder('clave')}::text`,
  ),
)

/**
 * Counts one use; counters live in PostgreSQL, so all copies of the program share them.
 * @throws DEMASIADOS_INTENTOS with the seconds left when the window is used up.
 */
export async function throttle(db: Db, rule: Throttle, key: string): Promise<void> {
  const [counted] = await count(db, { regla: rule, clave: key, segundos: THROTTLES[rule][1] })
  refuseAbove(rule, counted)
}

/** Takes one use back: what turned out to be no guess does not count. */
export async function giveBack(db: Db, rule: Throttle, key: string): Promise<void> {
  await db.execute(sql`UPDATE limites SET cuenta = cuenta - 1 WHERE regla = ${rule} AND clave = ${key} AND cuenta > 0`)
}

/**
 * Removes windows that are over; a job runs it. It leaves those at which somebody is counting: a login holds three counters, and
 * who held one of them while it waited for another could wait for ever.
 */
export async function sweepThrottles(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM limites WHERE (regla, clave) IN (
    SELECT regla, clave FROM limites WHERE termina_en < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)`)
}
