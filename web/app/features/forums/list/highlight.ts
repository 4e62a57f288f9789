import { type Found, isFound, WORD } from '@campus/contract/roots'

/** A piece of a text; `hit` is a word that matched. */
export type Piece = { text: string; hit: boolean }

/** Splits a text at the words that the server found. */
export function splitHighlights(text: string, found: Found): Piece[] {
  const pieces: Piece[] = []
  let plain = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFound(word, found)) continue
    if (index > plain) pieces.push({ text: text.slice(plain, index), hit: false })
    pieces.push({ text: word, hit: true })
    plain = index + word.length
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), hit: false })
  return pieces
}
