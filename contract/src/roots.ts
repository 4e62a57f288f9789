import { foldText } from './rules.ts'

/** A word as it is written; accents may be letters of their own. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu

const MIN_ROOT = 3

/**
 * What singular and plural have in common (docs/decisions/0026-singular-and-plural.md): no *e* or *s* at the end, and *c* for a last *z*.
 * The same as the function `raiz` of the database. `word` is without case and accents.
 */
export function rootOf(word: string): string {
  let end = word.length
  // A loop, because a pattern would need quadratic time on `eeee…x`.
  while (end > MIN_ROOT && 'es'.includes(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(/z$/, 'c')
}

/** How a search tells which words it found: the beginnings of words, and the roots of whole words. */
export type Found = { raices: string[]; formas: string[] }

export function isFound(word: string, { raices, formas }: Found): boolean {
  const folded = foldText(word)
  return raices.some((stem) => folded.startsWith(stem)) || formas.includes(rootOf(folded))
}
