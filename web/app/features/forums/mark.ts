import { foldText } from '@campus/contract/rules'

/** A piece of a text; `hit` when it is why the text was found. */
export type Piece = { text: string; hit: boolean }

/** Splits a text at its words that begin with one of these (`raices` of what the server found, folded). */
export function splitMarked(text: string, stems: string[]): Piece[] {
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
