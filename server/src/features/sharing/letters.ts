import { fileURLToPath } from 'node:url'
import { cutText } from '@campus/contract/shorten'
import sharp, { type OutputInfo } from 'sharp'

const FACES = {
  bold: { font: 'Figtree Bold', file: '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf' },
  regular: { font: 'Figtree', file: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf' },
} as const

type Style = { size: number; colour: string; width?: number; face?: keyof typeof FACES; struck?: boolean }

type Drawn = { data: Buffer; info: OutputInfo }

/** Pango reads its text as markup. */
const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Control characters are not allowed in markup at all. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ')
    .trim()

/** Letters without ground, in our own fonts; lines break at `width`. */
export async function letters(
  text: string,
  { size, colour, width, face = 'bold', struck = false }: Style,
): Promise<Drawn> {
  const { font, file } = FACES[face]
  return sharp({
    text: {
      text: `<span foreground="${colour}"${struck ? ' strikethrough="true"' : ''}>${escapeMarkup(plain(text)) || '–'}</span>`,
      font: `${font} ${Math.round(size)}`,
      fontfile: fileURLToPath(import.meta.resolve(file)),
      // Points are pixels.
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      ...(width && { width }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

const STEP = 4
const LINE = 1.3

/** The largest letters at which a text takes at most `lines` lines; what does not fit at `min` is cut with an ellipsis. */
export async function fitted(
  text: string,
  style: Style & { width: number; min: number; lines: number },
): Promise<Drawn> {
  const { min, lines, ...rest } = style
  const fits = ({ info }: Drawn, size: number) => info.height <= size * LINE * lines && info.width <= style.width
  for (let size = style.size; size >= min; size -= STEP) {
    const drawn = await letters(text, { ...rest, size })
    if (fits(drawn, size)) return drawn
  }
  let words = plain(text).split(' ')
  while (true) {
    const drawn = await letters(`${words.join(' ')}…`, { ...rest, size: min })
    if (fits(drawn, min)) return drawn
    words = words.length > 1 ? words.slice(0, -1) : [cutText(words[0] ?? '', 12)]
  }
}
