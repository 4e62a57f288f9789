import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const TAGS = 'p br strong b em i u s ul ol li blockquote code pre h2 h3 h4 a img hr table thead tbody tr th td span'
const REL = 'nofollow ugc noopener noreferrer'

/*
 * Positive rules for addresses: what is not surely good is dropped (safety.md section 3). A path begins with one slash that
 * nothing follows which a browser reads as a second one (`//`, `/\`, `/<tab>/`).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STRANGE = /[\u0000-\u0020\\\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/
const LINK = /^(https:\/\/[^/]|mailto:[^/]|[#?]|\/(?!\/)|$)/i
const ANY_PICTURE = /^(https:\/\/[^/]|\/(?!\/))/i
const OWN_PICTURE = /^\/api\/storage\/imagenes\/[\w.-]+$/

const isGood = (address: string | undefined, rule: RegExp) =>
  address !== undefined && rule.test(address) && !STRANGE.test(address)

type Attributes = Record<string, string>

/** Of these attributes those that the allow-list knows and whose value its rule passes. */
const kept = (attributes: Attributes, rules: Record<string, RegExp>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => rules[name]?.test(value)))

const PIXELS = /^[1-9][0-9]{0,3}$/
const TEXT = /^/

function optionsOf(picture: RegExp): sanitizeHtml.IOptions {
  return {
    allowedTags: TAGS.split(' '),
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
    transformTags: {
      a: (tagName, { href, title }) => ({
        tagName,
        attribs: { ...(href !== undefined && isGood(href, LINK) && { href }), ...(title && { title }), rel: REL },
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: kept(attribs, { src: TEXT, alt: TEXT, width: PIXELS, height: PIXELS }),
      }),
      span: (tagName, attribs) => ({ tagName, attribs: kept(attribs, { 'data-mencion': /^[0-9]{1,10}$/ }) }),
      th: (tagName, attribs) => ({ tagName, attribs: kept(attribs, { align: /^(left|right|center)$/ }) }),
      td: (tagName, attribs) => ({ tagName, attribs: kept(attribs, { align: /^(left|right|center)$/ }) }),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !isGood(frame.attribs.src, picture),
  }
}

const ACADEMY = optionsOf(ANY_PICTURE)
const ANYBODY = optionsOf(OWN_PICTURE)

/** An academy's HTML through the allow-list; done when it is written and again when it is shown. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ACADEMY)

/** What a student wrote: besides, only pictures of the campus, so that nobody is counted from elsewhere by reading. */
export const cleanPost = (html: string): string => sanitizeHtml(html, ANYBODY)

/** Letters, of texts and what became of them, that are kept cleaned: what is read far more often than it changes. */
const MOST_KEPT = 8_000_000

/** The same function with a memory, bounded by its size; of what it forgets the longest unread goes first. */
function remembered(clean: (html: string) => string): (html: string) => string {
  let recent = new Map<string, string>()
  let older = recent
  let letters = 0
  return (html) => {
    const known = recent.get(html)
    if (known !== undefined) return known
    const made = older.get(html) ?? clean(html)
    letters += html.length + made.length
    if (letters > MOST_KEPT / 2) {
      older = recent
      recent = new Map()
      letters = html.length + made.length
    }
    recent.set(html, made)
    return made
  }
}

/** HTML of the database on its way to a reader: through the allow-list again, whoever wrote it (contract section 4). */
export const shownHtml = remembered(cleanHtml)

/** {@link shownHtml} for what students write. */
export const shownPost = remembered(cleanPost)

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true, quotes: '“”‘’' })

/** An author's Markdown as clean HTML. Headings start at the second level: a page has one first. */
export function markdownToHtml(text: string): string {
  const html = markdown
    .render(text)
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<(\/?)h[56]>/g, '<$1h4>')
  return cleanHtml(html).trim()
}
