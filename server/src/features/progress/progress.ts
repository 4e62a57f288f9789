import type { ClosedByLessons } from '@campus/contract/learning'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { progressRule } from './rule.ts'

/** The exams of a course that wait for lessons, by id. */
export type ClosedExams = Record<string, ClosedByLessons>

const PAGE = 500
/** In the error of a check. */
const NAMED = 20

/** A student and a course. */
export type Pair = { id_usuario: number; id_curso: number }

const COLUMNS = [
  ...['vale_hasta', 'lecciones', 'completadas', 'examenes', 'aprobados', 'porcentaje', 'siguiente', 'estado_avance'],
  ...['ultima_actividad', 'codigo_certificado', 'cerrados'],
]
const computed = (prefix = '') => sql.raw(COLUMNS.map((column) => prefix + column).join(', '))

/** Whether row `p` of `avances` holds in course `c`: nothing that it was computed from has changed since. */
const HOLDS = sql.raw(`(p.version = c.version_avances AND (p.vale_hasta IS NULL OR p.vale_hasta > now())
  AND NOT EXISTS (SELECT FROM avances_cambios x WHERE x.id_usuario = p.id_usuario AND x.id_curso = p.id_curso))`)

/** Those of `pairs`, a query of `id_usuario` and `id_curso`, whose row does not hold, or is missing. */
const behind = (pairs: SQL) => sql`SELECT q.id_usuario, q.id_curso FROM (${pairs}) q (id_usuario, id_curso)
  JOIN cursos c ON c.id = q.id_curso LEFT JOIN avances p ON p.id_usuario = q.id_usuario AND p.id_curso = q.id_curso
  WHERE NOT coalesce(${HOLDS}, false)`

/** Those of `pairs` that have a row or a mark: nothing was ever done in a course that has neither. */
export const begun = (pairs: SQL) => sql`SELECT b.* FROM (${pairs}) b (id_usuario, id_curso)
  WHERE EXISTS (SELECT FROM avances r WHERE r.id_usuario = b.id_usuario AND r.id_curso = b.id_curso)
    OR EXISTS (SELECT FROM avances_cambios x WHERE x.id_usuario = b.id_usuario AND x.id_curso = b.id_curso)`

/** Computes rows of `avances` anew, as their only writer. */
export async function recomputeProgress(db: Db, pairs: Pair[]): Promise<void> {
  const asked = recordset(pairs, 'q(id_usuario bigint, id_curso bigint)')
  await db.transaction(async (tx) => {
    // Locked before anything is read, so that of two computations the later one has seen more.
    await tx.execute(sql`INSERT INTO avances (id_usuario, id_curso) SELECT DISTINCT id_usuario, id_curso FROM ${asked} ORDER BY 1, 2
      ON CONFLICT (id_usuario, id_curso) DO UPDATE SET version = 0 WHERE false`)
    // In one statement, which sees one moment: it takes away the marks of the changes that it counts, and no others.
    await tx.execute(sql`WITH counted AS (DELETE FROM avances_cambios x USING ${asked}
        WHERE x.id_usuario = q.id_usuario AND x.id_curso = q.id_curso)
      UPDATE avances a SET (version, ${computed()}) = ROW (c.version_avances, ${computed('r.')})
      FROM ${asked} JOIN cursos c ON c.id = q.id_curso
        CROSS JOIN LATERAL ${progressRule(sql.raw('q.id_usuario'), sql.raw('q.id_curso'))} r
      WHERE a.id_usuario = q.id_usuario AND a.id_curso = q.id_curso`)
  })
}

/**
 * Brings the progress of `pairs`, a query of `id_usuario` and `id_curso`, up to date; returns whether any was behind. `most`:
 * no more of them.
 */
export async function updateProgress(db: Db, pairs: SQL, most?: number): Promise<boolean> {
  const rows = await query<Pair>(db, most === undefined ? behind(pairs) : sql`${behind(pairs)} LIMIT ${most}`)
  if (rows.length > 0) await recomputeProgress(db, rows)
  return rows.length > 0
}

/** For lists: reads again when progress in the answer was behind. `told` is the query of `id_usuario` and `id_curso`. */
export async function readWithProgress<T>(db: Db, read: () => Promise<T>, told: (answer: T) => SQL): Promise<T> {
  const answer = await read()
  return (await updateProgress(db, told(answer))) ? read() : answer
}

/**
 * The progress of a student in course `c` as a derived table, for reads that may not write: computed where the row does not
 * hold. Without rows for who never began.
 */
export const progressNow = (usuario: SQL, curso: SQL) => {
  const row = sql`avances p WHERE p.id_usuario = ${usuario} AND p.id_curso = ${curso}`
  return sql`(SELECT ${computed('p.')} FROM ${row} AND ${HOLDS}
    UNION ALL SELECT ${computed('r.')} FROM (${begun(sql`SELECT ${usuario}, ${curso}`)}) b
      CROSS JOIN LATERAL ${progressRule(usuario, curso)} r WHERE NOT EXISTS (SELECT FROM ${row} AND ${HOLDS}))`
}

