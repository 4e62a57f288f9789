import { EXAM_MODEL } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { CLOSES } from '../exams/exams.tables.ts'

const FINISHED_LESSON = sql.raw('least(v.completada_en, a.fecha_cierre)')

const lessons = (
  usuario: SQL,
  curso: SQL,
) => sql`SELECT mo.id_curso, mo.orden AS orden_modulo, mo.id AS id_modulo, mo.nombre AS modulo,
    false AS exam, l.orden, l.id, l.titulo, false AS blocked, false AS gated,
    ${FINISHED_LESSON} AS finished_at, greatest(${FINISHED_LESSON}, a.fecha_asistencia) AS active_at, NULL::timestamptz AS changes_at
  FROM modulos mo JOIN lecciones l ON l.id_modulo = mo.id AND l.activo
  LEFT JOIN progreso_lecciones v ON v.id_usuario = ${usuario} AND v.id_leccion = l.id
  LEFT JOIN asistencias a ON a.usuario_id = ${usuario} AND a.leccion_id = l.id
  WHERE mo.id_curso = ${curso} AND mo.activo`

/**
 * Exams that can be passed; one is blocked while it waits for a teacher, has no attempts left, or its window is shut.
 * It is gated until it is passed or under way: it may wait for lessons too (docs/product/exams.md 1.7).
 */
const exams = (usuario: SQL, curso: SQL) => sql`SELECT e.id_curso, mo.orden, mo.id, mo.nombre, true, 0, e.id, e.nombre,
    NOT coalesce(t.open, false) AND (coalesce(t.pending, false)
      OR coalesce(d.intentos >= e.intentos + d.intentos_extra, false) OR e.fecha_apertura > now() IS TRUE OR ${CLOSES} <= now() IS TRUE),
    t.passed_at IS NULL AND NOT coalesce(t.open, false), t.passed_at, t.sent_at,
    least(CASE WHEN e.fecha_apertura > now() THEN e.fecha_apertura END, CASE WHEN ${CLOSES} > now() THEN ${CLOSES} END, t.ends_at)
  FROM evaluaciones e LEFT JOIN modulos mo ON mo.id = e.id_modulo
  LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario}
  LEFT JOIN LATERAL (SELECT bool_or(i.estado = 'abierto' AND i.limite > now()) AS open, bool_or(i.estado = 'pendiente') AS pending,
      min(i.limite) FILTER (WHERE i.estado = 'abierto' AND i.limite > now()) AS ends_at,
      min(i.enviado_en) FILTER (WHERE i.aprobado) AS passed_at, max(i.enviado_en) AS sent_at
    FROM intentos_evaluacion i WHERE i.id_detalle = d.id) t ON d.id IS NOT NULL
  WHERE e.id_curso = ${curso} AND e.modelo = ${EXAM_MODEL} AND e.estado = 1 AND coalesce(mo.activo, true)
    AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo AND p.valor > 0)`

const NEXT = sql.raw(`CASE WHEN n.exam THEN
    jsonb_build_object('tipo', 'examen', 'id_curso', n.id_curso, 'id_modulo', n.id_modulo, 'id_evaluacion', n.id, 'titulo', n.titulo,
      'modulo', n.modulo)
  WHEN n.id IS NOT NULL THEN
    jsonb_build_object('tipo', 'leccion', 'id_curso', n.id_curso, 'id_modulo', n.id_modulo, 'id_leccion', n.id, 'titulo', n.titulo,
      'modulo', n.modulo) END`)

const STATE = sql.raw(`CASE
  WHEN z.id IS NOT NULL OR (k.exams = 0 AND k.pieces > 0 AND k.finished = k.pieces) THEN 'terminado'
  WHEN k.active_at IS NOT NULL THEN 'en_curso' ELSE 'sin_empezar' END`)

/** How many lessons an exam still waits for: its share of those before it, rounded up, less those that are done. */
const LESSONS_MISSING = sql.raw('(n.lessons * b.examenes_desde + 99) / 100 - n.seen')

/** Whether a lesson comes after the one finished last, in the same module. */
const FOLLOWS = sql.raw('NOT n.exam AND n.id_modulo = k.last_module AND n.place > k.last_place')

/**
 * The student's place in a course: the one rule of progress, of the next piece (docs/product/learning.md 5.6 to 5.9) and of the
 * exams that wait for lessons. A derived table of one row with the columns of `avances`. An exam that waits has an unfinished
 * lesson before it, so that the next piece is never one.
 */
export const progressRule = (usuario: SQL, curso: SQL) => sql`(
  WITH pieces AS (
    SELECT *, row_number() OVER sequence AS place, count(*) FILTER (WHERE NOT exam) OVER sequence AS lessons,
      count(finished_at) FILTER (WHERE NOT exam) OVER sequence AS seen
    FROM (${lessons(usuario, curso)} UNION ALL ${exams(usuario, curso)}) t
    WINDOW sequence AS (ORDER BY orden_modulo NULLS LAST, id_modulo NULLS LAST, exam, orden, id)),
  totals AS (
    SELECT count(*) AS pieces, count(finished_at) AS finished, count(*) FILTER (WHERE exam) AS exams,
      count(finished_at) FILTER (WHERE exam) AS passed, max(active_at) AS active_at, min(changes_at) AS changes_at,
      (array_agg(id_modulo ORDER BY finished_at DESC, place DESC) FILTER (WHERE finished_at IS NOT NULL AND NOT exam))[1] AS last_module,
      (array_agg(place ORDER BY finished_at DESC, place DESC) FILTER (WHERE finished_at IS NOT NULL AND NOT exam))[1] AS last_place
    FROM pieces),
  following AS (
    SELECT n.* FROM pieces n CROSS JOIN totals k WHERE n.finished_at IS NULL
    ORDER BY coalesce(${FOLLOWS}, false) DESC, n.blocked, n.place LIMIT 1),
  closed AS (
    SELECT jsonb_object_agg(n.id, jsonb_build_object('desde', b.examenes_desde, 'faltan', ${LESSONS_MISSING})) AS cerrados
    FROM pieces n JOIN cursos c ON c.id = n.id_curso JOIN clientes b ON b.id = c.id_cliente
    WHERE n.gated AND ${LESSONS_MISSING} > 0)
  SELECT k.pieces - k.exams AS lecciones, k.finished - k.passed AS completadas, k.exams AS examenes, k.passed AS aprobados,
    coalesce(k.finished * 100 / nullif(k.pieces, 0), 0) AS porcentaje, ${NEXT} AS siguiente, ${STATE} AS estado_avance,
    k.active_at AS ultima_actividad, z.codigo_certificado, x.cerrados, k.changes_at AS vale_hasta
  FROM totals k CROSS JOIN closed x LEFT JOIN following n ON true
  LEFT JOIN certificados z ON z.id_usuario = ${usuario} AND z.id_curso = ${curso} AND z.id_modulo IS NULL AND z.estado = 'vigente')`
