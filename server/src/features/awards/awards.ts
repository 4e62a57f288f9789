import { FORUM_POSTS_A_DAY, POINTS, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'

/** Shared while points of past months are awarded, exclusive while a month is closed, so that none misses a frozen ranking. */
export const CLOSING_LOCK = 727_100_003
/** Taken with the student's id, to count the forum posts of a day one by one. */
const FORUM_LOCK = 727_100_004

/** Counts once per `motivo` and `clave`, in one month for ever. `cuando` defaults to now; an exam brings its percentage as points. */
export type PointEvent = {
  usuario: number
  clave: string
  detalle: string
  cuando?: string
} & ({ motivo: keyof typeof POINTS } | { motivo: 'examen'; puntos: number })

const pointsOf = (event: PointEvent): number => (event.motivo === 'examen' ? event.puntos : POINTS[event.motivo])

const ZONE = sql.raw(`'${TIME_ZONE}'`)

/** What happens now belongs to a month that is not closed before its end, and waits for no closing. */
async function lockPastMonths(tx: Db, events: PointEvent[]): Promise<void> {
  const dates = events.flatMap(({ cuando }) => cuando ?? [])
  if (dates.length === 0) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${CLOSING_LOCK}) WHERE EXISTS (
    SELECT 1 FROM unnest(${sql.param(dates)}::timestamptz[]) AS d (cuando)
    WHERE d.cuando < date_trunc('month', now() AT TIME ZONE ${ZONE}) AT TIME ZONE ${ZONE})`)
}

/**
 * Awards points in the caller's transaction (docs/product/community.md 5): students only, each event once, five forum
 * posts a day. New points for a closed month count in the current one; what was withdrawn returns to its own month.
 */
export async function award(tx: Db, ...events: PointEvent[]): Promise<void> {
  if (events.length === 0) return
  const authors = events.filter((event) => event.motivo === 'foro').map((event) => event.usuario)
  await lockPastMonths(tx, events)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${FORUM_LOCK}, u)
    FROM (SELECT DISTINCT u FROM unnest(${sql.param(authors)}::int[]) u ORDER BY u) o`)
  // A separate statement, so that it sees rows committed while it waited for the locks.
  const rows = JSON.stringify(events.map((event) => ({ ...event, puntos: pointsOf(event) })))
  await tx.execute(sql`
    WITH events AS (
      SELECT u.id_cliente, u.id AS id_usuario, v.motivo, v.clave, v.detalle, v.puntos, coalesce(v.cuando, now()) AS cuando
      FROM jsonb_to_recordset(${rows}::text::jsonb)
        AS v (usuario int, motivo text, clave text, detalle text, puntos int, cuando timestamptz)
      JOIN usuarios u ON u.id = v.usuario AND u.tipo_cliente = 'Alumno'
      WHERE v.puntos > 0
    ), fresh AS (
      SELECT h.*, date_trunc('day', cuando AT TIME ZONE ${ZONE}) AS day,
        date_trunc('month', cuando AT TIME ZONE ${ZONE})::date AS mes, r.mes AS mes_propio FROM events h
      LEFT JOIN puntos_retirados r ON r.id_usuario = h.id_usuario AND r.motivo = h.motivo AND r.clave = h.clave
      WHERE NOT EXISTS (SELECT 1 FROM puntos p
        WHERE p.id_usuario = h.id_usuario AND p.motivo = h.motivo AND p.clave = h.clave)
    ), counted AS (
      SELECT n.*, row_number() OVER (PARTITION BY id_usuario, motivo, day ORDER BY cuando, clave) +
        CASE WHEN motivo = 'foro' THEN (SELECT count(*) FROM puntos p WHERE p.id_usuario = n.id_usuario AND p.motivo = 'foro'
          AND p.creado_en >= n.day AT TIME ZONE ${ZONE} AND p.creado_en < (n.day + interval '1 day') AT TIME ZONE ${ZONE})
        ELSE 0 END AS today_count
      FROM fresh n
    )
    INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes, creado_en)
    SELECT id_cliente, id_usuario, motivo, clave, detalle, puntos,
      coalesce(mes_propio, CASE WHEN EXISTS (SELECT 1 FROM rankings_cerrados r
        WHERE r.id_cliente = c.id_cliente AND r.mes = c.mes AND r.puesto = 1)
        THEN date_trunc('month', clock_timestamp() AT TIME ZONE ${ZONE})::date ELSE mes END), cuando
    FROM counted c WHERE motivo <> 'foro' OR today_count <= ${sql.raw(String(FORUM_POSTS_A_DAY))}
    ORDER BY id_usuario, cuando, clave
    ON CONFLICT (id_usuario, motivo, clave) DO NOTHING`)
}

/** What the transaction of `moment` earned for the student; 0 when they turned their pace off (docs/product/learning.md 6.4). */
export async function pointsToShow(tx: Db, usuario: number, moment: SQL = sql`now()`): Promise<number> {
  const [won] = await query<{ puntos: number }>(
    tx,
    sql`SELECT coalesce(sum(p.puntos), 0)::int AS puntos FROM puntos p WHERE p.id_usuario = ${usuario} AND p.creado_en = ${moment}
      AND NOT EXISTS (SELECT 1 FROM metas_estudio m WHERE m.id_usuario = p.id_usuario AND NOT m.activo)`,
  )
  return won?.puntos ?? 0
}

/**
 * Withdraws points in the caller's transaction, e.g. after a refund, and remembers their month, except of posts, which do not
 * return. Repeatable; closed rankings do not change.
 */
export async function withdrawPoints(
  tx: Db,
  motivo: PointEvent['motivo'],
  events: { usuario: number; clave: string }[],
): Promise<void> {
  if (events.length === 0) return
  await tx.execute(sql`
    WITH retirados AS (
      DELETE FROM puntos p
      USING unnest(${sql.param(events.map(({ usuario }) => usuario))}::int[], ${sql.param(events.map(({ clave }) => clave))}::text[])
        AS d (usuario, clave)
      WHERE p.id_usuario = d.usuario AND p.motivo = ${motivo} AND p.clave = d.clave
      RETURNING p.id_usuario, p.motivo, p.clave, p.mes
    )
    INSERT INTO puntos_retirados (id_usuario, motivo, clave, mes)
    SELECT id_usuario, motivo, clave, mes FROM retirados WHERE motivo <> 'foro'
    ON CONFLICT (id_usuario, motivo, clave) DO NOTHING`)
}

export async function forgetPoints(tx: Db, usuario: number): Promise<void> {
  await tx.execute(sql`DELETE FROM puntos WHERE id_usuario = ${usuario}`)
  await tx.execute(sql`DELETE FROM puntos_retirados WHERE id_usuario = ${usuario}`)
  await tx.execute(sql`DELETE FROM puntos_mes WHERE id_usuario = ${usuario}`)
  await tx.execute(sql`UPDATE rankings_cerrados SET id_usuario = NULL, nombre = 'Cuenta', apellido = 'eliminada'
    WHERE id_usuario = ${usuario}`)
}
