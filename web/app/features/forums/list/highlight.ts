import { foldText } from '@campus/contract/rules'

/** A piece of a text; `hit` is a word that matched. */
export type Piece = { text: string; hit: boolean }

/** Splits a text at its words that begin with one of the server's folded stems. */
export function splitHighlights(text: string, stems: string[]): Piece[] {
  const pieces: Piece[] = []
  let plain = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldText(word)
    if (!stems.some((stem) => folded.startsWith(stem))) continue
    if (index > plain) pieces.push({ text: text.slice(plain, index), hit: false })
    pieces.push({ text: word, hit: true })
    plain = index + word.length
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), hit: false })
  return pieces
}
