import type { Forum, FoundPost, Mentionable } from '@campus/contract/forums'
import { foldText } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/database.ts'
import type { Identity } from '../../platform/http.ts'
import { pageOfRows } from '../../platform/paging.ts'
import { accessValues, LIVE_ENROLMENT } from '../learning/learning.ts'
import { AUTHOR, COLUMNS, FROM } from './forums.ts'
import { READABLE, requireForum } from './visibility.ts'

const MOST_TERMS = 8
const EXCERPT = 160

/** The words of a question, without case and accents. */
export const termsOf = (q: string): string[] => (foldText(q).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_TERMS)

/** The piece of a text around the first of these words, at most so long, cut at words. */
export function excerptOf(text: string, terms: string[], length = EXCERPT): string {
  const letters = [...text]
  const folded = letters.map((letter) => foldText(letter)[0] ?? ' ').join('')
  const places = terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0)
  const found = places.length > 0 ? Math.min(...places) : 0
  const from = found < length / 2 ? 0 : letters.indexOf(' ', found - Math.floor(length / 3)) + 1
  const piece = letters.slice(from, from + length).join('')
  const cut = from + length < letters.length ? piece.replace(/\s\S*$/, '') : piece
  return `${from > 0 ? '…' : ''}${cut}${cut.length < piece.length || from + length < letters.length ? '…' : ''}`
}

const MATCH = sql`to_tsquery('spanish', ${sql.placeholder('busca')}::text)`
const RANGE = sql`LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int`
/** Nobody reads further, and a common word of a large academy must not be counted to its end. */
const MOST_HITS = sql.raw('1000')

type Paged = { q: string; page: number; per_page: number }
type Found<Row> = { total: number; data: Row[] }

function valuesOf(identity: Identity, { q, page, per_page }: Paged) {
  const busca = termsOf(q)
    .map((term) => `${term}:*`)
    .join(' & ')
  return { ...accessValues(identity), busca, cantidad: per_page, desde: (page - 1) * per_page }
}

const forumsByWords = hotRows<Found<Forum & { texto: string }>>(
  'foros_buscados',
  sql`WITH hallados AS MATERIALIZED (SELECT f.id FROM foros f WHERE f.busqueda @@ ${MATCH} AND ${READABLE}
      ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${MOST_HITS})
    SELECT (SELECT count(*) FROM hallados) AS total, (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT ${COLUMNS}, f.texto FROM ${FROM} WHERE f.id IN (SELECT id FROM hallados)
      ORDER BY f.ultima_actividad DESC, f.id DESC ${RANGE}) t) AS data`,
)

/** Forums that the asker may read and that have all the words, whatever their accents; most recently active first. */
export async function searchForums(db: Db, identity: Identity, asked: Paged) {
  const terms = termsOf(asked.q)
  const [found] = terms.length > 0 ? await forumsByWords(db, valuesOf(identity, asked)) : []
  const data = (found?.data ?? []).map(({ texto, ...forum }) => ({ ...forum, extracto: excerptOf(texto, terms) }))
  return pageOfRows(data, found?.total ?? 0, asked.page, asked.per_page)
}

const IN_FORUM = sql`(${sql.placeholder('foro')}::int = 0 OR p.id_foro = ${sql.placeholder('foro')}::int)`

const postsByWords = hotRows<Found<FoundPost & { texto: string }>>(
  'posts_buscados',
  sql`WITH hallados AS MATERIALIZED (SELECT p.id FROM posts_foro p JOIN foros f ON f.id = p.id_foro
      WHERE p.busqueda @@ ${MATCH} AND p.eliminado_en IS NULL AND ${IN_FORUM} AND ${READABLE} ORDER BY p.id DESC LIMIT ${MOST_HITS})
    SELECT (SELECT count(*) FROM hallados) AS total, (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT p.id, p.id_foro, f.titulo AS foro, p.fecha, p.texto, ${AUTHOR} AS usuario
      FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN usuarios u ON u.id = p.id_usuario
      WHERE p.id IN (SELECT id FROM hallados) ORDER BY p.id DESC ${RANGE}) t) AS data`,
)

/** Posts that the asker may read and that have all the words, newest first, in one forum or in all. */
export async function searchPosts(db: Db, identity: Identity, asked: Paged & { id_foro?: number }) {
  const terms = termsOf(asked.q)
  const [found] =
    terms.length > 0 ? await postsByWords(db, { ...valuesOf(identity, asked), foro: asked.id_foro ?? 0 }) : []
  const data = (found?.data ?? []).map(({ texto, ...post }) => ({ ...post, extracto: excerptOf(texto, terms) }))
  return pageOfRows(data, found?.total ?? 0, asked.page, asked.per_page)
}

/** People of a forum whose name has these letters: its course's, or, of a general one, those who wrote in it and the staff. */
export async function searchPeople(db: Db, identity: Identity, id: number, q: string): Promise<Mentionable[]> {
  const forum = await requireForum(db, identity, id)
  const people = forum.id_curso
    ? sql`SELECT matriculas.id_usuario FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso} AND ${LIVE_ENROLMENT}
        UNION SELECT cd.id_usuario FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}`
    : sql`SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = ${id} UNION SELECT ${forum.id_usuario}::int
        UNION SELECT a.id FROM usuarios a WHERE a.id_cliente = ${forum.id_cliente} AND a.tipo_cliente = 'Administrador'`
  const rows = await db.execute<{ persona: Mentionable }>(sql`
    SELECT ${AUTHOR} AS persona FROM usuarios u WHERE u.id IN (${people}) AND u.estado = 1 AND u.id <> ${identity.id}
      AND strpos(sin_acentos(u.nombres || ' ' || u.apellidos), ${foldText(q)}) > 0
    ORDER BY u.nombres, u.apellidos, u.id LIMIT 8`)
  return rows.map(({ persona }) => persona)
}
