import { CHECK_WORD } from '@campus/contract/check-blocks'
import { checkProblem, readCheck } from '@campus/contract/checks'
import { normalizeText, withoutPiles } from '@campus/contract/texts'
import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const TAGS = 'p br strong b em i u s ul ol li blockquote code pre h2 h3 h4 a img hr table thead tbody tr th td span'
// What these hold is no text of the author; an unclosed `head` would take the whole text along.
const WITHOUT_TEXT = 'script style title noscript noframes noembed template xml textarea xmp select option object svg'
const REL = 'nofollow ugc noopener noreferrer'

// A path begins with one slash that nothing follows which a browser reads as a second one (`//`, `/\`, `/<tab>/`).
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STRANGE = /[\u0000-\u0020\\\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/
const LINK = /^(https:\/\/[^/]|mailto:[^/]|tel:\+?[0-9]|[#?]|\/(?!\/))/i
const ANY_PICTURE = /^(https:\/\/[^/]|\/(?!\/))/i
const OWN_PICTURE = /^\/api\/storage\/imagenes\/[\w.-]+$/

const isGood = (address: string | undefined, rule: RegExp) =>
  address !== undefined && rule.test(address) && !STRANGE.test(address)

/** Drops the attributes that have no rule here or whose value does not match it. */
const keepOnly =
  (rules: Record<string, RegExp>): sanitizeHtml.Transformer =>
  (tagName, attribs) => {
    const matches = ([name, value]: [string, string]) => Object.hasOwn(rules, name) && rules[name]?.test(value)
    const allowed = Object.entries(attribs).filter(matches)
    return { tagName, attribs: Object.fromEntries(allowed.map(([name, value]) => [name, normalizeText(value)])) }
  }

const PIXELS = /^[1-9][0-9]{0,3}$/
const TEXT = /^/
const ALIGN = /^(left|right|center)$/

const CHECK = /^language-pregunta$/

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
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    nestingLimit: 20,
    nonTextTags: WITHOUT_TEXT.split(' '),
    transformTags: {
      // A page has its first heading.
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      // No tag is allowed that has no name: what leads nowhere stays as its words.
      a: (tagName, { href, title }) =>
        isGood(href, LINK)
          ? { tagName, attribs: { ...(href && { href }), ...(title && { title: normalizeText(title) }), rel: REL } }
          : { tagName: '', attribs: {} },
      img: keepOnly({ src: TEXT, alt: TEXT, width: PIXELS, height: PIXELS }),
      span: keepOnly({ 'data-mencion': /^[0-9]{1,16}$/ }),
      th: keepOnly({ align: ALIGN }),
      td: keepOnly({ align: ALIGN }),
    },
    // Text by text, because the whole markup must not be composed.
    textFilter: normalizeText,
    exclusiveFilter: (frame) => frame.tag === 'img' && !isGood(frame.attribs.src, picture),
  }
}

const RULES = optionsOf(ANY_PICTURE)
const ACADEMY: sanitizeHtml.IOptions = {
  ...RULES,
  // Marks a check; no other class is kept.
  allowedAttributes: { ...RULES.allowedAttributes, code: ['class'] },
  transformTags: { ...RULES.transformTags, code: keepOnly({ class: CHECK }) },
}

/** The rules of {@link cleanPost}. */
export const POST_RULES = optionsOf(OWN_PICTURE)

/** An academy's HTML through the allow-list; done when it is written and again when it is shown. */
export const cleanHtml = (html: string): string => withoutPiles(sanitizeHtml(html, ACADEMY))

/** What a student wrote: besides, only pictures of the campus, so that no other host can count its readers. */
export const cleanPost = (html: string): string => withoutPiles(sanitizeHtml(html, POST_RULES))

/** {@link cleanHtml} with other addresses in its links. */
export function mapLinks(html: string, to: (href: string) => string): string {
  const { a } = ACADEMY.transformTags as Record<'a', sanitizeHtml.Transformer>
  const link: sanitizeHtml.Transformer = (tag, { href, ...rest }) => a(tag, href ? { ...rest, href: to(href) } : rest)
  return withoutPiles(sanitizeHtml(html, { ...ACADEMY, transformTags: { ...ACADEMY.transformTags, a: link } }))
}

/** The links of clean HTML, with their words. */
export function linksIn(html: string): { href: string; text: string }[] {
  const links: { href: string; text: string }[] = []
  const note: sanitizeHtml.IOptions['exclusiveFilter'] = ({ tag, attribs: { href }, text }) => {
    if (tag === 'a' && href) links.push({ href, text })
    return false
  }
  sanitizeHtml(html, { allowedTags: ['a'], allowedAttributes: { a: ['href'] }, exclusiveFilter: note })
  return links
}

/** Characters of HTML, before and after cleaning, that a cache holds. */
const CACHED_CHARACTERS = 8_000_000

function cached(clean: (html: string) => string): (html: string) => string {
  const cache = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (cleaned, html) => cleaned.length + html.length + 1,
    memoMethod: clean,
  })
  return (html) => cache.memo(html)
}

/** Sanitizes stored HTML again before it is shown, no matter who wrote it (docs/product/learning.md 4.6). */
export const shownHtml = cached(cleanHtml)

/** {@link shownHtml} for what students write. */
export const shownPost = cached(cleanPost)

/** Quotes become typographic; `replacements` would make a copyright sign of a list's third point, (c). */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true, quotes: '“”‘’' }).disable(
  'replacements',
)

/** An author's Markdown as clean HTML. */
export const markdownToHtml = (text: string): string => cleanHtml(markdown.render(normalizeText(text))).trim()

/** `line` counts from 1. */
export type DeadLink = { line: number; address: string; picture: boolean }

type Token = ReturnType<typeof markdown.parse>[number]

function deadLink(token: Token, line: number): DeadLink[] {
  const picture = token.type === 'image'
  if (!picture && token.type !== 'link_open') return []
  const address = String(token.attrGet(picture ? 'src' : 'href') ?? '')
  const isDead = !isGood(address, picture ? ANY_PICTURE : LINK)
  return isDead ? [{ line, address: markdown.normalizeLinkText(address), picture }] : []
}

/** The links and pictures of a Markdown that the allow-list takes out of it. */
export function deadLinks(text: string): DeadLink[] {
  let line = 1
  return markdown.parse(text, {}).flatMap(({ map, children }) => {
    if (map) line = map[0] + 1
    let below = 0
    return (children ?? []).flatMap((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') below++
      return deadLink(token, line + below)
    })
  })
}

/** The checks of a Markdown that could not be asked; `line` counts from 1. */
export function badChecks(text: string): { line: number; problem: string }[] {
  return markdown.parse(text, {}).flatMap(({ type, info, content, level, map }) => {
    if (type !== 'fence' || info.trim() !== CHECK_WORD) return []
    const problem =
      level > 0 ? 'La pregunta va entre párrafos, no dentro de una lista o una cita.' : checkProblem(readCheck(content))
    return problem ? [{ line: (map?.[0] ?? 0) + 1, problem }] : []
  })
}
