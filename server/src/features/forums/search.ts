import type { Forum, FoundPost, Mentionable } from '@campus/contract/forums'
import { foldText } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { AUTHOR, forumColumns, forumsFor } from './lists.ts'
import { requireForum, visibleForums } from './visibility.ts'

const MOST_TERMS = 8
const EXCERPT = 220
/** Characters of a found text in which the excerpt is looked for: of a hundred long ones no page takes more than 2 MB. */
const SEARCHED = 5000

/** The words of a question, without case and accents. */
export const termsOf = (q: string): string[] => (foldText(q).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_TERMS)

/** Where a text's first word stands that begins with one of these; 0 when there is none. */
function placeOf(text: string, stems: string[]): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const folded = foldText(word)
    if (stems.some((stem) => folded.startsWith(stem))) return index
  }
  return 0
}

/**
 * The piece of a text around its first word that begins with one of these, at most so long, cut at words. The stems are
 * the dictionary's, so that *fórmula* is found where *formulas* was asked.
 */
export function excerptOf(text: string, stems: string[], length = EXCERPT): string {
  const found = placeOf(text, stems)
  const space = text.indexOf(' ', found - Math.floor(length / 3))
  const before = space < 0 || space > found ? found : space + 1
  const from = found < length / 2 ? 0 : before
  const piece = text.slice(from, from + length).toWellFormed()
  const ends = from + length >= text.length
  const cut = ends ? piece : piece.replace(/\s\S*$/u, '')
  return `${from > 0 ? '…' : ''}${cut}${ends ? '' : '…'}`
}

/** No one reads further, and a common word of a large academy must not be counted to its end. */
const MOST_HITS = 1000

type Asked = { q: string; id_curso?: number; page: number; per_page: number }
type Found<Row> = { total: number; raices: string[]; data: Row[] }

const matches = (terms: string[]): SQL => sql`to_tsquery('spanish', ${terms.map((term) => `${term}:*`).join(' & ')})`

/**
 * A page of what is found, each with the piece of its text where the words are: `found` selects ids and what `order` needs of
 * `h`, `rows` selects the rows of those ids in the same order.
 */
async function pageOfFound<Row extends { texto: string }>(
  db: Db,
  { q, page, per_page }: Asked,
  { found, order, rows }: { found: (terms: string[]) => SQL; order: SQL; rows: (ids: SQL) => SQL },
) {
  const terms = termsOf(q)
  if (terms.length === 0)
    return pageOfRows<Omit<Row, 'texto'> & { raices: string[]; extracto: string }>([], 0, page, per_page)
  const ids = sql`SELECT h.id FROM hallados h ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  const [answer] = await query<Found<Row>>(
    db,
    sql`WITH hallados AS MATERIALIZED (${found(terms)})
    SELECT (SELECT count(*) FROM hallados) AS total, tsvector_to_array(to_tsvector('spanish', ${terms.join(' ')})) AS raices,
      (SELECT coalesce(json_agg(t), '[]') FROM (${rows(ids)}) t) AS data`,
  )
  const { total = 0, raices = [], data = [] } = answer ?? {}
  const shown = data.map(({ texto, ...row }) => ({ ...row, raices, extracto: excerptOf(texto, raices) }))
  return pageOfRows(shown, total, page, per_page)
}

/** Forums that the caller may read and that have all the words, whatever their accents; most recently active first. */
export function searchForums(db: Db, identity: Identity, asked: Asked) {
  return pageOfFound<Forum & { texto: string }>(db, asked, {
    found: (terms) => sql`SELECT f.id, f.ultima_actividad FROM foros f WHERE f.busqueda @@ ${matches(terms)}
      AND f.id IN (SELECT v.id FROM (${visibleForums(identity, asked.id_curso)}) v)
      ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${MOST_HITS}`,
    order: sql.raw('h.ultima_actividad DESC, h.id DESC'),
    rows: (
      ids,
    ) => sql`SELECT ${forumColumns(identity.id)}, left(f.texto, ${SEARCHED}) AS texto FROM ${forumsFor(identity.id)}
      WHERE f.id IN (${ids}) ORDER BY f.ultima_actividad DESC, f.id DESC`,
  })
}

/** Posts that the caller may read and that have all the words, newest first: of one forum, of a course or of all. */
export function searchPosts(db: Db, identity: Identity, asked: Asked & { id_foro?: number }) {
  const ofForum = asked.id_foro ? sql`AND p.id_foro = ${asked.id_foro}` : sql``
  return pageOfFound<FoundPost & { texto: string }>(db, asked, {
    found: (
      terms,
    ) => sql`SELECT p.id FROM posts_foro p WHERE p.busqueda @@ ${matches(terms)} AND p.eliminado_en IS NULL ${ofForum}
      AND p.id_foro IN (SELECT v.id FROM (${visibleForums(identity, asked.id_curso)}) v) ORDER BY p.id DESC LIMIT ${MOST_HITS}`,
    order: sql.raw('h.id DESC'),
    rows: (
      ids,
    ) => sql`SELECT p.id, p.id_foro, f.titulo AS foro, p.fecha, left(p.texto, ${SEARCHED}) AS texto, ${AUTHOR} AS usuario
      FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN usuarios u ON u.id = p.id_usuario
      WHERE p.id IN (${ids}) ORDER BY p.id DESC`,
  })
}

/** People of a forum whose name has these letters: its course's, or, of a general one, those who wrote in it and the staff. */
export async function searchPeople(db: Db, identity: Identity, id: number, q: string): Promise<Mentionable[]> {
  const forum = await requireForum(db, identity, id)
  const people = forum.id_curso
    ? sql`SELECT matriculas.id_usuario FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso} AND ${LIVE_ENROLMENT}
        UNION SELECT cd.id_usuario FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}`
    : sql`SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = ${id} UNION SELECT ${forum.id_usuario}::int
        UNION SELECT a.id FROM usuarios a WHERE a.id_cliente = ${forum.id_cliente} AND a.tipo_cliente = 'Administrador'`
  const rows = await query<{ persona: Mentionable }>(
    db,
    sql`SELECT ${AUTHOR} AS persona FROM usuarios u WHERE u.id IN (${people}) AND u.estado = 1 AND u.id <> ${identity.id}
      AND strpos(sin_acentos(u.nombres || ' ' || u.apellidos), ${foldText(q)}) > 0
    ORDER BY u.nombres, u.apellidos, u.id LIMIT 8`,
  )
  return rows.map(({ persona }) => persona)
}
