import { sql } from 'drizzle-orm'

/** A line of side two: a module with its lessons, or a lesson, whose `lecciones` is null. */
export type PrintedContent = { titulo: string; lecciones: number | null; minutos: number }

/**
 * What certificates of these courses print of them today: a derived table with `id_curso`, `id_modulo` (null for the
 * course's own certificate), `minutos` and `contenidos`.
 */
export const contentsOf = (courses: number[]) => sql`(
  WITH lines AS (
    SELECT m.id_curso, m.id AS id_modulo, l.titulo, NULL::int AS lecciones, l.duracion AS minutos, l.orden, l.id
    FROM modulos m JOIN lecciones l ON l.id_modulo = m.id AND l.activo WHERE m.id_curso = ANY(${sql.param(courses)}::bigint[])
    UNION ALL
    SELECT m.id_curso, NULL, m.nombre, count(l.id)::int, coalesce(sum(l.duracion), 0)::int, m.orden, m.id
    FROM modulos m JOIN lecciones l ON l.id_modulo = m.id AND l.activo
    WHERE m.id_curso = ANY(${sql.param(courses)}::bigint[]) AND m.activo GROUP BY m.id)
  SELECT id_curso, id_modulo, sum(minutos)::int AS minutos,
    jsonb_agg(jsonb_build_object('titulo', titulo, 'lecciones', lecciones, 'minutos', minutos) ORDER BY orden, id) AS contenidos
  FROM lines GROUP BY 1, 2)`
