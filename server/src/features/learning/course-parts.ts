import { MAX_EVALUATIONS, MAX_LESSON_PARTS } from '@campus/contract/course-limits'
import { EXAM_MODEL, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { ATTEMPT_PERCENT, CLOSES } from '../exams/exams.tables.ts'

type Student = SQL | number | null

// SQL fragments over `cursos c`, `modulos mo` and `lecciones l` of the enclosing query; `usuario` is null for guests.

export const LESSON_ORDER = sql.raw('mo.orden, mo.id, l.orden, l.id')

export const LESSONS_OF_COURSE = sql.raw(
  'modulos mo JOIN lecciones l ON l.id_modulo = mo.id AND l.activo AND mo.activo AND mo.id_curso = c.id',
)

/** The videos of lesson `l`. */
export const FILES = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT f.id, f.titulo, f.enlace, f.tipo_video, f.video, f.video_hash
  FROM archivos f WHERE f.id_leccion = l.id ORDER BY f.orden LIMIT ${MAX_LESSON_PARTS}) t)`

/** Closed attendance or marked done (docs/product/learning.md 5.5). */
export const done = (usuario: Student) => sql<boolean>`(
  EXISTS (SELECT 1 FROM asistencias a WHERE a.usuario_id = ${usuario} AND a.leccion_id = l.id AND a.fecha_cierre IS NOT NULL)
  OR EXISTS (SELECT 1 FROM progreso_lecciones p WHERE p.id_usuario = ${usuario} AND p.id_leccion = l.id AND p.completada_en IS NOT NULL))`

/** Best graded attempt of the exams `ev` matching `which`: a derived table of at most one row. */
export const bestAttempt = (usuario: Student, which: SQL) => sql`(
  SELECT i.nota, i.nota_maxima, ${ATTEMPT_PERCENT} AS porcentaje, i.aprobado
  FROM evaluaciones ev JOIN detalle_evaluacion de ON de.id_evaluacion = ev.id AND de.id_alumno = ${usuario}
  JOIN intentos_evaluacion i ON i.id_detalle = de.id AND i.estado = 'calificado' AND i.nota_maxima > 0
  WHERE ev.modelo = ${EXAM_MODEL} AND ${which} ORDER BY i.nota / i.nota_maxima DESC, i.id LIMIT 1)`

/** Code of the valid certificate `z` matching `which`, or null. */
export const certificateCode = (usuario: Student, which: SQL) => sql`(SELECT z.codigo_certificado FROM certificados z
  WHERE z.id_usuario = ${usuario} AND z.estado = 'vigente' AND ${which})`

/** Of the place `p` of the enclosing query. `bool_or` reads only the student's attempts; `EXISTS` would scan the index of all pending ones. */
export const evaluationCards = (
  usuario: Student,
  which: SQL,
  live: SQL,
) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT e.id, e.nombre, e.modelo, e.id_modulo, e.id_curso, e.intentos + coalesce(d.intentos_extra, 0) AS intentos,
    coalesce(d.intentos, 0) AS intentos_usados, b.porcentaje, b.aprobado, e.fecha_apertura, ${CLOSES} AS fecha_cierre,
    p.cerrados -> e.id::text AS cerrado_por_lecciones,
    coalesce(s.abierto, false) AS abierto, coalesce(s.pendiente, false) AS pendiente,
    ${live} AND EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id AND r.id_alumno = ${usuario}) AS respondida
  FROM evaluaciones e
  LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario} AND ${live}
  LEFT JOIN LATERAL ${bestAttempt(usuario, sql`ev.id = e.id`)} b ON d.id IS NOT NULL
  LEFT JOIN LATERAL (SELECT bool_or(i.estado = 'abierto' AND i.limite > now()) AS abierto, bool_or(i.estado = 'pendiente') AS pendiente
    FROM intentos_evaluacion i WHERE i.id_detalle = d.id) s ON d.id IS NOT NULL
  WHERE e.estado = 1 AND ${which} ORDER BY e.modelo <> ${EXAM_MODEL}, e.id LIMIT ${MAX_EVALUATIONS}) t)`

/** {@link OpenAttempt} of the exams `e` matching `which`, the first to end, of one hidden meanwhile too; surveys have no clock to tell. */
export const openAttempt = (usuario: Student, which: SQL) => sql`(SELECT to_json(t) FROM (
  SELECT e.id AS id_evaluacion, i.id AS id_intento, i.limite, now() AS ahora, e.nombre, e.id_curso, e.id_modulo
  FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion AND e.modelo = ${EXAM_MODEL}
  JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto' AND i.limite > now()
  WHERE d.id_alumno = ${usuario} AND ${which} ORDER BY i.limite, i.id LIMIT 1) t)`

export const SESSION_DAY = sql.raw(`(s.inicio AT TIME ZONE '${TIME_ZONE}')::date`)

export const SESSION_COLUMNS = sql`s.id, s.nombre, s.enlace, s.inicio, ${SESSION_DAY} AS fecha,
  to_char(s.inicio AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)}, 'HH24:MI') AS hora_inicio,
  s.inicio + make_interval(mins => s.duracion) AS fin, s.cancelada_en IS NOT NULL AS cancelada`
