import type { Palette } from '../../platform/files/pdf-colours.ts'
import { type Doc, FEATURES } from '../../platform/files/pdf-type.ts'

/** A4 upright, in points, and the frame that the form keeps to. */
const PAGE = { width: 595.28, height: 841.89, side: 40, top: 34, bottom: 52 }
/** Width of the form. */
export const WIDTH = PAGE.width - 2 * PAGE.side
const END = PAGE.height - PAGE.bottom
const PAD = 5
const LABEL = 6.5
const TEXT = 9.5

/** Where the form has got to on the paper. */
export type Pen = { doc: Doc; palette: Palette; y: number }

/** A field of the form; `share` of the line's width. */
export type Cell = { label: string; value: string; share: number; strong?: boolean }

const options = (width: number) => ({ width, lineGap: 1, features: FEATURES })

/** Begins the first page, or the next one. */
export function newPage(pen: Pen): void {
  pen.doc.addPage({ size: 'A4', margin: 0 })
  pen.y = PAGE.top
}

/** Goes on to the next page when what comes is higher than what is left. */
export function needs(pen: Pen, height: number): void {
  if (pen.y + height > END) newPage(pen)
}

function box(pen: Pen, x: number, y: number, width: number, height: number): void {
  pen.doc.lineWidth(0.7).strokeColor(pen.palette.soft).rect(x, y, width, height).stroke()
}

function label({ doc, palette }: Pen, text: string, x: number, y: number, width: number): void {
  doc.font('strong').fontSize(LABEL).fillColor(palette.soft)
  doc.text(text.toUpperCase(), x + PAD, y + PAD, { ...options(width - 2 * PAD), characterSpacing: 0.4 })
}

/** A line of fields, as high as its longest value needs. */
export function line(pen: Pen, cells: Cell[], least = 28): void {
  const { doc, palette } = pen
  const sized = cells.map((cell) => ({ ...cell, width: cell.share * WIDTH }))
  const heights = sized.map(({ value, width, strong }) => {
    doc.font(strong ? 'strong' : 'text').fontSize(TEXT)
    return doc.heightOfString(value || ' ', options(width - 2 * PAD)) + LABEL + 2.5 * PAD
  })
  const height = Math.max(least, ...heights)
  needs(pen, height)
  let x = PAGE.side
  for (const { label: name, value, width, strong } of sized) {
    box(pen, x, pen.y, width, height)
    label(pen, name, x, pen.y, width)
    doc
      .font(strong ? 'strong' : 'text')
      .fontSize(TEXT)
      .fillColor(palette.text)
    doc.text(value, x + PAD, pen.y + PAD + LABEL + 4, options(width - 2 * PAD))
    x += width
  }
  pen.y += height
}

/** A section's heading, kept together with what follows. */
export function heading(pen: Pen, text: string): void {
  needs(pen, 70)
  const { doc, palette } = pen
  doc.rect(PAGE.side, pen.y, WIDTH, 17).fill(palette.ink)
  doc.font('strong').fontSize(9).fillColor('#ffffff')
  doc.text(text, PAGE.side + PAD, pen.y + 4, { ...options(WIDTH - 2 * PAD), characterSpacing: 0.3 })
  pen.y += 17
}

/** Boxes of which one is marked, side by side, and to their right a field that belongs to them. */
export function choice(pen: Pen, marks: { text: string; marked: boolean }[], aside?: Cell): void {
  const { doc, palette } = pen
  const least = aside ? 28 : 22
  const width = WIDTH * (1 - (aside?.share ?? 0))
  needs(pen, least)
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

/** A word that is wider than the box, cut in halves until each fits. */
function pieces(word: string, fits: Fits): string[] {
  const letters = [...word]
  if (letters.length < 2 || (letters.length < 400 && fits(word))) return [word]
  const middle = Math.ceil(letters.length / 2)
  return [letters.slice(0, middle), letters.slice(middle)].flatMap((half) => pieces(half.join(''), fits))
}

function wrapParagraph(paragraph: string, fits: Fits): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of paragraph.split(/\s+/).flatMap((whole) => pieces(whole, fits))) {
    const longer = current === '' ? word : `${current} ${word}`
    if (fits(longer)) current = longer
    else {
      lines.push(current)
      current = word
    }
  }
  return [...lines, current]
}

/** A text's lines at a width, in the document's current type. */
export function wrap(doc: Doc, text: string, width: number): string[] {
  const fits = (words: string) => doc.widthOfString(words, { features: FEATURES }) <= width
  return text
    .normalize('NFC')
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(paragraph, fits))
}

/** A long text in a box that goes on over as many pages as it needs; `least` is the height of an empty one. */
export function story(pen: Pen, name: string, text: string, least = 60): void {
  const { doc, palette } = pen
  const step = TEXT * 1.32
  const head = PAD + LABEL + 5
  doc.font('text').fontSize(TEXT)
  let rest = wrap(doc, text, WIDTH - 2 * PAD)
  for (let first = true; first || rest.length > 0; first = false) {
    needs(pen, head + 3 * step)
    const room = Math.floor((END - pen.y - head - PAD) / step)
    const now = rest.slice(0, room)
    rest = rest.slice(room)
    const height = Math.min(END - pen.y, Math.max(first ? least : 0, head + now.length * step + PAD))
    box(pen, PAGE.side, pen.y, WIDTH, height)
    label(pen, first ? name : `${name} (continúa)`, PAGE.side, pen.y, WIDTH)
    doc.font('text').fontSize(TEXT).fillColor(palette.text)
    for (const [at, words] of now.entries())
      doc.text(words, PAGE.side + PAD, pen.y + head + at * step, { lineBreak: false, features: FEATURES })
    pen.y += height
  }
}

/** Small print. */
export function note(pen: Pen, text: string): void {
  const { doc, palette } = pen
  doc.font('text').fontSize(7.5)
  const height = doc.heightOfString(text, options(WIDTH))
  needs(pen, height)
  doc.fillColor(palette.text).text(text, PAGE.side, pen.y, options(WIDTH))
  pen.y += height + 3
}

/** At the foot of every page: whose sheet this is and how many pages it has. Needs `bufferPages`. */
export function footers(doc: Doc, palette: Palette, text: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.font('text').fontSize(7.5).fillColor(palette.soft)
    doc.text(text, PAGE.side, PAGE.height - 38, { width: WIDTH - 100, lineBreak: false })
    doc.text(`Página ${page + 1} de ${count}`, PAGE.width - PAGE.side - 100, PAGE.height - 38, {
      width: 100,
      align: 'right',
      lineBreak: false,
    })
  }
}
