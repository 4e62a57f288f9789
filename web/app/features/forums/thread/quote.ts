import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'

const QUOTED = 300

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export type Quoted = { name: string; html: string }

/** The beginning of a text as a quotation, and an empty line to go on. */
export const quoteOf = ({ name, html }: Quoted): string =>
  `<blockquote><p><strong>${escapeHtml(name)}:</strong> ${escapeHtml(shorten(plainText(html), QUOTED))}</p></blockquote><p></p>`
