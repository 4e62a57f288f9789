import { graphemesOf } from '@campus/contract/shorten'
import { choose, type Doc, type Face, FEATURES, outlinesOf, type Printable, reachOf, widthIn } from './faces.ts'
import { asSeen, isJoined, isTurned, type Run, runsOf, widthOf } from './runs.ts'

/** A line knows the direction of its paragraph, and how far its text reaches above and below it, in parts of its size. */
type Line = { text: string; face: Face; rtl: boolean; above: number; below: number }

/** Written without blanks between words. */
const UNSPACED =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}]/u
const UNSPACED_END = new RegExp(`${UNSPACED.source}\\p{M}*$`, 'u')
const UNSPACED_START = new RegExp(`^${UNSPACED.source}`, 'u')
const segmenter = new Intl.Segmenter('es', { granularity: 'word' })

/** What stays on one line, with the blank before it. */
type Piece = { text: string; blank: '' | ' '; width: number }

function partsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  const parts: string[] = []
  for (const { segment } of segmenter.segment(word)) {
    const last = parts.at(-1)
    if (last === undefined || (UNSPACED_END.test(last) && UNSPACED_START.test(segment) && /\p{L}/u.test(segment)))
      parts.push(segment)
    else parts[parts.length - 1] = last + segment
  }
  return parts
}

/** Halves a piece until each part fits. */
function split(doc: Doc, face: Face, piece: Piece, most: number): Piece[] {
  const letters = graphemesOf(piece.text)
  if (piece.width <= most || letters.length < 2) return [piece]
  const middle = Math.ceil(letters.length / 2)
  return [letters.slice(0, middle), letters.slice(middle)].flatMap((half, at) => {
    const text = half.join('')
    const width = widthOf(runsOf(doc, text, face))
    return split(doc, face, { text, blank: at === 0 ? piece.blank : '', width }, most)
  })
}

type Measured = { paragraphs: Piece[][]; blank: number; above: number; below: number }

const measures = new WeakMap<Printable, Measured>()

function measured(doc: Doc, printed: Printable): Measured {
  const kept = measures.get(printed)
  if (kept) return kept
  const own = { face: printed.face }
  const all: Measured = { ...reachOf(own), paragraphs: [], blank: widthIn(doc, own, ' ') }
  const pieceOf = (text: string, blank: Piece['blank']): Piece => {
    const runs = runsOf(doc, text, printed.face)
    for (const { type } of runs) {
      const { above, below } = reachOf(type)
      all.above = Math.max(all.above, above)
      all.below = Math.max(all.below, below)
      if (isJoined(type)) all.blank = Math.max(all.blank, widthIn(doc, type, ' '))
    }
    return { text, blank, width: widthOf(runs) }
  }
  for (const paragraph of printed.text.split('\n')) {
    const words = paragraph.split(' ').map(partsOf)
    all.paragraphs.push(words.flatMap((parts) => parts.map((text, at) => pieceOf(text, at === 0 ? ' ' : ''))))
  }
  measures.set(printed, all)
  return all
}

/** The width of its widest part, which stays on one line, for a size of one point. */
export const widestOf = (doc: Doc, printed: Printable): number =>
  Math.max(...measured(doc, printed).paragraphs.flatMap((pieces) => pieces.map(({ width }) => width)))

/** A text of several scripts, broken into lines of a width. */
export function linesOf(doc: Doc, printed: Printable, size: number, width: number): Line[] {
  const { face } = printed
  const { paragraphs, blank, above, below } = measured(doc, printed)
  const most = width / size
  return paragraphs.flatMap((pieces) => {
    const lines: { text: string; width: number }[] = []
    for (const piece of pieces.flatMap((whole) => split(doc, face, whole, most))) {
      const last = lines.at(-1)
      const longer = (last?.width ?? 0) + piece.width + (piece.blank ? blank : 0)
      if (last && longer <= most) Object.assign(last, { text: last.text + piece.blank + piece.text, width: longer })
      else lines.push({ text: piece.text, width: piece.width })
    }
    const rtl = isTurned(pieces.map(({ text }) => text).join(' '))
    return lines.map(({ text }) => ({ text, face, rtl, above, below }))
  })
}

type Place = { x: number; y: number; width: number; align?: 'left' | 'center' | 'right'; link?: string | undefined }

function drawOutlines(doc: Doc, { text, type }: Run, size: number, x: number, baseline: number): void {
  if (!isJoined(type)) return
  const { outlines, units } = outlinesOf(type, text)
  // Outlines are no letters: this says what stands there.
  doc.markContent('Span', { actual: text }).save()
  doc.translate(x, baseline).scale(size / units, -size / units)
  for (const { path, x: right, y: up } of outlines) doc.save().translate(right, up).path(path).fill().restore()
  doc.restore().endMarkedContent()
}

/** Writes one line with its top at this place. */
export function writeLine(doc: Doc, line: Line, size: number, place: Place): void {
  const runs = runsOf(doc, line.text, line.face, line.rtl)
  const slack = place.width - widthOf(runs) * size
  const left = place.x + { left: 0, center: slack / 2, right: slack }[place.align ?? 'left']
  const baseline = line.above * size
  const starts = new Map<Run, number>()
  let x = left
  for (const run of asSeen(runs)) {
    starts.set(run, x)
    x += run.width * size
  }
  for (const run of runs) {
    const start = starts.get(run) ?? left
    if (isJoined(run.type)) drawOutlines(doc, run, size, start, place.y + baseline)
    else {
      const options = { lineBreak: false, baseline: -baseline, features: FEATURES }
      choose(doc, run.type).fontSize(size).text(run.text, start, place.y, options)
    }
  }
  if (place.link) doc.link(left, place.y, x - left, (line.above + line.below) * size, place.link)
}
