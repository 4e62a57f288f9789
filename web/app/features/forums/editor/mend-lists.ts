const MARKER = /^[\s\u00a0]*(?:[·•▪◦§-]|o(?=[\s\u00a0]{2})|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)])[\s\u00a0]+/i
const NUMBER = /^[\s\u00a0]*\(?(?:\d|[a-z]{1,5}[.)])/i

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

/** Removes the bullet or number that Word writes as text. */
export function unmark(item: Element): void {
  const markers = [...item.querySelectorAll('span')].filter((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
  for (const marker of markers) marker.remove()
  // What is left is the author's, and may begin with «o» or «a)».
  if (markers.length > 0) return
  const walker = item.ownerDocument.createTreeWalker(item, 4)
  const first = walker.nextNode()
  if (first) first.nodeValue = (first.nodeValue ?? '').replace(MARKER, '')
}

/** Word writes a list as paragraphs with a marker: neighbours become one list. */
export function mendLists(body: HTMLElement): void {
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
