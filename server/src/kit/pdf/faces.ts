import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { drawable, type Prints } from './letters.ts'
import { hasJoined, type ScriptFont, scriptFonts } from './scripts.ts'
import { loadShaper, type Shape, shapeOf, unpacked } from './shaping.ts'

/** The document that pdfkit draws. */
export type Doc = PDFKit.PDFDocument

const FACES = {
  name: '@expo-google-fonts/playfair-display/500Medium/PlayfairDisplay_500Medium.ttf',
  title: '@expo-google-fonts/playfair-display/600SemiBold/PlayfairDisplay_600SemiBold.ttf',
  italic: '@expo-google-fonts/playfair-display/400Regular_Italic/PlayfairDisplay_400Regular_Italic.ttf',
  text: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  strong: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
} as const

/** A typeface of our documents, embedded whole in meaning and cut to the letters used. */
export type Face = keyof typeof FACES
const FACE_NAMES = Object.keys(FACES) as Face[]

/** Lining figures: the display face would set old-style ones in «3D». */
export const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga', 'lnum', 'mark', 'mkmk', 'ccmp']

const read = new Map<string, Buffer>()

function bytesOf(file: string): Buffer {
  const kept = read.get(file) ?? unpacked(readFileSync(fileURLToPath(import.meta.resolve(file))))
  read.set(file, kept)
  return kept
}

let fontkit: typeof import('fontkit') | undefined
const fonts = new Map<string, Font>()

/** For asking which letters it has; read when it is first needed. */
function fontOf(file: string): Font {
  if (!fontkit) throw new Error('No document was begun.')
  const kept = fonts.get(file) ?? (fontkit.create(bytesOf(file)) as Font)
  fonts.set(file, kept)
  return kept
}

/**
 * An empty document that knows the faces, for printing these `words`. Its library comes with the first: ten megabytes that
 * many a process never needs.
 */
export async function newDocument(options: PDFKit.PDFDocumentOptions, words: unknown): Promise<Doc> {
  const { default: PDFDocument } = await import('pdfkit')
  fontkit ??= await import('fontkit')
  if (hasJoined(JSON.stringify(words))) await loadShaper()
  const doc = new PDFDocument(options)
  for (const face of FACE_NAMES) doc.registerFont(face, bytesOf(FACES[face]))
  return doc
}

/** What a part of a text is set in: a face of ours, or the font of another script. */
export type Type = { face: Face } | ScriptFont

const fileOf = (type: Type) => ('file' in type ? type.file : FACES[type.face])

/** How far a font reaches above and below the line, in parts of its size. */
export function reachOf(type: Type): { above: number; below: number } {
  const { ascent, descent, lineGap, unitsPerEm } = fontOf(fileOf(type))
  return { above: ascent / unitsPerEm, below: (lineGap - descent) / unitsPerEm }
}

/** The letters of a script that are drawn as outlines, and the units of their font. */
export const outlinesOf = ({ file }: ScriptFont, text: string): Shape & { units: number } => ({
  ...shapeOf(file, bytesOf(file), text),
  units: fontOf(file).unitsPerEm,
})

/** Chooses what pdfkit sets next. */
export function choose(doc: Doc, type: Type): Doc {
  if ('face' in type) return doc.font(type.face)
  return doc.registerFont(type.file, bytesOf(type.file)).font(type.file)
}

/** For a size of one point. */
export function widthIn(doc: Doc, type: Type, text: string): number {
  if ('joined' in type && type.joined) {
    const { width, units } = outlinesOf(type, text)
    return width / units
  }
  return choose(doc, type).fontSize(1000).widthOfString(text, { features: FEATURES }) / 1000
}

/** One of the display family has Vietnamese and Cyrillic, one of the text family raised and lowered figures. */
const OTHER: Record<Face, Face> = { text: 'name', strong: 'title', name: 'text', title: 'strong', italic: 'text' }

const hasSigns = (file: string, letter: string) =>
  [...letter].every((sign) => fontOf(file).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))

function lettersOf(doc: Doc, face: Face): Prints {
  doc.font(face)
  const places = (letter: string) => {
    try {
      return doc.widthOfString(letter, { features: FEATURES }) >= 0
    } catch {
      // The library throws where a font has no place for this mark on this letter.
      return false
    }
  }
  return (letter) => hasSigns(FACES[face], letter) && ([...letter].length === 1 || places(letter))
}

/** Other scripts are as heavy as the face beside which they stand. */
const WEIGHTS: Record<Face, number> = { name: 500, title: 600, italic: 400, text: 400, strong: 600 }

/** What prints a letter beside a face: letters of one script stay together. */
export function typeOf(letter: string, face: Face): Type | null {
  const bare = letter.replace(/[\u200c\u200d]/g, '')
  const has = ({ file }: ScriptFont) => hasSigns(file, bare)
  const own = scriptFonts(bare, WEIGHTS[face], 'own').find(has)
  if (own) return own
  return hasSigns(FACES[face], letter) ? { face } : (scriptFonts(bare, WEIGHTS[face], 'shared').find(has) ?? null)
}

/** A text as it can be printed in a face; `mixed` with the fonts of other scripts. */
export type Printable = { text: string; face: Face; mixed: boolean }

/** A text as it can be printed, and the face that prints more of it: the given one where both print the same. */
export function printable(doc: Doc, text: string, face: Face): Printable {
  const own = { ...drawable(text, lettersOf(doc, face)), face, mixed: false }
  if (own.lost === 0) return own
  const other = { ...drawable(text, lettersOf(doc, OTHER[face])), face: OTHER[face], mixed: false }
  const best = other.lost < own.lost ? other : own
  if (best.lost === 0) return best
  const prints = lettersOf(doc, best.face)
  const all = drawable(text, (letter) => {
    const type = typeOf(letter, best.face)
    return type !== null && ('file' in type || prints(letter))
  })
  return all.lost < best.lost ? { ...all, face: best.face, mixed: true } : best
}
