import { plainSigns } from './folding.ts'
import { seenText } from './texts.ts'

/**
 * As typed answers are compared: ignores case, all marks, and which form of a blank, apostrophe, quotation mark or hyphen a
 * keyboard writes.
 */
export const comparedText = (text: string): string =>
  plainSigns(
    seenText(plainSigns(text.normalize('NFC')))
      .normalize('NFKD')
      .replace(/\p{M}/gu, ''),
  )
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
