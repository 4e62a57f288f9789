import { FORUM_POSTS_A_DAY, POINTS, TIME_ZONE } from '@campus/contract/rules'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, lock, query, recordset } from '../../platform/db/database.ts'
import { puntos, puntos_mes, puntos_retirados, rankings_cerrados } from './awards.tables.ts'

/** Shared while points of past months are awarded, exclusive while a month is closed, so that none misses a frozen ranking. */
export const lockClosing = (tx: Db, mode?: { shared: boolean }) => lock(tx, 'cierre', 0, mode)

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
  const past = await query(
    tx,
    sql`SELECT 1 FROM unnest(${sql.param(dates)}::timestamptz[]) AS d (cuando)
      WHERE d.cuando < date_trunc('month', now() AT TIME ZONE ${ZONE}) AT TIME ZONE ${ZONE} LIMIT 1`,
  )
  if (past.length > 0) await lockClosing(tx, { shared: true })
}

/** To count the forum posts of a day one by one; in the order of ids, to avoid deadlocks. */
async function lockForumDays(tx: Db, events: PointEvent[]): Promise<void> {
  const authors = events.filter(({ motivo }) => motivo === 'foro').map(({ usuario }) => usuario)
  const ordered = [...new Set(authors)].toSorted((a, b) => a - b)
  if (ordered.length > 0) await lock(tx, 'posts del día', ordered)
}

/** An event of a student that has no points yet. */
type NewEvent = {
  id_cliente: number
  id_usuario: number
  motivo: PointEvent['motivo']
  clave: string
  detalle: string
  puntos: number
  creado_en: string
  /** Days and months are Lima's; months by their first day. */
  dia: string
  mes: string
  mes_actual: string
  /** In which it counted before it was withdrawn. */
  mes_retirado: string | null
  mes_cerrado: boolean
  /** Forum posts of that day that have points. */
  posts_del_dia: number
}

const EVENTS = 'v(usuario bigint, motivo text, clave text, detalle text, puntos int, cuando timestamptz)'

const findNew = (tx: Db, events: PointEvent[]): Promise<NewEvent[]> =>
  query<NewEvent>(
    tx,
    sql`SELECT e.*, r.mes AS mes_retirado, date_trunc('month', clock_timestamp() AT TIME ZONE ${ZONE})::date AS mes_actual,
      EXISTS (SELECT 1 FROM rankings_cerrados c
        WHERE c.id_cliente = e.id_cliente AND c.mes = e.mes AND c.puesto = 1) AS mes_cerrado,
      CASE WHEN e.motivo = 'foro' THEN (SELECT count(*) FROM puntos p WHERE p.id_usuario = e.id_usuario AND p.motivo = 'foro'
        AND p.creado_en >= e.dia AT TIME ZONE ${ZONE} AND p.creado_en < (e.dia + interval '1 day') AT TIME ZONE ${ZONE})
      ELSE 0 END AS posts_del_dia
    FROM (SELECT u.id_cliente, u.id AS id_usuario, v.motivo, v.clave, v.detalle, v.puntos, c.creado_en,
        date_trunc('day', c.creado_en AT TIME ZONE ${ZONE}) AS dia,
        date_trunc('month', c.creado_en AT TIME ZONE ${ZONE})::date AS mes
      FROM ${recordset(
        events.map((event) => ({ ...event, puntos: pointsOf(event) })),
        EVENTS,
      )}
      CROSS JOIN LATERAL (SELECT coalesce(v.cuando, now()) AS creado_en) c
      JOIN usuarios u ON u.id = v.usuario AND u.tipo_cliente = 'Alumno') e
    LEFT JOIN puntos_retirados r ON r.id_usuario = e.id_usuario AND r.motivo = e.motivo AND r.clave = e.clave
    WHERE e.puntos > 0 AND NOT EXISTS (SELECT 1 FROM puntos p
      WHERE p.id_usuario = e.id_usuario AND p.motivo = e.motivo AND p.clave = e.clave)
    ORDER BY e.id_usuario, e.creado_en, e.clave`,
  )

/** Without the forum posts beyond the first five of a day. */
function withinTheDay(events: NewEvent[]): NewEvent[] {
  const counts = new Map<string, number>()
  return events.filter(({ motivo, id_usuario, dia, posts_del_dia }) => {
    if (motivo !== 'foro') return true
    const day = `${id_usuario} ${dia}`
    const count = (counts.get(day) ?? posts_del_dia) + 1
    counts.set(day, count)
    return count <= FORUM_POSTS_A_DAY
  })
}

/** What was withdrawn returns to its own month; new points of a closed month count in the current one. */
const monthOf = ({ mes, mes_actual, mes_cerrado, mes_retirado }: NewEvent): string =>
  mes_retirado ?? (mes_cerrado ? mes_actual : mes)

const LEDGER = 'id_cliente, id_usuario, motivo, clave, detalle, puntos, mes, creado_en'
const LEDGER_ROWS =
  'v(id_cliente bigint, id_usuario bigint, motivo text, clave text, detalle text, puntos int, mes date, creado_en timestamptz)'

/** Awards points in the caller's transaction (docs/product/community.md 5): students only, each event once. */
export async function award(tx: Db, ...events: PointEvent[]): Promise<void> {
  if (events.length === 0) return
  await lockPastMonths(tx, events)
  await lockForumDays(tx, events)
  // A statement of its own, so that it sees rows committed while it waited for the locks.
  const rows = withinTheDay(await findNew(tx, events)).map((event) => ({ ...event, mes: monthOf(event) }))
  if (rows.length === 0) return
  await tx.execute(sql`INSERT INTO puntos (${sql.raw(LEDGER)})
    SELECT ${sql.raw(LEDGER)} FROM ${recordset(rows, LEDGER_ROWS)} ON CONFLICT DO NOTHING`)
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
      USING unnest(${sql.param(events.map(({ usuario }) => usuario))}::bigint[], ${sql.param(events.map(({ clave }) => clave))}::text[])
        AS d (usuario, clave)
      WHERE p.id_usuario = d.usuario AND p.motivo = ${motivo} AND p.clave = d.clave
      RETURNING p.id_usuario, p.motivo, p.clave, p.mes
    )
    INSERT INTO puntos_retirados (id_usuario, motivo, clave, mes)
    SELECT id_usuario, motivo, clave, mes FROM retirados WHERE motivo <> 'foro'
    ON CONFLICT (id_usuario, motivo, clave) DO NOTHING`)
}

export async function forgetPoints(tx: Db, usuario: number): Promise<void> {
  await tx.delete(puntos).where(eq(puntos.id_usuario, usuario))
  await tx.delete(puntos_retirados).where(eq(puntos_retirados.id_usuario, usuario))
  await tx.delete(puntos_mes).where(eq(puntos_mes.id_usuario, usuario))
  await tx
    .update(rankings_cerrados)
    .set({ id_usuario: null, nombre: 'Cuenta', apellido: 'eliminada' })
    .where(eq(rankings_cerrados.id_usuario, usuario))
}
