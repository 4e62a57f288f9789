import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { type Drawable, drawable, type Prints } from './letters.ts'

/** The document that pdfkit draws. */
export type Doc = PDFKit.PDFDocument

const FILES = {
  name: 'playfair-display/500Medium/PlayfairDisplay_500Medium.ttf',
  title: 'playfair-display/600SemiBold/PlayfairDisplay_600SemiBold.ttf',
  italic: 'playfair-display/400Regular_Italic/PlayfairDisplay_400Regular_Italic.ttf',
  text: 'figtree/400Regular/Figtree_400Regular.ttf',
  strong: 'figtree/600SemiBold/Figtree_600SemiBold.ttf',
  greek: 'gfs-didot/400Regular/GFSDidot_400Regular.ttf',
  hangul: 'gowun-batang/400Regular/GowunBatang_400Regular.ttf',
  han: 'cactus-classical-serif/400Regular/CactusClassicalSerif_400Regular.ttf',
} as const

/** A typeface of our documents, cut to the letters used. */
export type Face = 'name' | 'title' | 'italic' | 'text' | 'strong'
type AnyFace = keyof typeof FILES

/** Each also has Latin letters, and Han's has Greek and Cyrillic. */
const SCRIPTS: [face: AnyFace, letter: RegExp][] = [
  ['greek', /\p{Script=Greek}/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['han', /[\p{Script=Han}\p{Script=Katakana}\p{Script=Greek}\u3001-\u30ff]/u],
]

/** One of the display family has Vietnamese and Cyrillic, one of the text family raised and lowered figures. */
const OTHER: Record<Face, Face> = { text: 'name', strong: 'title', name: 'text', title: 'strong', italic: 'text' }

/** Lining figures: the display face would set old-style ones in «3D». */
export const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga', 'lnum', 'mark', 'mkmk', 'ccmp']

let fontkit: typeof import('fontkit') | undefined
const read = new Map<AnyFace, { bytes: Buffer; font: Font }>()

/** Read when it is first needed: Han's has 28 MB. */
function fontOf(face: AnyFace) {
  const known = read.get(face)
  if (known) return known
  if (!fontkit) throw new Error('No document was begun.')
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${FILES[face]}`)))
  const made = { bytes, font: fontkit.create(bytes) as Font }
  read.set(face, made)
  return made
}

/** An empty document. Its library comes with the first: ten megabytes that many a process never needs. */
export async function newDocument(options: PDFKit.PDFDocumentOptions): Promise<Doc> {
  const { default: PDFDocument } = await import('pdfkit')
  fontkit ??= await import('fontkit')
  const doc = new PDFDocument(options)
  for (const face of ['name', 'title', 'italic', 'text', 'strong'] as const) doc.registerFont(face, fontOf(face).bytes)
  return doc
}

function lettersOf(doc: Doc, face: AnyFace): Prints {
  const { bytes, font } = fontOf(face)
  doc.registerFont(face, bytes).font(face)
  const places = (letter: string) => {
    try {
      return doc.widthOfString(letter, { features: FEATURES }) >= 0
    } catch {
      // The library throws where a font has no place for this mark on this letter.
      return false
    }
  }
  const has = (letter: string) => [...letter].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  return (letter) => has(letter) && ([...letter].length === 1 || places(letter))
}

/** A text as it can be printed, and the face that prints it. */
export type Printable = { text: string; face: AnyFace }

/** In the face that prints most of a text: the given one where others print no more. */
export function printable(doc: Doc, text: string, face: Face): Printable {
  let best: (Drawable & Printable) | undefined
  for (const each of [face, OTHER[face], ...SCRIPTS.flatMap(([of, letter]) => (letter.test(text) ? of : []))]) {
    const drawn = { ...drawable(text, lettersOf(doc, each)), face: each }
    if (!best || drawn.lost < best.lost) best = drawn
    if (best.lost === 0) break
  }
  return best ?? { text, face }
}
