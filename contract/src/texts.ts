import { plainText } from './plain-text.ts'

/**
 * Signs that no reader sees and that no language here needs: controls, halves of letters, soft hyphens, blanks of no width,
 * and those that turn the direction of what follows. Joiners stay, because emoji families and Persian are written with them.
 */
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

/** As Unicode's stream-safe texts have at most; no language comes near it. */
const PILE = /(\p{M}{30})\p{M}+/gu

/** Text without what is piled up on a letter: composing a run of marks takes quadratic time, seconds for a request of them. */
export const withoutPiles = (text: string): string => text.replace(PILE, '$1')

/** Text as it is kept: composed (NFC), line ends as `\n`, no signs that only a program sees. Blanks around it stay. */
export const normalizeText = (text: string): string =>
  // Again, because some marks become two.
  withoutPiles(withoutPiles(withoutUnwanted(text)).replace(LINE_END, '\n').normalize('NFC'))

/** A text of many lines as it is kept. */
export const cleanText = (text: string): string => normalizeText(text).trim()

/** A text of one line as it is kept: line ends and runs of blanks are one blank. */
export const cleanLine = (text: string): string => normalizeText(text).replace(BLANKS, ' ').trim()

/** Whether there is something to see: a letter, digit, sign or emoji. */
export const isWritten = (text: string): boolean => VISIBLE.test(text)

/** Whether formatted text has neither words nor a picture. */
export const isBlank = (html: string): boolean => !/<img\b/i.test(html) && !isWritten(plainText(html))

/** What the eye sees of a line; two options that have this in common look the same. */
export const seenText = (text: string): string => cleanLine(text.replace(IGNORABLE, ''))

/** Letters of the scripts that run from right to left, and the mark that counts as one. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name or title inside a sentence of ours, so that writing from right to left does not turn our words round. */
export function isolate(name: string): string {
  const bare = withoutUnwanted(name)
  return RIGHT_TO_LEFT.test(bare) ? `\u2068${bare}\u2069` : bare
}

/** {@link isolate} between quotation marks. */
export const quoted = (name: string): string => `«${isolate(name)}»`
