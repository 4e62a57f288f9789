import sanitizeHtml from 'sanitize-html'
import { POST_RULES } from '../../kit/html/html.ts'

const MENTION = 'data-mencion'

/** What stands here is shown or repeated, and addressed to no one. */
const UNADDRESSED = new Set(['blockquote', 'code', 'pre'])

const isId = (id: number) => id >= 1 && Number.isSafeInteger(id)

/** Ids of the people whom clean HTML mentions: `notified` outside of code and quotations, `shown` there. */
export function mentionsIn(clean: string): { notified: Set<number>; shown: Set<number> } {
  const found = { notified: new Set<number>(), shown: new Set<number>() }
  if (!clean.includes(MENTION)) return found
  let depth = 0
  sanitizeHtml(clean, {
    ...POST_RULES,
    onOpenTag: (tag, attribs) => {
      if (UNADDRESSED.has(tag)) depth++
      const id = Number(attribs[MENTION])
      if (isId(id)) found[depth > 0 ? 'shown' : 'notified'].add(id)
    },
    onCloseTag: (tag) => {
      if (UNADDRESSED.has(tag)) depth--
    },
  })
  return found
}

/** Mentions hold their people's own names alone; those of people without one become plain text. */
export function nameMentions(clean: string, names: Map<number, string>): string {
  if (!clean.includes(MENTION)) return clean
  // Tags open inside of a mention, itself included.
  let inside = 0
  let named = false
  return sanitizeHtml(clean, {
    ...POST_RULES,
    onOpenTag: (_tag, attribs) => {
      if (inside === 0) named = false
      if (inside > 0 || names.has(Number(attribs[MENTION]))) inside++
    },
    onCloseTag: () => {
      if (inside > 0) inside--
    },
    transformTags: {
      ...POST_RULES.transformTags,
      span: (tagName, attribs) => {
        const name = names.get(Number(attribs[MENTION]))
        return name ? { tagName, attribs, text: `@${name}` } : { tagName, attribs: {} }
      },
    },
    textFilter: (text) => {
      const stays = inside === 0 || !named
      if (inside > 0) named = true
      return stays ? text : ''
    },
    exclusiveFilter: ({ tag, attribs }) => (inside > 0 || (tag === 'span' && !attribs[MENTION]) ? 'excludeTag' : false),
  })
}
