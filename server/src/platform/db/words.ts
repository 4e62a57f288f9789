import { foldText } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType } from 'drizzle-orm/pg-core'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of a text, for a `tsvector` column. Punctuation is removed because PostgreSQL's parser needs quadratic time on
 * texts such as `a_a_a` or `<!--<!--`.
 */
export const wordsOf = (...texts: (AnyPgColumn | SQL)[]): SQL =>
  sql`to_tsvector('spanish', regexp_replace(sin_acentos(${sql.join(texts, sql` || ' ' || `)}), '[!-/:-@[-\`{-~]', ' ', 'g'))`

/** Every term, each also as the beginning of a word. */
export const matches = (terms: string[]): SQL =>
  sql`to_tsquery('spanish', ${terms.map((term) => `${term}:*`).join(' & ')})`

const MAX_TERMS = 8
const EXCERPT_LENGTH = 220

/** Words of a query, without case and accents. */
export const termsOf = (q: string): string[] => (foldText(q).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_TERMS)

/** Index of the first word that begins with a stem, or 0. */
function indexOfStem(text: string, stems: string[]): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const folded = foldText(word)
    if (stems.some((stem) => folded.startsWith(stem))) return index
  }
  return 0
}

/** An excerpt around the first matching word, cut at words. Stems are the dictionary's: *formulas* finds *fórmula*. */
export function excerptOf(text: string, stems: string[], length = EXCERPT_LENGTH): string {
  const start = indexOfStem(text, stems)
  const space = text.indexOf(' ', start - Math.floor(length / 3))
  const before = space < 0 || space > start ? start : space + 1
  const from = start < length / 2 ? 0 : before
  const piece = text.slice(from, from + length).toWellFormed()
  const ends = from + length >= text.length
  const cut = ends ? piece : piece.replace(/\s\S*$/u, '')
  return `${from > 0 ? '…' : ''}${cut}${ends ? '' : '…'}`
}
