import type { Found } from '@campus/contract/roots'
import type { LessonText, SearchItem, SearchResponse } from '@campus/contract/search'
import { type SQL, sql } from 'drizzle-orm'
import { excerptOf, firstFound, foundColumns, matches, termsOf } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { CALLER, type Caller } from '../../platform/db/prepared.ts'
import type { Identity } from '../../platform/http/http.ts'
import { followed, LIVE_ENROLMENT } from '../learning/learning.ts'
import { preparedWithProgress, progressTable } from '../progress/progress.ts'

/** A student of 50 courses has fewer. */
const MAX_ITEMS = 3000
/** Below the empty field. */
const MAX_RECENT = 5
/** Per course, pinned and most recently active first. */
const MAX_FORUMS = 50
/** The feed is downloaded before typing; the forum search finds the rest. */
const MAX_TOTAL_FORUMS = 100

const newest = (forum: 'f' | 't', limit: number) =>
  sql`ORDER BY ${sql.raw(`${forum}.pinned DESC, ${forum}.ultima_actividad DESC, ${forum}.id DESC`)} LIMIT ${limit}`
const FORUM_COLUMNS = sql.raw('f.id, f.titulo, f.id_curso, f.ultima_actividad, f.pinned')

const listOf = (items: SQL) => sql`(SELECT coalesce(json_agg(i), '[]') FROM (${items} LIMIT ${MAX_ITEMS}) i)`

const courseItems = sql`SELECT c.nombre, 'Curso' AS tipo, c.id, p.estado_avance, p.codigo_certificado
  FROM courses c JOIN ${progressTable(CALLER.id, sql`SELECT id FROM courses`)} p ON p.id_curso = c.id ORDER BY c.id`
const moduleItems = sql`SELECT nombre, 'Módulo' AS tipo, id, id_curso FROM modules ORDER BY id_curso, id`
const lessonItems = sql`SELECT l.titulo AS nombre, 'Lección' AS tipo, l.id, m.id_curso, m.id AS id_modulo
  FROM modules m JOIN lecciones l ON l.id_modulo = m.id WHERE l.activo ORDER BY m.id_curso, m.id, l.orden, l.id`
const forumItems = sql`SELECT titulo AS nombre, 'Foro' AS tipo, id, id_curso FROM forums ORDER BY ultima_actividad DESC, id`
const certificateItems = sql`SELECT coalesce(x.modulo, x.curso) AS nombre, 'Certificado' AS tipo, x.id, x.id_curso, x.codigo_certificado AS codigo
  FROM certificados x WHERE x.id_usuario = ${CALLER.id} AND x.estado = 'vigente' ORDER BY x.id_curso, x.id_modulo NULLS FIRST, x.id`

/** The lessons opened last, of live courses. */
const recent = sql`SELECT l.titulo AS nombre, 'Lección' AS tipo, l.id, m.id_curso, m.id AS id_modulo
  FROM progreso_lecciones p JOIN lecciones l ON l.id = p.id_leccion AND l.activo JOIN modulos m ON m.id = l.id_modulo AND m.activo
    JOIN matriculas ON matriculas.id_usuario = p.id_usuario AND matriculas.id_curso = m.id_curso AND ${LIVE_ENROLMENT}
  WHERE p.id_usuario = ${CALLER.id} ORDER BY p.visto_en DESC LIMIT ${MAX_RECENT}`

type Feed = Record<'cursos' | 'modulos' | 'lecciones' | 'foros' | 'certificados' | 'recientes', SearchItem[]>

const readSearch = preparedWithProgress<Feed, Caller>(
  sql`
  WITH courses AS MATERIALIZED (
    SELECT c.id, c.nombre FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
    WHERE matriculas.id_usuario = ${CALLER.id} AND ${LIVE_ENROLMENT}),
  modules AS MATERIALIZED (SELECT m.id, m.nombre, m.id_curso FROM courses JOIN modulos m ON m.id_curso = courses.id WHERE m.activo),
  -- One short index scan per course, instead of one over all forums of the academy.
  forums AS MATERIALIZED (SELECT t.* FROM (
    SELECT t.* FROM courses CROSS JOIN LATERAL (SELECT ${FORUM_COLUMNS} FROM foros f
      WHERE f.id_curso = courses.id AND f.eliminado_en IS NULL ${newest('f', MAX_FORUMS)}) t
    UNION ALL (SELECT ${FORUM_COLUMNS} FROM foros f
      WHERE f.tipo_foro = 'general' AND f.id_cliente = ${CALLER.id_cliente} AND f.eliminado_en IS NULL ${newest('f', MAX_FORUMS)})) t
    ${newest('t', MAX_TOTAL_FORUMS)})
  -- What leads nowhere is left out: the certificate of an unfinished course, the course of a general forum.
  SELECT json_strip_nulls(${listOf(courseItems)}) AS cursos, ${listOf(moduleItems)} AS modulos, ${listOf(lessonItems)} AS lecciones,
    json_strip_nulls(${listOf(forumItems)}) AS foros, ${listOf(certificateItems)} AS certificados,
    (SELECT coalesce(json_agg(r), '[]') FROM (${recent}) r) AS recientes`,
  followed(CALLER.id),
)

/** Everything the search box can open; the browser filters it (docs/product/learning.md 8.3). */
export async function findSearchFeed(db: Db, caller: Caller): Promise<SearchResponse> {
  const [feed] = await readSearch(db, caller)
  if (!feed) throw new Error('the search feed has no row')
  const { cursos, modulos, lecciones, foros, certificados, recientes } = feed
  return { busqueda: [...cursos, ...modulos, ...lecciones, ...foros, ...certificados].slice(0, MAX_ITEMS), recientes }
}

const MAX_LESSON_TEXTS = 5
const LESSON_EXCERPT = 90
/** Characters read of each hit: some before what was found, and enough behind it. */
const BEFORE = 200
const WINDOW = 600

type Hit = Omit<LessonText, 'extracto'> & Found & { texto: string }

/** The lessons of live courses whose text has every word (docs/product/learning.md 8.4). */
export async function searchLessonTexts(db: Db, identity: Identity, q: string): Promise<LessonText[]> {
  const terms = termsOf(q)
  if (terms.length === 0) return []
  const hits = await query<Hit>(
    db,
    sql`WITH found AS MATERIALIZED (SELECT ${foundColumns(terms)}),
    hits AS MATERIALIZED (SELECT l.id, l.titulo, m.id_curso, l.id_modulo, ts_rank(l.busqueda, ${matches(terms)}) AS rango
      FROM lecciones l JOIN modulos m ON m.id = l.id_modulo AND m.activo JOIN cursos c ON c.id = m.id_curso
        JOIN matriculas ON matriculas.id_usuario = ${identity.id} AND matriculas.id_curso = c.id AND ${LIVE_ENROLMENT}
      WHERE l.busqueda @@ ${matches(terms)} AND l.activo ORDER BY rango DESC, l.id LIMIT ${MAX_LESSON_TEXTS})
    SELECT h.titulo AS nombre, 'Lección' AS tipo, h.id, h.id_curso, h.id_modulo, found.raices, found.formas,
      substr(l.texto, greatest(1, ${firstFound(sql.raw('l.texto'), sql.raw('found'))} - ${BEFORE}), ${WINDOW}) AS texto
    FROM hits h JOIN lecciones l ON l.id = h.id CROSS JOIN found ORDER BY h.rango DESC, h.id`,
  )
  return hits.map(({ texto, raices, formas, ...item }) => ({
    ...item,
    extracto: excerptOf(texto, { raices, formas }, LESSON_EXCERPT),
  }))
}
