import type { SearchItem } from '@campus/contract/search'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'

/** Items of a student's feed; a student of 50 courses has fewer. */
const MOST_ITEMS = 3000
/** Forums of each course, and of the brand's general ones: the pinned and the most recently active. */
const MOST_FORUMS = 50
/** Forums in all. The feed is downloaded before the first letter is typed; the forums' own search finds every one. */
const MOST_FORUMS_IN_ALL = 100

const newest = (forum: 'f' | 't', limit: number) =>
  sql`ORDER BY ${sql.raw(`${forum}.pinned DESC, ${forum}.ultima_actividad DESC, ${forum}.id DESC`)} LIMIT ${limit}`
const FORUM_COLUMNS = sql.raw('f.id, f.titulo, f.id_curso, f.id_modulo, f.ultima_actividad, f.pinned')

/**
 * Everything of a student's that the search box can open: the browser filters while one types (campus.md section 5).
 * Forums are those of live courses and the brand's general ones, the most recently active first.
 */
export const listSearchItems = (db: Db, { id, id_cliente }: Identity): Promise<SearchItem[]> =>
  query<SearchItem>(
    db,
    sql`
  WITH mios AS MATERIALIZED (
    SELECT c.id, c.nombre FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
    WHERE matriculas.id_usuario = ${id} AND ${LIVE_ENROLMENT}),
  suyos AS MATERIALIZED (SELECT m.id, m.nombre, m.id_curso, m.orden FROM mios JOIN modulos m ON m.id_curso = mios.id WHERE m.activo),
  -- One short index scan per course, instead of one over all forums of the academy.
  temas AS MATERIALIZED (SELECT t.* FROM (
    SELECT t.* FROM mios CROSS JOIN LATERAL (SELECT ${FORUM_COLUMNS} FROM foros f
      WHERE f.id_curso = mios.id AND f.eliminado_en IS NULL ${newest('f', MOST_FORUMS)}) t
    UNION ALL (SELECT ${FORUM_COLUMNS} FROM foros f
      WHERE f.tipo_foro = 'general' AND f.id_cliente = ${id_cliente} AND f.eliminado_en IS NULL ${newest('f', MOST_FORUMS)})) t
    ${newest('t', MOST_FORUMS_IN_ALL)})
  SELECT nombre, tipo, id, id_curso, id_modulo, codigo FROM (
    SELECT nombre, 'Curso' AS tipo, id, id AS id_curso, NULL::int AS id_modulo, NULL::text AS codigo, 1 AS clase, 0 AS orden,
      NULL::timestamptz AS activo FROM mios
    UNION ALL SELECT nombre, 'Módulo', id, id_curso, id, NULL, 2, orden, NULL FROM suyos
    UNION ALL SELECT l.titulo, 'Lección', l.id, s.id_curso, s.id, NULL, 3, l.orden, NULL
      FROM suyos s JOIN lecciones l ON l.id_modulo = s.id WHERE l.activo
    UNION ALL SELECT titulo, 'Foro', id, id_curso, id_modulo, NULL, 4, 0, ultima_actividad FROM temas
    UNION ALL SELECT coalesce(x.modulo, x.curso), 'Certificado', x.id, x.id_curso, x.id_modulo, x.codigo_certificado, 5, 0, NULL
      FROM certificados x WHERE x.id_usuario = ${id} AND x.estado = 'vigente') todo
  ORDER BY clase, activo DESC, id_curso, id_modulo NULLS FIRST, orden, id LIMIT ${MOST_ITEMS}`,
  )
