import type { PrintColours } from '@campus/contract/palette'
import { graphemesOf } from '@campus/contract/shorten'
import { choose, type Doc, FEATURES, piecesOf, printable } from '../../kit/pdf/pdf.ts'

/** A4 portrait, in points, with the margins of the form. */
const PAGE = { width: 595.28, height: 841.89, side: 40, top: 34, bottom: 52 }
export const WIDTH = PAGE.width - 2 * PAGE.side
const END = PAGE.height - PAGE.bottom
const PAD = 5
const LABEL = 6.5
const TEXT = 9.5

/** `y` is the current vertical position. */
export type Pen = { doc: Doc; palette: PrintColours; y: number }

/** `share`: its part of the line's width. */
export type Cell = { label: string; value: string; share: number; strong?: boolean }

const options = (width: number) => ({ width, lineGap: 1, features: FEATURES })

export function newPage(pen: Pen): void {
  pen.doc.addPage({ size: 'A4', margin: 0 })
  pen.y = PAGE.top
}

/** Starts a new page unless this height fits. */
export function ensureRoom(pen: Pen, height: number): void {
  if (pen.y + height > END) newPage(pen)
}

function box(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.doc.lineWidth(0.7).strokeColor(pen.palette.soft).rect(x, y, width, height).stroke()
}

function label({ doc, palette }: Pen, text: string, x: number, y: number, width: number): void {
  doc.font('strong').fontSize(LABEL).fillColor(palette.soft)
  doc.text(text.toUpperCase(), x + PAD, y + PAD, { ...options(width - 2 * PAD), characterSpacing: 0.4 })
}

/** As high as its longest value ensureRoom. */
export function line(pen: Pen, cells: Cell[], least = 28): void {
  const { doc, palette } = pen
  const sized = cells.map(({ label, value, share, strong }) => {
    const content = printable(doc, value, strong ? 'strong' : 'text')
    return { label, content, width: share * WIDTH }
  })
  const heights = sized.map(({ content, width }) => {
    choose(doc, content, TEXT)
    return doc.heightOfString(content.text || ' ', options(width - 2 * PAD)) + LABEL + 2.5 * PAD
  })
  const height = Math.max(least, ...heights)
  ensureRoom(pen, height)
  let x = PAGE.side
  for (const { label: name, content, width } of sized) {
    box(pen, x, pen.y, width, height)
    label(pen, name, x, pen.y, width)
    choose(doc, content, TEXT).fillColor(palette.text)
    doc.text(content.text, x + PAD, pen.y + PAD + LABEL + 4, options(width - 2 * PAD))
    x += width
  }
  pen.y += height
}

/** Kept on the same page as what follows. */
export function heading(pen: Pen, text: string): void {
  ensureRoom(pen, 70)
  const { doc, palette } = pen
  doc.rect(PAGE.side, pen.y, WIDTH, 17).fill(palette.ink)
  doc.font('strong').fontSize(9).fillColor('#ffffff')
  doc.text(text, PAGE.side + PAD, pen.y + 4, { ...options(WIDTH - 2 * PAD), characterSpacing: 0.3 })
  pen.y += 17
}

/** Side-by-side checkboxes, with an optional field to their right. */
export function choice(pen: Pen, marks: { text: string; marked: boolean }[], aside?: Cell): void {
  const { doc, palette } = pen
  const least = aside ? 28 : 22
  const width = WIDTH * (1 - (aside?.share ?? 0))
  ensureRoom(pen, least)
  const top = pen.y
  if (aside) line(pen, [{ label: '', value: '', share: 1 - aside.share }, aside], least)
  else {
    box(pen, PAGE.side, top, WIDTH, least)
    pen.y += least
  }
  for (const [at, { text, marked }] of marks.entries()) {
    const x = PAGE.side + PAD + at * (width / marks.length)
    const y = top + (least - 10) / 2
    doc.lineWidth(0.9).strokeColor(palette.text).rect(x, y, 10, 10).stroke()
    if (marked) {
      doc.lineWidth(1.4)
      doc.moveTo(x + 2, y + 2).lineTo(x + 8, y + 8)
      doc.moveTo(x + 8, y + 2).lineTo(x + 2, y + 8)
      doc.stroke()
    }
    doc.fillColor(palette.text)
    const face = marked ? 'strong' : 'text'
    doc
      .font(face)
      .fontSize(TEXT)
      .text(text, x + 16, y - 0.5, options(width / marks.length - 26))
  }
}

