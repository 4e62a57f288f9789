import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'

const QUOTED = 300

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The beginning of a text as a quotation, and an empty line to go on. */
export const quoteOf = (name: string, html: string): string =>
  `<blockquote><p><strong>${escapeHtml(name)}:</strong> ${escapeHtml(shorten(plainText(html), QUOTED))}</p></blockquote><p></p>`
