import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { Storage } from '../../platform/files/storage.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import { type Doc, type Face, FEATURES, newDocument, type Printable, printable } from './faces.ts'

export type { Doc }
export { FEATURES, newDocument, printable }

type Box = { x: number; y: number; width: number; height: number }
type Style = {
  face: Face
  size: number
  colour: string
  min?: number
  align?: 'left' | 'center' | 'right'
  /** Where the text stands in a box that is higher than it. */
  settle?: 'top' | 'middle' | 'bottom'
  spacing?: number
  gap?: number
  link?: string
}

/** Chooses what pdfkit sets next. */
export const choose = (doc: Doc, { face }: Pick<Printable, 'face'>, size: number): Doc => doc.font(face).fontSize(size)

/** Where lines may break: Han, kana and Hangul stand without blanks. */
const BREAK = /(?= )|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\p{P}?)(?=\p{L})/u

/** What stays on one line, each with the blank before it. */
export const piecesOf = (text: string): string[] => text.split(BREAK)

/** On one line. */
function plain(doc: Doc, text: string, face: Face): Printable {
  const content = printable(doc, text, face)
  return { ...content, text: content.text.replace(/\s+/g, ' ').trim() }
}

const optionsOf = (box: Pick<Box, 'width'>, { align = 'left', spacing = 0, gap = 1, link }: Style) => ({
  ...{ width: box.width, align, characterSpacing: spacing, lineGap: gap, features: FEATURES },
  ...(link && { link, underline: false }),
})

function largest(doc: Doc, content: Printable, box: Omit<Box, 'x' | 'y'>, style: Style): number {
  const { min = 5, gap = 1 } = style
  const options = optionsOf(box, style)
  let size = style.size
  const pieces = piecesOf(content.text).map((piece) => piece.trim())
  const fits = () => {
    choose(doc, content, size)
    const widest = Math.max(
      ...pieces.map((piece) => doc.widthOfString(piece, { characterSpacing: options.characterSpacing })),
    )
    return widest <= box.width && doc.heightOfString(content.text, options) - gap <= box.height + 0.5
  }
  while (!fits() && size > min) size -= 0.5
  return size
}

/** The largest size, from the style's own down, at which a text fits whole into a box. */
export const sizeIn = (doc: Doc, text: string, box: Omit<Box, 'x' | 'y'>, style: Style): number =>
  largest(doc, plain(doc, text, style.face), box, style)

/** Writes a text into a box as large as it fits: nothing is ever cut off, however long a name is. */
export function write(doc: Doc, text: string, box: Box, style: Style): void {
  const { colour, align, settle = 'top', spacing = 0, gap = 1 } = style
  const content = plain(doc, text, style.face)
  const options = optionsOf(box, style)
  const size = largest(doc, content, box, style)
  const slack = Math.max(0, box.height - (choose(doc, content, size).heightOfString(content.text, options) - gap))
  // The space after the last letter would push spaced words off centre.
  const nudge = align === 'center' ? spacing / 2 : 0
  const drop = { top: 0, middle: slack / 2, bottom: slack }[settle]
  doc.fillColor(colour).text(content.text, box.x + nudge, box.y + drop, options)
}

const STORED_PICTURE = /imagenes\/[0-9a-f]{64}-\d{2,4}\.webp$/

/** A stored picture as PNG, which is what a PDF takes, laid on its ground; null without one or when it cannot be read. */
export async function picture(storage: Storage, address: string | null, background: string): Promise<Buffer | null> {
  const key = address?.match(STORED_PICTURE)?.[0]
  const stored = key ? await storage.open(key) : null
  if (!stored) return null
  return (
    sharp(await buffer(stored.stream))
      .resize({ width: 640, withoutEnlargement: true })
      // Transparency would be unpacked and packed again in JavaScript.
      .flatten({ background })
      .png({ compressionLevel: 9, palette: false })
      .toBuffer()
      .catch(() => null)
  )
}

/** Drawing one takes a tenth of a second of processor, the longest texts more than one, and some megabytes. */
const drawings = createFairQueue({ concurrency: 1, maxWaiting: 20 })

/** Draws one document at a time. @throws NO_DISPONIBLE when too many wait */
export function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  return drawings.run(async () => {
    // Drawing blocks the thread: requests come first between two of them.
    await setImmediate()
    return draw()
  })
}

/** Letters and digits of a text, joined by hyphens. */
export const slug = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The header that shows a file in the browser under a name of ours. RFC 6266: without accents for old readers, and exactly in UTF-8. */
export function inlineFile(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** For an answer that is a PDF: the browser's own viewer needs its styles, and our screens may show it in a frame. */
export const PDF_HEADERS = {
  'content-type': 'application/pdf',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const
