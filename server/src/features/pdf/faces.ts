import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { type Drawable, drawable, type Prints } from './letters.ts'

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

const read = new Map<Face, Buffer>()

function bytesOf(face: Face): Buffer {
  const kept = read.get(face) ?? readFileSync(fileURLToPath(import.meta.resolve(FACES[face])))
  read.set(face, kept)
  return kept
}

const fonts = new Map<Face, Font>()

/** The fonts of the faces, for asking which letters they have. */
async function loadFonts(): Promise<void> {
  if (fonts.size > 0) return
  const { create } = await import('fontkit')
  for (const face of FACE_NAMES) fonts.set(face, create(bytesOf(face)) as Font)
}

/** An empty document that knows the faces. Its library comes with the first: ten megabytes that many a process never needs. */
export async function newDocument(options: PDFKit.PDFDocumentOptions): Promise<Doc> {
  const { default: PDFDocument } = await import('pdfkit')
  await loadFonts()
  const doc = new PDFDocument(options)
  for (const face of FACE_NAMES) doc.registerFont(face, bytesOf(face))
  return doc
}

/** One of the display family has Vietnamese and Cyrillic, one of the text family raised and lowered figures. */
const OTHER: Record<Face, Face> = { text: 'name', strong: 'title', name: 'text', title: 'strong', italic: 'text' }

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
  return (letter) => {
    const signs = [...letter]
    return (
      signs.every((sign) => fonts.get(face)?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) &&
      (signs.length === 1 || places(letter))
    )
  }
}

/** A text as it can be printed, and the face that prints more of it: the given one where both print the same. */
export function printable(doc: Doc, text: string, face: Face): Omit<Drawable, 'lost'> & { face: Face } {
  const own = drawable(text, lettersOf(doc, face))
  if (own.lost === 0) return { text: own.text, face }
  const other = drawable(text, lettersOf(doc, OTHER[face]))
  return other.lost < own.lost ? { text: other.text, face: OTHER[face] } : { text: own.text, face }
}