/** {@link prepared} for reads of the progress of `pairs`: one statement, unless some was behind. */
export function preparedWithProgress<Row extends object, Values extends Record<string, unknown>>(
  text: SQL,
  pairs: SQL,
) {
  const read = prepared<{ filas: Row[]; atrasados: Pair[] | null }, Values>(sql`SELECT
    (SELECT coalesce(json_agg(t), '[]') FROM (${text}) t) AS filas, (SELECT json_agg(b) FROM (${behind(pairs)}) b) AS atrasados`)
  return async (db: Db, values: Values): Promise<Row[]> => {
    const [first] = await read(db, values)
    if (!first?.atrasados) return first?.filas ?? []
    await recomputeProgress(db, first.atrasados)
    const [second] = await read(db, values)
    return second?.filas ?? []
  }
}

/**
 * The student's progress in each course of `courses`, a query of ids: a derived table with `id_curso`, {@link PROGRESS_COLUMNS},
 * `porcentaje` and `cerrados`, {@link ClosedExams}. The caller brings it up to date first.
 */
export const progressTable = (usuario: SQL | number | null, courses: SQL) => sql`(
  SELECT a.id_curso, json_build_object('lecciones', a.lecciones, 'completadas', a.completadas, 'examenes', a.examenes,
      'aprobados', a.aprobados, 'porcentaje', a.porcentaje) AS progreso, a.porcentaje, a.estado_avance, a.ultima_actividad,
    a.codigo_certificado, a.cerrados, CASE WHEN a.siguiente ->> 'tipo' = 'leccion'
      THEN a.siguiente || jsonb_build_object('segundo', coalesce((SELECT v.segundo FROM progreso_lecciones v
        WHERE v.id_usuario = a.id_usuario AND v.id_leccion = (a.siguiente ->> 'id_leccion')::bigint), 0))
      ELSE a.siguiente END AS siguiente
  FROM avances a WHERE a.id_usuario = ${usuario} AND a.id_curso IN (${courses}))`

export const PROGRESS_COLUMNS = sql.raw(
  'p.progreso, p.siguiente, p.estado_avance, p.ultima_actividad, p.codigo_certificado',
)

/** Of the rows after `last`, at most `limit`: the last one, and those that hold and yet differ from the rule. */
async function comparePage(db: Db, last: Pair, limit: number): Promise<{ next: Pair | null; wrong: Pair[] }> {
  const rows = await query<Pair & { wrong: boolean }>(
    db,
    sql`SELECT p.id_usuario, p.id_curso, r.id_usuario IS NOT NULL AS wrong
    FROM (SELECT * FROM avances WHERE (id_usuario, id_curso) > (${last.id_usuario}, ${last.id_curso}) ORDER BY 1, 2 LIMIT ${limit}) p
    JOIN cursos c ON c.id = p.id_curso LEFT JOIN LATERAL (SELECT p.id_usuario FROM ${progressRule(sql.raw('p.id_usuario'), sql.raw('p.id_curso'))} r
      WHERE (${computed('p.')}) IS DISTINCT FROM (${computed('r.')})) r ON ${HOLDS}
    ORDER BY 1, 2`,
  )
  return { next: rows.at(-1) ?? null, wrong: rows.filter(({ wrong }) => wrong) }
}

/** Rows that hold and yet differ from the rule, of students after `usuario`: there should be none. */
export async function findWrongProgress(db: Db, usuario = 0, ended?: AbortSignal): Promise<Pair[]> {
  const found: Pair[] = []
  let page = await comparePage(db, { id_usuario: usuario + 1, id_curso: 0 }, PAGE)
  while (page.next) {
    ended?.throwIfAborted()
    found.push(...page.wrong)
    page = await comparePage(db, page.next, PAGE)
  }
  return found
}

/** Computes the progress that no one has read since it changed, so that marks do not accumulate. */
async function updateUnread(db: Db, ended: AbortSignal): Promise<void> {
  // Of a student or course that is gone, nothing can be computed.
  await db.execute(sql`DELETE FROM avances_cambios x WHERE NOT EXISTS (SELECT FROM usuarios u WHERE u.id = x.id_usuario)
    OR NOT EXISTS (SELECT FROM cursos c WHERE c.id = x.id_curso)`)
  const marked = sql`SELECT DISTINCT id_usuario, id_curso FROM avances_cambios LIMIT ${PAGE}`
  let more = true
  while (more) {
    ended.throwIfAborted()
    more = await updateProgress(db, marked)
  }
}

/**
 * Run by a job every night, until `ended`. Reports what differs and repairs nothing: a repair would hide a bug.
 * @throws Error naming the students
 */
export async function reviewProgress(db: Db, ended: AbortSignal): Promise<void> {
  await updateUnread(db, ended)
  const wrong = await findWrongProgress(db, 0, ended)
  if (wrong.length === 0) return
  const named = wrong.slice(0, NAMED).map(({ id_usuario, id_curso }) => `${id_usuario} in course ${id_curso}`)
  throw new Error(`the progress of ${wrong.length} students differs from its rule: ${named.join(', ')}`)
}
