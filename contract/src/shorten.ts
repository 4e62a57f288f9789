import { onDemand } from './on-demand.ts'

/** Absent from Firefox before 125: there a text is cut between characters. */
const letters = onDemand(() => (Intl.Segmenter ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined))

/** UTF-16 index after the first `most` code points. */
function endOf(text: string, most: number): number {
  let [count, end] = [0, 0]
  for (const character of text) {
    if (count === most) break
    count += 1
    end += character.length
  }
  return end
}

/** At most this many code points, never ending inside a grapheme. */
export function cutText(text: string, most: number): string {
  const end = endOf(text, most)
  return text.slice(0, letters()?.segment(text).containing(end)?.index ?? end)
}

/** At most this many code points with the `…`, cut between words if possible. */
export function shorten(text: string, most: number): string {
  if (endOf(text, most) === text.length) return text
  const cut = cutText(text, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:–-]+$/, '')}…`
}

export function graphemesOf(text: string): string[] {
  const segments = letters()?.segment(text)
  return segments ? Array.from(segments, ({ segment }) => segment) : Array.from(text)
}
