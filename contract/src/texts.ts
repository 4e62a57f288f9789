import { plainText } from './plain-text.ts'

/** Invisible signs that no language needs: controls, surrogates, zero-width, bidi. Emoji and Persian need joiners. */
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\p{Cs}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/gu

const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** Unbreakable blanks stay: «S/ 20» is one word. */
const BLANKS = /[^\S\u00a0\u202f]+/g

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Text without {@link UNWANTED} signs. Safe on HTML, which Unicode's composition is not: `>` and U+0338 compose. */
export const withoutUnwanted = (text: string): string => text.replace(UNWANTED, '')

/** Unicode's limit for stream-safe text; no language comes near it. */
const PILE = /(\p{M}{30})\p{M}+/gu

/** Composing a run of marks takes quadratic time: seconds for a request full of them. */
export const withoutPiles = (text: string): string => text.replace(PILE, '$1')

/** As stored: NFC, line ends as `\n`, no invisible signs. Blanks around it stay. */
export const normalizeText = (text: string): string =>
  // Again, because NFC turns some marks into two.
  withoutPiles(withoutPiles(withoutUnwanted(text)).replace(LINE_END, '\n').normalize('NFC'))

export const cleanText = (text: string): string => normalizeText(text).trim()

/** One line as stored: line ends and runs of blanks are one blank. */
export const cleanLine = (text: string): string => normalizeText(text).replace(BLANKS, ' ').trim()

/** Whether something is visible: a letter, digit, sign or emoji. */
export const isWritten = (text: string): boolean => VISIBLE.test(text)

export const isBlank = (html: string): boolean => !/<img\b/i.test(html) && !isWritten(plainText(html))

/** What is visible of a line; two options that have this in common look the same. */
export const seenText = (text: string): string => cleanLine(text.replace(IGNORABLE, ''))

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates right-to-left text, which would reorder the words of our sentence around it. */
export function isolate(name: string): string {
  const bare = withoutUnwanted(name)
  return RIGHT_TO_LEFT.test(bare) ? `\u2068${bare}\u2069` : bare
}

export const quoted = (name: string): string => `«${isolate(name)}»`
