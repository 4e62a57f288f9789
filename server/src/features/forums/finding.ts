import type { Forum, FoundPost, Mentionable } from '@campus/contract/forums'
import { foldText } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { accessValues, LIVE_ENROLMENT } from '../learning/learning.ts'
import { AUTHOR, COLUMNS, FROM } from './forums.ts'
import { ALL_OF_THEM, PLACES } from './places.ts'
import { READABLE, requireForum } from './visibility.ts'

const MOST_TERMS = 8
const EXCERPT = 220
/** Characters of a found text in which the excerpt is looked for: of a hundred long ones no page takes more than 2 MB. */
const SEARCHED = sql.raw('5000')

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

const MATCH = sql`to_tsquery('spanish', ${sql.placeholder('busca')}::text)`
/** What the question looks for, as the dictionary has it; nothing of words such as «de» and «la». */
const STEMS = sql`tsvector_to_array(to_tsvector('spanish', ${sql.placeholder('palabras')}::text)) AS raices`
const RANGE = sql`LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int`
/** Nobody reads further, and a common word of a large academy must not be counted to its end. */
const MOST_HITS = sql.raw('1000')

type Asked = { q: string; id_curso?: number; page: number; per_page: number }
type Found<Row> = { total: number; raices: string[]; data: Row[] }

function valuesOf(identity: Identity, terms: string[], { id_curso = 0, page, per_page }: Asked) {
  const busca = terms.map((term) => `${term}:*`).join(' & ')
  const range = { cantidad: per_page, desde: (page - 1) * per_page }
  return { ...accessValues(identity), palabras: terms.join(' '), busca, lugar: id_curso, ...range }
}

/** A page of what was found, each with the piece of its text where the words stand. */
function pageOfFound<Row extends { texto: string }>(found: Found<Row> | undefined, { page, per_page }: Asked) {
  const { total = 0, raices = [], data = [] } = found ?? {}
  const rows = data.map(({ texto, ...row }) => ({ ...row, raices, extracto: excerptOf(texto, raices) }))
  return pageOfRows(rows, total, page, per_page)
}

/** The places of the one who asks, of one course or of all (places.ts takes them by this name). */
const LUGARES = sql`lugares AS MATERIALIZED (${PLACES})`
const ROLE = sql`${sql.placeholder('rol')}::text`
const BRAND = sql`${sql.placeholder('marca')}::int`
const PLACE = sql`${sql.placeholder('lugar')}::int`

const forumsByWords = hotRows<Found<Forum & { texto: string }>>(
  'foros_buscados',
  sql`WITH ${LUGARES}, hallados AS MATERIALIZED (SELECT f.id FROM foros f WHERE f.busqueda @@ ${MATCH} AND f.id_cliente = ${BRAND}
        AND f.eliminado_en IS NULL AND (f.id_curso IN (SELECT id FROM lugares)
          OR (${PLACE} = 0 AND (f.id_curso IS NULL OR ${ROLE} = 'Administrador')))
      ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${MOST_HITS}),
    pagina AS MATERIALIZED (SELECT f.id FROM foros f WHERE f.id IN (SELECT id FROM hallados)
      ORDER BY f.ultima_actividad DESC, f.id DESC ${RANGE})
    SELECT (SELECT count(*) FROM hallados) AS total, ${STEMS}, (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT ${COLUMNS}, left(f.texto, ${SEARCHED}) AS texto FROM ${FROM} WHERE f.id = ANY (ARRAY(SELECT id FROM pagina))
      ORDER BY f.ultima_actividad DESC, f.id DESC) t) AS data`,
)

/** Forums that the asker may read and that have all the words, whatever their accents; most recently active first. */
export async function searchForums(db: Db, identity: Identity, asked: Asked) {
  const terms = termsOf(asked.q)
  const [found] = terms.length > 0 ? await forumsByWords(db, valuesOf(identity, terms, asked)) : []
  return pageOfFound(found, asked)
}

/** The page of what is in `hallados`, newest first, and how many there are. */
const PAGE_OF_POSTS = sql`pagina AS MATERIALIZED (SELECT id FROM hallados ORDER BY id DESC ${RANGE})
  SELECT (SELECT count(*) FROM hallados) AS total, ${STEMS}, (SELECT coalesce(json_agg(t), '[]') FROM (
    SELECT p.id, p.id_foro, f.titulo AS foro, p.fecha, left(p.texto, ${SEARCHED}) AS texto, ${AUTHOR} AS usuario
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN usuarios u ON u.id = p.id_usuario
    WHERE p.id = ANY (ARRAY(SELECT id FROM pagina)) ORDER BY p.id DESC) t) AS data`

/**
 * How a word is looked for. The index gives all posts that have it, unordered: of five million a common one hundreds of thousands. A common
 * word stands so often among the newest posts that these are read instead, as many as have it 2,000 times. Which of the two reads
 * fewer is told by the statistics that `ANALYZE` keeps: `frecuencia` of the rarest word, of `posts` in all. In row `modo`: `desde` is null for
 * the index, else the id from which on posts are read.
 */
