import { type SQL, sql } from 'drizzle-orm'
import { LIVE_ENROLMENT, ME } from '../learning/learning.ts'

const BRAND = sql`${sql.placeholder('marca')}::int`
const ROLE = sql`${sql.placeholder('rol')}::text`
const IS_ADMIN = sql`${ROLE} = 'Administrador'`
/** One course with its modules, or, being 0, everything that the asker may read. */
const PLACE = sql`${sql.placeholder('lugar')}::int`
const STANDS = sql.raw('f.eliminado_en IS NULL')

/**
 * Courses whose forums the asker reads as a student or as their teacher; of an administrator, who reads all of the brand, only the
 * course that was named. With the general forums this is what `READABLE` (visibility.ts) lets pass, but found from the few places of one
 * person instead of being asked of each forum of an academy.
 */
export const PLACES = sql`SELECT c.id FROM (
    SELECT matriculas.id_curso FROM matriculas WHERE matriculas.id_usuario = ${ME} AND ${LIVE_ENROLMENT}
    UNION SELECT cd.id_curso FROM curso_docentes cd WHERE cd.id_usuario = ${ME} AND ${ROLE} = 'Docente') m
  JOIN cursos c ON c.id = m.id_curso WHERE c.id_cliente = ${BRAND} AND NOT ${IS_ADMIN} AND (${PLACE} = 0 OR c.id = ${PLACE})
  UNION ALL SELECT c.id FROM cursos c WHERE ${IS_ADMIN} AND c.id = ${PLACE} AND c.id_cliente = ${BRAND}`

/** The three kinds of places, each with the index that has it: all of the brand, its general forums, and those of `lugares l`. */
const WHOLE_BRAND = sql`f.id_cliente = ${BRAND} AND ${STANDS} AND ${IS_ADMIN} AND ${PLACE} = 0`
const GENERAL = sql`f.tipo_foro = 'general' AND f.id_cliente = ${BRAND} AND ${STANDS} AND NOT ${IS_ADMIN} AND ${PLACE} = 0`
const OF_COURSE = sql`f.id_curso = l.id AND ${STANDS}`

/** How many forums of `lugares` the asker may read: counted in the indexes. */
export const HOW_MANY = sql`(SELECT count(*) FROM foros f WHERE ${WHOLE_BRAND}) + (SELECT count(*) FROM foros f WHERE ${GENERAL})
  + (SELECT coalesce(sum(n), 0)::int FROM lugares l CROSS JOIN LATERAL (SELECT count(*) AS n FROM foros f WHERE ${OF_COURSE}) o)`

/** The ids of all of them. */
export const ALL_OF_THEM = sql`SELECT f.id FROM foros f WHERE ${WHOLE_BRAND} UNION ALL SELECT f.id FROM foros f WHERE ${GENERAL}
  UNION ALL SELECT f.id FROM lugares l CROSS JOIN LATERAL (SELECT f.id FROM foros f WHERE ${OF_COURSE} OFFSET 0) f`

/**
 * The `upTo` first ones of each place, pinned and not, as an index has them: the first of all are among these, whether the
 * pinned ones come first or not. Rows `id`, `pinned`, `ultima_actividad`.
 */
export function firstOfEach(upTo: SQL): SQL {
  const first = (
    where: SQL,
  ) => sql`SELECT f.id, f.pinned, f.ultima_actividad FROM foros f WHERE ${where} AND f.pinned = k.fijado
    ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${upTo}`
  return sql`SELECT f.* FROM (VALUES (true), (false)) k (fijado) CROSS JOIN LATERAL (
    (${first(WHOLE_BRAND)}) UNION ALL (${first(GENERAL)})
    UNION ALL SELECT o.* FROM lugares l CROSS JOIN LATERAL (${first(OF_COURSE)}) o) f`
}
