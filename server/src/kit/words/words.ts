import { foldText } from '@campus/contract/folding'
import { type Found, isFound, rootOf, WORD } from '@campus/contract/roots'
import { cutText } from '@campus/contract/shorten'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType } from 'drizzle-orm/pg-core'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The words of a text, for a `tsvector` column: their stems and their roots (`palabras` in the migrations). */
export const wordsOf = (...texts: (AnyPgColumn | SQL)[]): SQL => sql`palabras(${sql.join(texts, sql` || ' ' || `)})`

/**
 * A word that the dictionary leaves out is no condition, so its root must not become one. A root that begins with the stem is
 * found by the stem already, and requiring both would make the planner expect twice as many rows.
 */
function matchesTerm(term: string): SQL {
  const [stems, root] = [sql`ts_lexize('spanish_stem', ${term})`, rootOf(term)]
  const beginning = sql`to_tsquery('spanish', ${`${term}:*`})`
  return sql`CASE WHEN ${stems} = '{}' THEN '' WHEN starts_with(${root}, (${stems})[1]) THEN ${beginning}
    ELSE ${beginning} || to_tsquery('simple', ${root}) END`
}

/** Every term: its stem, also as the beginning of a word, or its singular or plural. */
export const matches = (terms: string[]): SQL => sql`(${sql.join(terms.map(matchesTerm), sql` && `)})`

/** The columns of {@link Found} for the terms of a query. */
export const foundColumns = (terms: string[]): SQL => {
  const words = terms.join(' ')
  return sql`tsvector_to_array(to_tsvector('spanish', ${words})) AS raices,
    ARRAY(SELECT raiz(w) FROM unnest(tsvector_to_array(to_tsvector('palabras', ${words}))) w) AS formas`
}

const ACCENTED: Record<string, string> = { a: 'áàäâã', e: 'éèëê', i: 'íìïî', o: 'óòöôõ', u: 'úùüû', n: 'ñ', c: 'ç' }

/** A folded word as a pattern that finds it in a text as written; folding a long text costs more than searching it. */
const withAccents = (word: SQL): SQL =>
  Object.entries(ACCENTED).reduce(
    (text, [letter, others]) => sql`replace(${text}, ${letter}, ${`[${letter}${others}]`})`,
    word,
  )

/** Where the first word is that `found`, with the columns of {@link Found}, has; 0 where none is. */
export const firstFound = (
  text: SQL,
  found: SQL,
): SQL => sql`regexp_instr(${text}, (SELECT '\\m(' || string_agg(p, '|') || ')' FROM (
    SELECT ${withAccents(sql.raw('w'))} AS p FROM unnest(${found}.raices) w
    UNION ALL SELECT regexp_replace(${withAccents(sql.raw('w'))}, '\\[cç\\]$', '[cçz]') || '[es]*\\M' FROM unnest(${found}.formas) w) t), 1, 1, 0, 'i')`

/** The words with the root of the term. */
const patternOf = (term: string): string => `\\m${rootOf(term).replace(/c$/, '[cz]')}[es]*\\M`

/** Every term occurs in a folded text, or its singular or plural does; for texts with a trigram index. */
export function containsTerms(text: SQL, terms: string[]): SQL {
  const held = terms.map((term) => sql`(${text} LIKE ${`%${term}%`} OR ${text} ~ ${patternOf(term)})`)
  return held.length > 0 ? sql.join(held, sql` AND `) : sql`true`
}

/** To sort by a name, Ñ after N; the indexes by name have the same. */
export const alphabetical = (name: SQL | AnyPgColumn): SQL => sql`alfabetico(${name}) COLLATE "C"`

const MAX_TERMS = 8
const EXCERPT_LENGTH = 220

/** Words of a query, without case and accents. */
export const termsOf = (q: string): string[] => (foldText(q).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_TERMS)

/** Index of the first word that was found, or 0. */
function indexOfFound(text: string, found: Found): number {
  for (const { 0: word, index } of text.matchAll(WORD)) if (isFound(word, found)) return index
  return 0
}

/** An excerpt around the first word that was found, cut at words. */
export function excerptOf(text: string, found: Found, length = EXCERPT_LENGTH): string {
  const start = indexOfFound(text, found)
  const space = text.indexOf(' ', start - Math.floor(length / 3))
  const before = space < 0 || space > start ? start : space + 1
  const from = start < length / 2 ? 0 : before
  const piece = cutText(text.slice(from), length)
  const ends = from + piece.length === text.length
  const cut = ends ? piece : piece.replace(/\s\S*$/u, '')
  return `${from > 0 ? '…' : ''}${cut}${ends ? '' : '…'}`
}
