import { mendLists } from './mend-lists'

/** What these hold is no text of the author. */
const WITHOUT_TEXT =
  'script, style, title, meta, link, noscript, noframes, noembed, template, xml, textarea, select, object, svg, colgroup, col'

/** The comments of reviewers, and the marks that lead to them. */
const WORD_COMMENTS =
  '.MsoCommentReference, [href*="#_msocom_"], [href*="#_msoanchor_"], [style*="mso-comment"], [style*="mso-element:comment"], hr.msocomoff'

const BLOCKS = new Set(
  'BODY DIV P H1 H2 H3 H4 H5 H6 UL OL LI DL DT DD BLOCKQUOTE PRE HR TABLE THEAD TBODY TFOOT TR TH TD CAPTION SECTION ARTICLE ASIDE HEADER FOOTER MAIN NAV FIGURE FIGCAPTION ADDRESS FORM FIELDSET CENTER'.split(
    ' ',
  ),
)

/** The page has the first-level heading. */
const HEADINGS: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4' }

const isBlock = (node: Node | null): boolean => node !== null && BLOCKS.has(node.nodeName)

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function rename(element: Element, tag: string): void {
  const next = element.ownerDocument.createElement(tag)
  next.append(...element.childNodes)
  element.replaceWith(next)
}

function nodesOf(root: Node, kinds: number): Node[] {
  const walker = (root.ownerDocument as Document).createTreeWalker(root, kinds)
  const nodes: Node[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
  return nodes
}

const isEmpty = (element: Element): boolean =>
  !/[^\s\u00a0]/.test(element.textContent ?? '') && element.querySelector('img') === null

function dropNoise(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`${WITHOUT_TEXT}, ${WORD_COMMENTS}, br.Apple-interchange-newline`))
    element.remove()
  for (const comment of nodesOf(body, NodeFilter.SHOW_COMMENT)) comment.parentNode?.removeChild(comment)
  // Google Docs wraps everything in a `b` that is not bold; Word has tags of its own, empty ones in blank paragraphs.
  for (const element of [...body.querySelectorAll('*')]) {
    const own = element.localName.includes(':')
    if (own && isEmpty(element)) element.remove()
    else if (own || element.id.startsWith('docs-internal-guid')) unwrap(element)
  }
}

/** True where a line begins or ends. */
const isEdge = (neighbour: Node | null, parent: Node | null): boolean => isBlock(neighbour ?? parent)

/** Blanks of the source, which the editor would keep: between two blocks they would become paragraphs. */
function collapseBlanks(body: HTMLElement): void {
  for (const node of nodesOf(body, NodeFilter.SHOW_TEXT)) {
    if (node.parentElement?.closest('pre')) continue
    const text = (node.nodeValue ?? '').replace(/[ \t\n\r\f]+/g, ' ')
    const { previousSibling, nextSibling, parentNode } = node
    if (text === ' ' && (isEdge(previousSibling, parentNode) || isEdge(nextSibling, parentNode)))
      parentNode?.removeChild(node)
    else node.nodeValue = text
  }
}

const isBlank = (node: Node | null): boolean =>
  node instanceof HTMLParagraphElement && isEmpty(node) && node.querySelector('br ~ br') === null

/** A blank line of the author is a paragraph without text; there is none before or after all text. */
function mendBlankLines(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br')) {
    const { previousSibling, nextSibling, parentNode } = line
    const alone = isEdge(previousSibling, parentNode) && isEdge(nextSibling, parentNode)
    if (alone && (parentNode?.nodeName === 'BODY' || parentNode?.nodeName === 'DIV')) rename(line, 'p')
  }
  for (const line of body.querySelectorAll('p')) if (isBlank(line)) line.replaceChildren()
  while (isBlank(body.firstChild)) body.firstChild?.remove()
  while (isBlank(body.lastChild)) body.lastChild?.remove()
}

/** Of the styles that the editor reads; links are underlined without their author's doing. */
export function keptStyles(style: string): string {
  const kept = (style.match(/(^|;)\s*(font-weight|font-style)\s*:[^;]*/gi) ?? []).map((rule) => rule.replace(/^;/, ''))
  const isStruck = /(^|;)\s*text-decoration(-line)?\s*:[^;]*line-through/i.test(style)
  return [...kept, ...(isStruck ? ['text-decoration:line-through'] : [])].join(';')
}

function keepStyles(element: Element): void {
  const styles = keptStyles(element.getAttribute('style') ?? '')
  element.removeAttribute('class')
  element.removeAttribute('style')
  if (styles) element.setAttribute('style', styles)
}

const PICTURE_DATA = /^data:(image\/[a-z0-9.+-]+);base64,(.+)$/is

/** The file in a `data:` address; null where there is none. */
export function fileOfData(address: string): File | null {
  const [, type = '', data = ''] = PICTURE_DATA.exec(address) ?? []
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(data)), (sign) => sign.charCodeAt(0))
    return bytes.length > 0 ? new File([bytes], 'imagen', { type: type.toLowerCase() }) : null
  } catch {
    return null
  }
}

/** Pictures that no address of the web leads to. */
export type PastedPictures = {
  /** Inside the text itself. */
  files: File[]
  /** On the author's computer or inside another program. */
  unreachable: number
}

export function picturesIn(html: string): PastedPictures {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const addresses = [...body.querySelectorAll('img')].map((picture) => picture.getAttribute('src')?.trim() ?? '')
  const lost = addresses.filter(isUnreachable)
  const files = lost.flatMap((address) => fileOfData(address) ?? [])
  return { files, unreachable: lost.length - files.length }
}

/** The server takes pictures by https and from its own storage. */
export const isUnreachable = (address: string): boolean => address !== '' && !/^(https?:|\/)/i.test(address)

/**
 * Removes the markup that word processors add and rebuilds their lists; the editor drops what the server would refuse.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropNoise(body)
  for (const picture of body.querySelectorAll('img'))
    if (isUnreachable(picture.getAttribute('src')?.trim() ?? '')) picture.remove()
  mendLists(body)
  for (const element of body.querySelectorAll('h1, h5, h6')) rename(element, HEADINGS[element.tagName] ?? 'h2')
  // What an editor like this one copied has the blanks that its author wrote.
  if (body.querySelector('[data-pm-slice]') === null) {
    collapseBlanks(body)
    mendBlankLines(body)
  }
  for (const element of body.querySelectorAll('*')) keepStyles(element)
  return body.innerHTML
}
