import { MOST_EVALUATIONS } from '@campus/contract/course-limits'
import { EXAM_MODEL, PASS_PERCENT, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { lessonDone } from './learning.ts'

/*
 * Fragments of SQL that several reads share. They name `cursos c`, `modulos mo` and `lecciones l` of the query around them; `usuario`
 * is the student, null for guests.
 */

type Student = number | null

/** The order of lessons in a course. */
export const LESSON_ORDER = sql.raw('mo.orden, mo.id, l.orden, l.id')

/** The lessons of course `c`. */
export const LESSONS_OF_COURSE = sql.raw(
  'modulos mo JOIN lecciones l ON l.id_modulo = mo.id AND l.activo AND mo.activo AND mo.id_curso = c.id',
)

/** Whether lesson `l` is done. */
export const done = (usuario: Student) => lessonDone(usuario, sql.raw('l.id'))

/** {@link Progress} of course `c`: the percentage is floored, so 100 means that all is done. */
export const progress = (usuario: Student) => sql`(SELECT json_build_object('lecciones', t.n, 'completadas', t.k,
    'porcentaje', CASE WHEN t.n = 0 THEN 0 ELSE t.k * 100 / t.n END)
  FROM (SELECT count(*) AS n, count(*) FILTER (WHERE ${done(usuario)}) AS k FROM ${LESSONS_OF_COURSE}) t)`

/** {@link LastLesson} of course `c`: the one seen last, otherwise the first. */
export const lastLesson = (usuario: Student) => sql`(SELECT to_json(t) FROM (
  SELECT c.id AS id_curso, mo.id AS id_modulo, l.id AS id_leccion, l.titulo, mo.nombre AS modulo,
    coalesce(v.segundo, 0) AS segundo, v.visto_en
  FROM ${LESSONS_OF_COURSE} LEFT JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${usuario}
  ORDER BY v.visto_en DESC NULLS LAST, ${LESSON_ORDER} LIMIT 1) t)`

// Rounding never carries a failed attempt over the pass mark.
const PERCENT = sql.raw(`least(round(i.nota * 100 / i.nota_maxima, 2),
  CASE WHEN i.aprobado THEN 100 ELSE ${PASS_PERCENT} - 0.01 END)`)

/** The student's best graded attempt of the exams `ev` that `which` names, as a derived table of one row or none. */
export const bestAttempt = (usuario: Student, which: SQL) => sql`(
  SELECT i.nota, i.nota_maxima, ${PERCENT} AS porcentaje, i.aprobado
  FROM evaluaciones ev JOIN detalle_evaluacion de ON de.id_evaluacion = ev.id AND de.id_alumno = ${usuario}
  JOIN intentos_evaluacion i ON i.id_detalle = de.id AND i.estado = 'calificado' AND i.nota_maxima > 0
  WHERE ev.modelo = ${EXAM_MODEL} AND ${which} ORDER BY i.nota / i.nota_maxima DESC, i.id LIMIT 1)`

/** Code of the student's valid certificate among those `z` that `which` names, or null. */
export const certificateCode = (usuario: Student, which: SQL) => sql`(SELECT z.codigo_certificado FROM certificados z
  WHERE z.id_usuario = ${usuario} AND z.estado = 'vigente' AND ${which})`

/**
 * A list of {@link EvaluationCard}: the active exams and surveys `e` that `which` names, with state where `live`. `bool_or` reads
 * the student's own attempts; `EXISTS (... 'pendiente')` would scan the index of all that wait in the academy.
 */
export const evaluationCards = (
  usuario: Student,
  which: SQL,
  live: SQL,
) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT e.id, e.nombre, e.modelo, e.id_modulo, e.id_curso, e.intentos + coalesce(d.intentos_extra, 0) AS intentos,
    coalesce(d.intentos, 0) AS intentos_usados, b.porcentaje, b.aprobado, e.fecha_apertura, e.fecha_cierre,
    coalesce((SELECT bool_or(i.estado = 'pendiente') FROM intentos_evaluacion i WHERE i.id_detalle = d.id), false) AS pendiente,
    ${live} AND EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id AND r.id_alumno = ${usuario}) AS respondida
  FROM evaluaciones e
  LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario} AND ${live}
  LEFT JOIN LATERAL ${bestAttempt(usuario, sql`ev.id = e.id`)} b ON d.id IS NOT NULL
  WHERE e.estado = 1 AND ${which} ORDER BY e.modelo <> ${EXAM_MODEL}, e.id LIMIT ${MOST_EVALUATIONS}) t)`

/** The Lima day of `sesiones s`. */
export const SESSION_DAY = sql.raw(`(s.inicio AT TIME ZONE '${TIME_ZONE}')::date`)

/** Columns of {@link Session} from `sesiones s`. */
export const SESSION_COLUMNS = sql`s.id, s.nombre, s.enlace, s.inicio, ${SESSION_DAY} AS fecha,
  to_char(s.inicio AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)}, 'HH24:MI') AS hora_inicio,
  s.inicio + make_interval(mins => s.duracion) AS fin`
