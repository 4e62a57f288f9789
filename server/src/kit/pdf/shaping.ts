import { inflateSync } from 'node:zlib'
import type * as HarfBuzz from 'harfbuzzjs'

let harfbuzz: typeof HarfBuzz | undefined

/** To be awaited before {@link shapeOf}: a megabyte of WebAssembly that many a process never needs. */
export async function loadShaper(): Promise<void> {
  harfbuzz ??= await import('harfbuzzjs')
}

const WOFF = 0x774f4646

/** The tables of a WOFF file as they stand in a TrueType file, which is what HarfBuzz reads. */
export function unpacked(font: Buffer): Buffer {
  if (font.readUInt32BE(0) !== WOFF) return font
  const count = font.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  font.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let place = head.length
  for (let at = 0; at < count; at++) {
    const entry = 44 + 20 * at
    const [from = 0, packed = 0, length = 0] = [4, 8, 12].map((field) => font.readUInt32BE(entry + field))
    const stored = font.subarray(from, from + packed)
    const table = packed < length ? inflateSync(stored) : stored
    font.copy(head, 12 + 16 * at, entry, entry + 4)
    font.copy(head, 16 + 16 * at, entry + 16, entry + 20)
    head.writeUInt32BE(place, 20 + 16 * at)
    head.writeUInt32BE(length, 24 + 16 * at)
    parts.push(table, Buffer.alloc(-length & 3))
    place += length + (-length & 3)
  }
  return Buffer.concat(parts)
}

const shapers = new Map<string, HarfBuzz.Font>()

function shaperOf({ Blob, Face, Font }: typeof HarfBuzz, file: string, bytes: Buffer): HarfBuzz.Font {
  const kept = shapers.get(file) ?? new Font(new Face(new Blob(bytes)))
  shapers.set(file, kept)
  return kept
}

/** Outlines from left to right in units of the font, as SVG paths, and how far they reach. */
export type Shape = { outlines: { path: string; x: number; y: number }[]; width: number }

/** Lays out letters that change beside others: pdfkit's own library knows too little of their scripts. */
export function shapeOf(file: string, bytes: Buffer, text: string): Shape {
  if (!harfbuzz) throw new Error('The shaper is not loaded.')
  const shaper = shaperOf(harfbuzz, file, bytes)
  const buffer = new harfbuzz.Buffer()
  buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(shaper, buffer)
  const places = buffer.getGlyphPositions()
  let pen = 0
  const outlines = buffer.getGlyphInfos().map(({ codepoint: glyph }, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {}
    const outline = { path: shaper.glyphToPath(glyph), x: pen + xOffset, y: yOffset }
    pen += xAdvance
    return outline
  })
  return { outlines: outlines.filter(({ path }) => path !== ''), width: pen }
}
