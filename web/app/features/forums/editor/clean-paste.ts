const WORD_NOISE =
  /<!--[\s\S]*?-->|<!\[[\s\S]*?\]>|<\/?(o|w|v|m|st1):[^>]*>|<(style|xml|script|title|meta|link)\b[\s\S]*?(<\/\2>|>)/gi
const MARKER = /^[\s\u00a0]*(?:[·•▪◦o§-]|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)])[\s\u00a0]+/i
const NUMBER = /^[\s\u00a0]*\(?(?:\d|[a-z]{1,5}[.)])/i

/** The page has the first-level heading. */
const HEADINGS: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4' }

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

function rename(element: Element, tag: string): void {
  const next = element.ownerDocument.createElement(tag)
  next.append(...element.childNodes)
  element.replaceWith(next)
}

/** Removes the bullet or number that Word writes as text. */
function unmark(item: Element): void {
  for (const span of item.querySelectorAll('span')) if (/mso-list:\s*ignore/i.test(styleOf(span))) span.remove()
  const walker = item.ownerDocument.createTreeWalker(item, 4)
  const first = walker.nextNode()
  if (first) first.nodeValue = (first.nodeValue ?? '').replace(MARKER, '')
}

/** Word writes a list as paragraphs with a marker: neighbours become one list. */
function mendLists(body: HTMLElement): void {
  let list: Element | null = null
  for (const line of [...body.querySelectorAll('p')]) {
    if (!/mso-list:\s*l\d/i.test(styleOf(line)) && !/MsoListParagraph/.test(line.className)) continue
    const tag =
      NUMBER.test(line.textContent ?? '') && !/^[\s\u00a0]*o[\s\u00a0]/.test(line.textContent ?? '') ? 'ol' : 'ul'
    if (list?.nextElementSibling !== line || list.tagName.toLowerCase() !== tag) {
      list = body.ownerDocument.createElement(tag)
      line.before(list)
    }
    unmark(line)
    const item = body.ownerDocument.createElement('li')
    item.append(...line.childNodes)
    list.append(item)
    line.remove()
  }
}

/**
 * Removes the markup that word processors add and rebuilds their lists; the editor drops what the server would refuse.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(WORD_NOISE, ''), 'text/html')
  mendLists(body)
  for (const element of [...body.querySelectorAll('h1, h5, h6')]) rename(element, HEADINGS[element.tagName] ?? 'h2')
  for (const element of body.querySelectorAll('*')) {
    // The editor reads only these two styles.
    const styles = styleOf(element).match(/(^|;)\s*(font-weight|font-style)\s*:[^;]*/gi)
    element.removeAttribute('class')
    element.removeAttribute('style')
    if (styles) element.setAttribute('style', styles.map((rule) => rule.replace(/^;/, '')).join(';'))
  }
  return body.innerHTML
}
