import type { Unready } from '@campus/contract/documents/unready'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'

/** A lesson `l` with nothing in it, as the contract judges its document. */
const EMPTY = `(l.contenido !~* '<img'
  AND regexp_replace(l.contenido, '<[^>]*>|&nbsp;|&#160;|[[:space:]\\u00a0\\u200b-\\u200f\\u2060\\ufeff]', '', 'g') = ''
  AND NOT EXISTS (SELECT 1 FROM archivos av WHERE av.id_leccion = l.id)
  AND NOT EXISTS (SELECT 1 FROM materiales mv WHERE mv.id_leccion = l.id)
  AND NOT EXISTS (SELECT 1 FROM sesiones sv WHERE sv.id_leccion = l.id AND sv.cancelada_en IS NULL))`

const HAS_DRAFT = `EXISTS (SELECT 1 FROM borradores b WHERE b.objeto = 'leccion:' || l.id
  AND b.id_cliente = (SELECT bc.id_cliente FROM cursos bc WHERE bc.id = m.id_curso)`

/**
 * A lesson `l` of a module `m` that is never shown: its text is still a first draft, or it is empty. One that students of
 * a published course see already stays.
 */
export const HELD_BACK = sql.raw(`(NOT l.activo AND l.nuevo AND ${HAS_DRAFT}
      AND NOT EXISTS (SELECT 1 FROM versiones v WHERE v.id_cliente = b.id_cliente AND v.objeto = b.objeto AND v.motivo = 'publicada'))
    OR NOT (l.activo AND (SELECT cv.estado = 1 FROM cursos cv WHERE cv.id = m.id_curso)) AND ${EMPTY})`)

const ids = (all: number[]) => sql`${sql.param(all)}::bigint[]`

/** Shows lessons that waited for a text and have one now. */
export async function showWritten(tx: Db, lessons: number[]): Promise<void> {
  await tx.execute(sql`UPDATE lecciones l SET activo = true, espera = false
    WHERE l.id = ANY(${ids(lessons)}) AND l.espera AND NOT ${sql.raw(EMPTY)}`)
}

/** Of the outline, those with a shown lesson, exam or survey; the others wait. */
export async function settleModules(tx: Db, courses: number[]): Promise<void> {
  await tx.execute(sql`UPDATE modulos m SET activo = x.lleno, espera = NOT x.lleno FROM (
      SELECT m.id, EXISTS (SELECT 1 FROM lecciones l WHERE l.id_modulo = m.id AND l.activo)
        OR EXISTS (SELECT 1 FROM evaluaciones e WHERE e.id_modulo = m.id AND e.estado = 1) AS lleno
      FROM modulos m WHERE m.id_curso = ANY(${ids(courses)}) AND (m.activo OR m.espera)) x
    WHERE m.id = x.id AND m.activo <> x.lleno`)
}

/** A class is content: shows lessons that waited for nothing else. */
export async function showWithClass(tx: Db, course: number, lessons: number[]): Promise<void> {
  await tx.execute(sql`UPDATE lecciones l SET activo = true, espera = false FROM modulos m
    WHERE m.id = l.id_modulo AND l.id = ANY(${ids(lessons)}) AND l.espera AND NOT ${HELD_BACK}`)
  await settleModules(tx, [course])
}

/** Before hidden courses are shown: what is empty in them waits. */
export async function holdEmpty(tx: Db, courses: number[]): Promise<void> {
  await tx.execute(sql`UPDATE lecciones l SET activo = false, espera = true FROM modulos m JOIN cursos c ON c.id = m.id_curso
    WHERE m.id = l.id_modulo AND c.id = ANY(${ids(courses)}) AND c.estado = 0 AND l.activo AND ${sql.raw(EMPTY)}`)
  await settleModules(tx, courses)
}

const LESSONS = sql.raw('lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso')

/** No question, or an exam that is worth nothing. */
const WORTHLESS = sql.raw(`NOT EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo
  AND (e.modelo <> 1 OR p.valor > 0))`)

/** What courses name and do not show, and with `sold` what is on sale without content, in the order of the outline. */
export async function listUnready(tx: Db, courses: number[], { sold }: { sold: boolean }): Promise<Unready[]> {
  const rows = await query<Unready & { modulo: number | null; orden: number | null; clase: number }>(
    tx,
    sql`SELECT 'leccion:' || l.id AS objeto, l.titulo AS nombre,
        CASE WHEN ${sql.raw(`${HAS_DRAFT})`)} THEN 'borrador' ELSE 'vacia' END AS motivo, false AS en_venta,
        m.orden AS modulo, l.orden, 1 AS clase
      FROM ${LESSONS} WHERE c.id = ANY(${ids(courses)}) AND l.espera AND (m.activo OR m.espera)
    UNION ALL SELECT 'leccion:' || l.id, l.titulo, 'vacia', true, m.orden, l.orden, 1
      FROM ${LESSONS} WHERE ${sold} AND c.id = ANY(${ids(courses)}) AND c.estado = 1 AND m.activo AND l.activo AND ${sql.raw(EMPTY)}
    UNION ALL SELECT 'modulo:' || m.id, m.nombre, 'sin_lecciones', m.activo, m.orden, NULL, 0
      FROM modulos m JOIN cursos c ON c.id = m.id_curso WHERE c.id = ANY(${ids(courses)}) AND (m.espera OR ${sold} AND m.activo AND c.estado = 1)
        AND NOT EXISTS (SELECT 1 FROM lecciones l WHERE l.id_modulo = m.id AND l.activo)
        AND NOT EXISTS (SELECT 1 FROM evaluaciones e WHERE e.id_modulo = m.id AND e.estado = 1)
    UNION ALL SELECT 'evaluacion:' || e.id, e.nombre, 'sin_preguntas', e.estado = 1, m.orden, e.id, 2
      FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso LEFT JOIN modulos m ON m.id = e.id_modulo
      WHERE c.id = ANY(${ids(courses)}) AND coalesce(m.activo OR m.espera, true) AND ${WORTHLESS}
        AND (${sold} AND e.estado = 1 AND c.estado = 1 OR e.estado = 0 AND e.nuevo)
        AND NOT EXISTS (SELECT 1 FROM borradores b WHERE b.id_cliente = c.id_cliente AND b.objeto = 'evaluacion:' || e.id)
    ORDER BY modulo NULLS LAST, clase, orden`,
  )
  return rows.map(({ modulo: _, orden: __, clase: ___, ...unready }) => unready)
}

/** Shows a lesson and its module for a preview, whose transaction is rolled back. */
export async function revealLesson(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`WITH shown AS (UPDATE lecciones SET activo = true, espera = false WHERE id = ${id} RETURNING id_modulo)
    UPDATE modulos m SET activo = true, espera = false FROM shown WHERE m.id = shown.id_modulo`)
}