const MODE = sql`modo AS MATERIALIZED (
  SELECT CASE WHEN frecuencia * posts > 2000 / nullif(frecuencia, 0)
    THEN (SELECT max(id) FROM posts_foro WHERE id > 0) - (2000 / frecuencia)::int END AS desde
  FROM (SELECT min(veces) AS frecuencia FROM unnest(tsvector_to_array(to_tsvector('spanish', ${sql.placeholder('palabras')}::text))) raiz
      CROSS JOIN LATERAL (SELECT coalesce(sum(c.parte), 0) AS veces FROM pg_stats s
        CROSS JOIN LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) c (palabra, parte)
        WHERE s.schemaname = 'public' AND s.tablename = 'posts_foro' AND s.attname = 'busqueda' AND starts_with(c.palabra, raiz)) v) f,
    (SELECT reltuples AS posts FROM pg_class WHERE oid = 'posts_foro'::regclass) n)`

// What the asker may read is a set of forums, made once: of the posts with these words, each is looked up in it.
const FOUND_POST = sql`p.eliminado_en IS NULL AND (p.id_foro IN (SELECT id FROM legibles)) IS TRUE ORDER BY p.id DESC LIMIT ${MOST_HITS}`

const postsByWords = hotRows<Found<FoundPost & { texto: string }>>(
  'posts_buscados',
  sql`WITH ${LUGARES}, legibles AS MATERIALIZED (${ALL_OF_THEM}), ${MODE},
    hallados AS MATERIALIZED (
      (SELECT p.id FROM posts_foro p WHERE (SELECT desde FROM modo) IS NULL AND p.busqueda @@ ${MATCH} AND ${FOUND_POST})
      UNION ALL (SELECT p.id FROM posts_foro p WHERE p.id > (SELECT desde FROM modo) AND (p.busqueda @@ ${MATCH}) IS TRUE AND ${FOUND_POST})),
    ${PAGE_OF_POSTS}`,
)

// A common word of a long forum is found going back from its newest post.
const OF_FORUM = sql`p.id_foro = (SELECT id FROM legible) AND p.eliminado_en IS NULL`

const postsOfForumByWords = hotRows<Found<FoundPost & { texto: string }>>(
  'posts_buscados_en_foro',
  sql`WITH legible AS MATERIALIZED (SELECT f.id FROM foros f WHERE f.id = ${sql.placeholder('foro')}::int
        AND (${PLACE} = 0 OR f.id_curso = ${PLACE}) AND ${READABLE}), ${MODE},
    hallados AS MATERIALIZED (
      (SELECT p.id FROM posts_foro p WHERE (SELECT desde FROM modo) IS NULL AND p.busqueda @@ ${MATCH} AND ${OF_FORUM}
        ORDER BY p.id DESC LIMIT ${MOST_HITS})
      UNION ALL (SELECT p.id FROM posts_foro p WHERE (SELECT desde FROM modo) IS NOT NULL AND (p.busqueda @@ ${MATCH}) IS TRUE AND ${OF_FORUM}
        ORDER BY p.id DESC LIMIT ${MOST_HITS})), ${PAGE_OF_POSTS}`,
)

/** Posts that the asker may read and that have all the words, newest first: of one forum, of a course or of all. */
export async function searchPosts(db: Db, identity: Identity, asked: Asked & { id_foro?: number }) {
  const terms = termsOf(asked.q)
  if (terms.length === 0) return pageOfFound<FoundPost & { texto: string }>(undefined, asked)
  const values = valuesOf(identity, terms, asked)
  const { id_foro } = asked
  const [found] = await (id_foro ? postsOfForumByWords(db, { ...values, foro: id_foro }) : postsByWords(db, values))
  return pageOfFound(found, asked)
}

/** People of a forum whose name has these letters: its course's, or, of a general one, those who wrote in it and the staff. */
export async function searchPeople(db: Db, identity: Identity, id: number, q: string): Promise<Mentionable[]> {
  const forum = await requireForum(db, identity, id)
  const people = forum.id_curso
    ? sql`SELECT matriculas.id_usuario FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso} AND ${LIVE_ENROLMENT}
        UNION SELECT cd.id_usuario FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}`
    : sql`SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = ${id} UNION SELECT ${forum.id_usuario}::int
        UNION SELECT a.id FROM usuarios a WHERE a.id_cliente = ${forum.id_cliente} AND a.tipo_cliente = 'Administrador'`
  const rows = (
    await db.execute<{ persona: Mentionable }>(sql`
    SELECT ${AUTHOR} AS persona FROM usuarios u WHERE u.id IN (${people}) AND u.estado = 1 AND u.id <> ${identity.id}
      AND strpos(sin_acentos(u.nombres || ' ' || u.apellidos), ${foldText(q)}) > 0
    ORDER BY u.nombres, u.apellidos, u.id LIMIT 8`)
  ).rows
  return rows.map(({ persona }) => persona)
}
