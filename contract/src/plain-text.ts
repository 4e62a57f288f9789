/** Tags that end a line or a cell: the words around them must not join. */
const BREAKS = /<(?:br|hr|img|\/(?:p|div|li|h[1-6]|blockquote|pre|tr|td|th|ul|ol|table|section|figure))\b[^>]*>/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? whole
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

export const decodeEntities = (html: string): string => html.replace(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, decode)

/** In one line. Not a sanitizer: the result is text and must be escaped to be shown as HTML. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(BREAKS, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
}
