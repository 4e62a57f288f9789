import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags:
    'p br strong b em i u s ul ol li blockquote code pre h2 h3 h4 a img hr table thead tbody tr th td span'.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    // A person who is mentioned, by id.
    span: ['data-mencion'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 20,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc noopener noreferrer' }) },
  // A positive rule for addresses: what is not surely good is dropped (safety.md section 3).
  exclusiveFilter: (frame) => frame.tag === 'img' && !/^(https:\/\/|\/(?!\/))/.test(frame.attribs.src ?? ''),
}

/** HTML through the allow-list; done when it is written and again when it is shown. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

/** Texts that are kept cleaned: an academy's content is read far more often than it changes. */
const MOST_SHOWN = 1000
const shown = new Map<string, string>()

/** HTML of the database on its way to a reader: through the allow-list again, whoever wrote it (contract section 4). */
export function shownHtml(html: string): string {
  const known = shown.get(html)
  if (known !== undefined) return known
  const clean = cleanHtml(html)
  if (shown.size >= MOST_SHOWN) shown.clear()
  shown.set(html, clean)
  return clean
}

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true, quotes: '“”‘’' })

/** An author's Markdown as clean HTML. Headings start at the second level: a page has one first. */
export function markdownToHtml(text: string): string {
  const html = markdown
    .render(text)
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<(\/?)h[56]>/g, '<$1h4>')
  return cleanHtml(html).trim()
}
