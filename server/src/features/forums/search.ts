import { foldText } from '@campus/contract/folding'
import type { Forum, FoundPost, Mentionable } from '@campus/contract/forums'
import type { Found } from '@campus/contract/roots'
import { type SQL, sql } from 'drizzle-orm'
import { alphabetical, excerptOf, foundColumns, matches, termsOf } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { AUTHOR, forumColumns, forumsFor } from './lists.ts'
import { requireForum, visibleForums } from './visibility.ts'

/** Characters read of each hit: bounds a page of a hundred to 2 MB. */
const EXCERPT_SOURCE = 5000

/** Counting every hit of a common word would be slow, and no one pages further. */
const MAX_HITS = 1000

type SearchRequest = { q: string; id_curso?: number; page: number; per_page: number }
type HitPage<Row> = Found & { total: number; data: Row[] }

/** `matching` selects ids and sort columns of the hits `h`; `rows` selects their rows in the same order. */
async function pageOfHits<Row extends { texto: string }>(
  db: Db,
  { q, page, per_page }: SearchRequest,
  { matching, order, rows }: { matching: (terms: string[]) => SQL; order: SQL; rows: (ids: SQL) => SQL },
) {
  const terms = termsOf(q)
  if (terms.length === 0) return pageOfRows<Omit<Row, 'texto'> & Found & { extracto: string }>([], 0, page, per_page)
  const ids = sql`SELECT h.id FROM hits h ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  const [result] = await query<HitPage<Row>>(
    db,
    sql`WITH hits AS MATERIALIZED (${matching(terms)})
    SELECT (SELECT count(*) FROM hits) AS total, ${foundColumns(terms)},
      (SELECT coalesce(json_agg(t), '[]') FROM (${rows(ids)}) t) AS data`,
  )
  const { total = 0, raices = [], formas = [], data = [] } = result ?? {}
  const found = { raices, formas }
  const hits = data.map(({ texto, ...row }) => ({ ...row, ...found, extracto: excerptOf(texto, found) }))
  return pageOfRows(hits, total, page, per_page)
}

/** Readable forums that contain all the words, most recently active first. */
export function searchForums(db: Db, identity: Identity, request: SearchRequest) {
  return pageOfHits<Forum & { texto: string }>(db, request, {
    matching: (terms) => sql`SELECT f.id, f.ultima_actividad FROM foros f WHERE f.busqueda @@ ${matches(terms)}
      AND f.id IN (SELECT v.id FROM (${visibleForums(identity, scopeOfIdentity(identity, 'moderar'), request.id_curso)}) v)
      ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${MAX_HITS}`,
    order: sql.raw('h.ultima_actividad DESC, h.id DESC'),
    rows: (
      ids,
    ) => sql`SELECT ${forumColumns(identity.id)}, left(f.texto, ${EXCERPT_SOURCE}) AS texto FROM ${forumsFor(identity.id)}
      WHERE f.id IN (${ids}) ORDER BY f.ultima_actividad DESC, f.id DESC`,
  })
}

/** Readable posts that contain all the words, newest first: of one forum, a course or all. */
export function searchPosts(db: Db, identity: Identity, request: SearchRequest & { id_foro?: number }) {
  const ofForum = request.id_foro ? sql`AND p.id_foro = ${request.id_foro}` : sql``
  return pageOfHits<FoundPost & { texto: string }>(db, request, {
    matching: (
      terms,
    ) => sql`SELECT p.id FROM posts_foro p WHERE p.busqueda @@ ${matches(terms)} AND p.eliminado_en IS NULL ${ofForum}
      AND p.id_foro IN (SELECT v.id FROM (${visibleForums(identity, scopeOfIdentity(identity, 'moderar'), request.id_curso)}) v) ORDER BY p.id DESC LIMIT ${MAX_HITS}`,
    order: sql.raw('h.id DESC'),
    rows: (
      ids,
    ) => sql`SELECT p.id, p.id_foro, f.titulo AS foro, p.fecha, left(p.texto, ${EXCERPT_SOURCE}) AS texto, ${AUTHOR} AS usuario
      FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN usuarios u ON u.id = p.id_usuario
      WHERE p.id IN (${ids}) ORDER BY p.id DESC`,
  })
}

/** Mentionable people by part of their name, first names and those of the thread and staff first: the course's, or, in a general forum, its authors and administrators. */
export async function searchPeople(db: Db, identity: Identity, id: number, q: string): Promise<Mentionable[]> {
  const forum = await requireForum(db, identity, id)
  const people = forum.id_curso
    ? sql`SELECT matriculas.id_usuario FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso} AND ${LIVE_ENROLMENT}
        UNION SELECT cd.id_usuario FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}`
    : sql`SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = ${id} UNION SELECT ${forum.id_usuario}::bigint
        UNION SELECT a.id FROM usuarios a WHERE a.id_cliente = ${forum.id_cliente} AND a.tipo_cliente = 'Administrador'`
  const rows = await query<{ persona: Mentionable }>(
    db,
    sql`SELECT ${AUTHOR} AS persona FROM usuarios u WHERE u.id IN (${people}) AND u.estado = 1 AND u.id <> ${identity.id}
      AND strpos(sin_acentos(u.nombres || ' ' || u.apellidos), ${foldText(q)}) > 0
    ORDER BY NOT starts_with(sin_acentos(u.nombres), ${foldText(q)}), u.tipo_cliente = 'Alumno' AND u.id <> ${forum.id_usuario}
      AND u.id NOT IN (SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = ${id} AND p.eliminado_en IS NULL),
      strpos(' ' || sin_acentos(u.nombres || ' ' || u.apellidos), ${` ${foldText(q)}`}) = 0, ${alphabetical(sql`u.nombres || ' ' || u.apellidos`)}, u.id LIMIT 8`,
  )
  return rows.map(({ persona }) => persona)
}
