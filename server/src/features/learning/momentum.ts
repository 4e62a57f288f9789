import type { Momentum, StudyGoal, Week } from '@campus/contract/learning'
import { TIME_ZONE } from '@campus/contract/rules'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { metas_estudio } from './learning.tables.ts'
import { LIMA_TODAY } from './learning.ts'

const DEFAULT_GOAL: StudyGoal = { activo: true, meta: 3 }

/** The pace is that of these days; a course begun later is measured over a week at least. */
const PACE_DAYS = 28
const MIN_PACE_DAYS = 7
/** Two pieces are the least that is a pace, and a date further away helps no one. */
const MIN_PIECES = 2
const FARTHEST_DAYS = 270
/** A streak is counted up to about a year. */
const MAX_DAYS = 500

/** Pieces finished in a course on a day of Lima. */
type FinishedDay = { dia: string; id_curso: number; piezas: number }
export type MomentumRow = { hoy: string; metas: StudyGoal | null; puntos: number; dias: FinishedDay[] }

const DAY = sql.raw(`AT TIME ZONE '${TIME_ZONE}')::date`)

/** A piece counts once, on the day when it was finished first (docs/product/learning.md 6.4). */
const finishedDays = (usuario: SQL) => sql`SELECT (p.at ${DAY} AS dia, p.id_curso, count(*) AS piezas FROM (
    SELECT mo.id_curso, min(t.at) AS at FROM (
      SELECT v.id_leccion, v.completada_en AS at FROM progreso_lecciones v WHERE v.id_usuario = ${usuario} AND v.completada_en IS NOT NULL
      UNION ALL SELECT a.leccion_id, a.fecha_cierre FROM asistencias a WHERE a.usuario_id = ${usuario} AND a.fecha_cierre IS NOT NULL) t
    JOIN lecciones l ON l.id = t.id_leccion JOIN modulos mo ON mo.id = l.id_modulo GROUP BY l.id, mo.id_curso
    UNION ALL SELECT e.id_curso, min(i.enviado_en) FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.aprobado WHERE d.id_alumno = ${usuario} GROUP BY e.id) p
  GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT ${sql.raw(String(MAX_DAYS))}`

/** What {@link momentumOf} needs, as one JSON value. */
export const momentumRow = (usuario: SQL) => sql`(SELECT to_json(t) FROM (SELECT ${LIMA_TODAY} AS hoy,
    (SELECT to_json(m) FROM metas_estudio m WHERE m.id_usuario = ${usuario}) AS metas,
    (SELECT coalesce(sum(p.puntos), 0) FROM puntos p WHERE p.id_usuario = ${usuario}
      AND (p.creado_en ${DAY} >= date_trunc('week', ${LIMA_TODAY})::date) AS puntos,
    (SELECT coalesce(json_agg(d), '[]') FROM (${finishedDays(usuario)}) d) AS dias) t)`

const numberOf = (day: string): number => Date.parse(day) / 86_400_000
const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10)

function streakOf(active: Set<number>, today: number): number {
  let first = active.has(today) ? today : today - 1
  const last = first
  while (active.has(first)) first -= 1
  return last - first
}

/** At the pace of the last four weeks, or null when that says nothing. */
function endOf(days: FinishedDay[], today: number, course: { id: number; remaining: number }): string | null {
  const recent = days.filter(({ id_curso, dia }) => id_curso === course.id && today - numberOf(dia) < PACE_DAYS)
  const finished = recent.reduce((sum, { piezas }) => sum + piezas, 0)
  if (finished < MIN_PIECES || course.remaining === 0) return null
  const began = Math.min(...recent.map(({ dia }) => numberOf(dia)))
  const needed = Math.ceil((course.remaining * Math.max(today - began + 1, MIN_PACE_DAYS)) / finished)
  return needed <= FARTHEST_DAYS ? dayOf(today + needed) : null
}

function weekOf({ hoy, metas, puntos, dias }: MomentumRow): Week | null {
  const { activo, meta } = metas ?? DEFAULT_GOAL
  if (!activo) return null
  const today = numberOf(hoy)
  const active = new Set(dias.map(({ dia }) => numberOf(dia)))
  // 1 January 1970 was a Thursday.
  const weekday = (today + 3) % 7
  const semana = Array.from({ length: 7 }, (_, place) => active.has(today - weekday + place))
  return { activo, meta, semana, hoy: weekday, racha: streakOf(active, today), puntos }
}

/** Null when the student turned it off. `course` is the one to go on with. */
export function momentumOf(row: MomentumRow, course: { id: number; remaining: number } | null): Momentum | null {
  const week = weekOf(row)
  return week && { ...week, termina: course && endOf(row.dias, numberOf(row.hoy), course) }
}

/** Null when the student turned it off. */
export async function findWeek(db: Db, usuario: number): Promise<Week | null> {
  const [found] = await query<{ ritmo: MomentumRow }>(db, sql`SELECT ${momentumRow(sql`${usuario}::bigint`)} AS ritmo`)
  return found ? weekOf(found.ritmo) : null
}

export async function findGoal(db: Db, usuario: number): Promise<StudyGoal> {
  const [goal] = await db.select().from(metas_estudio).where(eq(metas_estudio.id_usuario, usuario))
  return goal ?? DEFAULT_GOAL
}

/** Omitted fields stay. */
export async function saveGoal(db: Db, usuario: number, changes: Partial<StudyGoal>): Promise<StudyGoal> {
  await db
    .insert(metas_estudio)
    .values({ id_usuario: usuario, ...changes })
    .onConflictDoUpdate({ target: metas_estudio.id_usuario, set: { id_usuario: usuario, ...changes } })
  return findGoal(db, usuario)
}
