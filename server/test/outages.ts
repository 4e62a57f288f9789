import { beat } from '../src/features/exams/outage.ts'
import type { TestApp } from './harness.ts'

/** The last heartbeat was this many seconds ago. */
export async function lastBeat(t: TestApp, seconds: number): Promise<void> {
  await t.database.sql`INSERT INTO latido (ultimo) VALUES (clock_timestamp() - make_interval(secs => ${seconds}))
    ON CONFLICT (id) DO UPDATE SET ultimo = excluded.ultimo`
}

/** The service lives, however slow the test is from now on. */
export const lives = (t: TestApp): Promise<void> => lastBeat(t, -3600)

export type Logged = { segundos: number; intentos: number }

/** An outage that ends now, and what was logged of it. */
export async function outage(t: TestApp, seconds: number): Promise<Logged[]> {
  const lines: Logged[] = []
  await lastBeat(t, seconds)
  await beat(t.deps.db, { warn: (line: Logged) => void lines.push(line) })
  await lives(t)
  return lines
}

export type Clock = { inicio: string; segundos: number; duracion: number; queda: number; estado: string }

/** Of the newest attempt: seconds given back, from start to limit, and left. */
export async function clockOf(t: TestApp, detail: number): Promise<Clock> {
  const [row] = await t.database.sql<Clock[]>`SELECT inicio, estado, segundos_devueltos AS segundos,
    round(extract(epoch FROM limite - inicio), 3)::float AS duracion, extract(epoch FROM limite - now())::float AS queda
    FROM intentos_evaluacion WHERE id_detalle = ${detail} ORDER BY numero DESC LIMIT 1`
  if (!row) throw new Error('no attempt')
  return row
}