type Fits = (words: string) => boolean

/** Halves a word until each piece fits. */
function splitWord(word: string, fits: Fits): string[] {
  const letters = graphemesOf(word)
  if (letters.length < 2 || (letters.length < 400 && fits(word))) return [word]
  const middle = Math.ceil(letters.length / 2)
  return [letters.slice(0, middle), letters.slice(middle)].flatMap((half) => splitWord(half.join(''), fits))
}

function wrapParagraph(paragraph: string, fits: Fits): string[] {
  const lines: string[] = []
  let current = ''
  for (const piece of piecesOf(paragraph).flatMap((whole) => splitWord(whole, fits))) {
    if (fits(current + piece)) current += piece
    else {
      lines.push(current)
      current = piece.trimStart()
    }
  }
  return [...lines, current]
}

/** Uses the document's current font and size. */
function wrap(doc: Doc, text: string, width: number): string[] {
  const fits = (words: string) => doc.widthOfString(words, { features: FEATURES }) <= width
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, fits))
}

type Row = (x: number, y: number) => void

/** The lines of a long text, each to be written at its place. */
function rowsOf(doc: Doc, text: string, width: number): Row[] {
  const content = printable(doc, text, 'text')
  choose(doc, content, TEXT)
  return wrap(doc, content.text, width).map((words) => (x, y) => {
    choose(doc, content, TEXT).text(words, x, y, { lineBreak: false, features: FEATURES })
  })
}

/** A long text in a box that continues over pages; `least` is the height of an empty one. */
export function longText(pen: Pen, name: string, text: string, least = 60): void {
  const { doc, palette } = pen
  const step = TEXT * 1.32
  const head = PAD + LABEL + 5
  let rest = rowsOf(doc, text, WIDTH - 2 * PAD)
  for (let first = true; first || rest.length > 0; first = false) {
    ensureRoom(pen, head + 3 * step)
    const room = Math.floor((END - pen.y - head - PAD) / step)
    const now = rest.slice(0, room)
    rest = rest.slice(room)
    const height = Math.min(END - pen.y, Math.max(first ? least : 0, head + now.length * step + PAD))
    box(pen, PAGE.side, pen.y, WIDTH, height)
    label(pen, first ? name : `${name} (continúa)`, PAGE.side, pen.y, WIDTH)
    doc.fillColor(palette.text)
    for (const [at, write] of now.entries()) write(PAGE.side + PAD, pen.y + head + at * step)
    pen.y += height
  }
}

export function note(pen: Pen, text: string): void {
  const { doc, palette } = pen
  doc.font('text').fontSize(7.5)
  const height = doc.heightOfString(text, options(WIDTH))
  ensureRoom(pen, height)
  doc.fillColor(palette.text).text(text, PAGE.side, pen.y, options(WIDTH))
  pen.y += height + 3
}

/** Needs `bufferPages`. */
export function footers(doc: Doc, palette: PrintColours, text: string): void {
  const { count } = doc.bufferedPageRange()
  const foot = printable(doc, text, 'text')
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    choose(doc, foot, 7.5).fillColor(palette.soft)
    doc.text(foot.text, PAGE.side, PAGE.height - 38, { width: WIDTH - 100, lineBreak: false })
    doc
      .font('text')
      .fontSize(7.5)
      .text(`Página ${page + 1} de ${count}`, PAGE.width - PAGE.side - 100, PAGE.height - 38, {
        width: 100,
        align: 'right',
        lineBreak: false,
      })
  }
}
