import { foldText } from './folding.ts'

/** Includes marks: accents may be characters of their own. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu

const MIN_ROOT = 3

/** Must match `raiz` of the database (docs/decisions/0026-singular-and-plural.md); `word` has no case or accents. */
export function rootOf(word: string): string {
  let end = word.length
  // A loop, because a pattern would need quadratic time on `eeee…x`.
  while (end > MIN_ROOT && 'es'.includes(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(/z$/, 'c')
}

/** `raices` are beginnings of words, `formas` the roots of whole words. */
export type Found = { raices: string[]; formas: string[] }

export function isFound(word: string, { raices, formas }: Found): boolean {
  const folded = foldText(word)
  return raices.some((stem) => folded.startsWith(stem)) || formas.includes(rootOf(folded))
}
