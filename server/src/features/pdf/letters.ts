/** Whether a font has a letter. */
export type Has = (letter: string) => boolean

/** What a font has of a text; `lost` counts the letters that it prints otherwise than they are. */
export type Drawable = { text: string; lost: number }

/** Shown for a letter that no font has. */
const SUBSTITUTE = '?'

/** Without a form of their own in print. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3/u
const MARK = /\p{M}/u

const clusters = new Intl.Segmenter('es', { granularity: 'grapheme' })

function drawCluster(cluster: string, has: Has): Drawable {
  const hasAll = (text: string) => [...text].every(has)
  const seen = [...cluster].filter((sign) => !HIDDEN.test(sign) && (has(sign) || !EMOJI.test(sign))).join('')
  if (hasAll(seen)) return { text: seen, lost: 0 }
  if (/^\s+$/u.test(seen)) return { text: ' ', lost: 0 }
  const parts = seen.normalize('NFD')
  if (hasAll(parts)) return { text: parts, lost: 0 }
  const simple = seen.normalize('NFKC')
  if (hasAll(simple)) return { text: simple, lost: 1 }
  const bare = [...parts].filter((sign) => has(sign) || !MARK.test(sign)).join('')
  return { text: hasAll(bare) ? bare : SUBSTITUTE, lost: 1 }
}

function drawLine(line: string, has: Has): Drawable {
  const drawn = Array.from(clusters.segment(line), ({ segment }) => drawCluster(segment, has))
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
export function drawable(text: string, has: Has): Drawable {
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => drawLine(line, has))
  return { text: lines.map((line) => line.text).join('\n'), lost: lines.reduce((sum, line) => sum + line.lost, 0) }
}
