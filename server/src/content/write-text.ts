import { markdownToHtml } from '../platform/html.ts'
import { HTML_MARK } from './markdown.ts'

/** Text, or an element with its attributes as they are written. */
type Node = string | { tag: string; attributes: Map<string, string>; children: Node[] }
type Element = Exclude<Node, string>

const TOKEN = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"]*")*) ?(\/?)>|[^<]+/g
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g

const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Of HTML that came through the allow-list, which is whole. */
function parseHtml(html: string): Node[] {
  const root: Element = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  for (const [text, end, tag, attributes = '', alone] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(decode(text))
    else if (end) open.pop()
    else {
      const names = [...attributes.matchAll(ATTRIBUTE)].map(
        ([, name = '', value = '']) => [name, decode(value)] as const,
      )
      const element: Element = { tag, attributes: new Map(names), children: [] }
      parent.children.push(element)
      if (!alone) open.push(element)
    }
  }
  return root.children
}

type Quote = (text: string) => string

const FEW: Quote = (text) => text.replace(/[\\`*[\]<]|&(?=#?\w+;)/g, '\\$&')
const EVERY: Quote = (text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** A line that would begin a list, a heading or a quotation. */
const atLineStarts = (text: string): string =>
  text.replace(/^([ \t]*)(?:([-+>#=|])|(\d{1,9})([.)]))/gm, (_, blank, sign, number, dot) =>
    sign ? `${blank}\\${sign}` : `${blank}${number}\\${dot}`,
  )

const textOf = (nodes: Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const inner = /^`|`$/.test(text) ? ` ${text} ` : text
  return fence + inner + fence
}

const MARKS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', s: '~~' }

function inline(nodes: Node[], quote: Quote): string {
  return nodes.map((node) => (typeof node === 'string' ? quote(node) : inlineElement(node, quote))).join('')
}

function addressed(address: string, title: string | undefined): string {
  const target = /[()\s<>]/.test(address) ? `<${address}>` : address
  return `(${target}${title === undefined ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`})`
}

function inlineElement({ tag, attributes, children }: Element, quote: Quote): string {
  const mark = MARKS[tag]
  if (mark) return mark + inline(children, quote) + mark
  if (tag === 'br') return '\\'
  if (tag === 'code') return codeSpan(textOf(children))
  if (tag === 'a')
    return `[${inline(children, quote)}]${addressed(attributes.get('href') ?? '', attributes.get('title'))}`
  if (tag === 'img')
    return `![${quote(attributes.get('alt') ?? '')}]${addressed(attributes.get('src') ?? '', undefined)}`
  return inline(children, quote)
}

const isElement = (node: Node): node is Element => typeof node !== 'string'
const named = (nodes: Node[], ...tags: string[]): Element[] =>
  nodes.filter(isElement).filter(({ tag }) => tags.includes(tag))

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

function list({ tag, children }: Element, quote: Quote): string {
  const items = named(children, 'li')
  const loose = items.some((item) => named(item.children, 'p').length > 0)
  const written = items.map((item, at) => {
    const bullet = tag === 'ol' ? `${at + 1}. ` : '- '
    return bullet + indented(itemText(item, loose, quote), bullet.length)
  })
  return written.join(loose ? '\n\n' : '\n')
}

const INNER = ['ul', 'ol', 'pre', 'blockquote']

function itemText({ children }: Element, loose: boolean, quote: Quote): string {
  if (loose) return blocks(children, quote)
  const inner = children.findIndex((node) => isElement(node) && INNER.includes(node.tag))
  const [words, rest] = inner < 0 ? [children, []] : [children.slice(0, inner), children.slice(inner)]
  const line = atLineStarts(inline(words, quote).trim())
  return rest.length === 0 ? line : `${line}\n${blocks(rest, quote)}`
}

function table({ children }: Element, quote: Quote): string {
  const rows = named(children, 'thead', 'tbody').flatMap((part) => named(part.children, 'tr'))
  const lines = rows.map((row) => {
    const cells = named(row.children, 'th', 'td')
    return `| ${cells.map((cell) => inline(cell.children, quote).replaceAll('|', '\\|')).join(' | ')} |`
  })
  const columns = named(rows[0]?.children ?? [], 'th', 'td').length
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`)
  return lines.join('\n')
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${fence}`
}

function block(element: Element, quote: Quote): string {
  const { tag, children } = element
  if (/^h\d$/.test(tag)) return `${'#'.repeat(Number(tag[1]))} ${inline(children, quote)}`
  if (tag === 'ul' || tag === 'ol') return list(element, quote)
  if (tag === 'blockquote') return blocks(children, quote).replace(/^/gm, '> ').replace(/^> $/gm, '>')
  if (tag === 'pre') return fenced(textOf(children))
  if (tag === 'hr') return '---'
  if (tag === 'table') return table(element, quote)
  return atLineStarts(inline(children, quote))
}

const blocks = (nodes: Node[], quote: Quote): string =>
  nodes
    .filter(isElement)
    .map((node) => block(node, quote))
    .join('\n\n')

/** HTML that stays itself in a file: no blanks at its end, no mark that composes with the sign before it. */
function safeHtml(html: string): string {
  const code = (sign: string) => `&#${sign.codePointAt(0)};`
  const marks = html.replace(/(?<=[<>])\p{M}/gu, code)
  return marks.replace(/\s+$/, (blanks) => [...blanks].map(code).join(''))
}

const isSame = (markdown: string, html: string): boolean =>
  markdown.trim() === markdown && markdownToHtml(markdown.normalize('NFC')) === html

/** A text of the tables as a file says it: in Markdown where that reads as the very same, otherwise marked as HTML. */
export function toText(html: string): string {
  if (html === '') return ''
  const nodes = parseHtml(html)
  const written = [FEW, EVERY].map((quote) => blocks(nodes, quote)).find((markdown) => isSame(markdown, html))
  return written ?? `${HTML_MARK}\n${safeHtml(html)}`
}
