import { graphemesOf } from '@campus/contract/shorten'

/** Whether a font prints a letter with its marks. */
export type Prints = (letter: string) => boolean

/** What a font has of a text; `lost` counts the letters that it prints otherwise than they are. */
export type Drawable = { text: string; lost: number }

/** Shown for a letter that no font has. */
const SUBSTITUTE = '?'

/** Without a form of their own in print. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3/u
const MARKS = /\p{M}/gu
const LEADING_MARKS = /^\p{M}+/u

function drawLetter(letter: string, prints: Prints): Drawable {
  if (/^\s/u.test(letter)) return { text: ' ', lost: 0 }
  const seen = [...letter]
    .filter((sign) => !HIDDEN.test(sign) && (!EMOJI.test(sign) || prints(sign)))
    .join('')
    .replace(LEADING_MARKS, '')
  if (seen === '') return { text: '', lost: 0 }
  const parts = seen.normalize('NFD')
  const same = [seen, parts].find(prints)
  if (same !== undefined) return { text: same, lost: 0 }
  const fewer = parts.replace(MARKS, (mark) => (prints(mark) ? mark : ''))
  const text = [seen.normalize('NFKC'), fewer, parts.replace(MARKS, '')].find(prints) ?? SUBSTITUTE
  return { text, lost: 1 }
}

function drawLine(line: string, prints: Prints): Drawable {
  const drawn = graphemesOf(line).map((letter) => drawLetter(letter, prints))
  return {
    text: drawn
      .map(({ text }) => text)
      .join('')
      .replace(/ +/g, ' ')
      .trim(),
    lost: drawn.reduce((sum, { lost }) => sum + lost, 0),
  }
}

/** A text in the letters of a font, composed or in parts; emoji and control signs are dropped, line breaks stay. */
export function drawable(text: string, prints: Prints): Drawable {
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => drawLine(line, prints))
  return { text: lines.map((line) => line.text).join('\n'), lost: lines.reduce((sum, line) => sum + line.lost, 0) }
}
