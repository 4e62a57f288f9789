import type { Doc, Printable } from './faces.ts'
import { linesOf, widestOf, writeLine } from './lines.ts'

/** pdfkit sets what one face prints whole; other texts are set by us, font by font. */
type Options = Pick<
  PDFKit.Mixins.TextOptions,
  'characterSpacing' | 'lineGap' | 'features' | 'underline' | 'lineBreak'
> & {
  width: number
  align?: 'left' | 'center' | 'right'
  link?: string
}

/** The width of what cannot be broken over lines. */
export function widest(doc: Doc, printed: Printable, size: number, { characterSpacing = 0 }: Options): number {
  if (printed.mixed) return widestOf(doc, printed) * size
  doc.font(printed.face).fontSize(size)
  return Math.max(...printed.text.split(' ').map((word) => doc.widthOfString(word, { characterSpacing })))
}

/** The height of a text in lines of a width, each with its gap. */
export function heightOf(doc: Doc, printed: Printable, size: number, options: Options): number {
  if (!printed.mixed) return doc.font(printed.face).fontSize(size).heightOfString(printed.text, options)
  return linesOf(doc, printed, size, options.width).reduce(
    (sum, { above, below }) => sum + (above + below) * size + (options.lineGap ?? 0),
    0,
  )
}

/** Writes a text in lines of a width, in the colour that was chosen. */
export function put(doc: Doc, printed: Printable, size: number, at: { x: number; y: number }, options: Options): void {
  if (!printed.mixed) {
    doc.font(printed.face).fontSize(size).text(printed.text, at.x, at.y, options)
    return
  }
  let y = at.y
  for (const line of linesOf(doc, printed, size, options.width)) {
    writeLine(doc, line, size, { ...options, x: at.x, y })
    y += (line.above + line.below) * size + (options.lineGap ?? 0)
  }
}
