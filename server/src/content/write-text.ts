import { strikethrough, tables } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { markdownToHtml } from '../kit/html/html.ts'
import { HTML_MARK } from './markdown.ts'

const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  br: '\\',
}).use([tables, strikethrough])

/** HTML that stays itself in a file: no blanks at its end, no mark that composes with the sign before it. */
function safeHtml(html: string): string {
  const code = (sign: string) => `&#${sign.codePointAt(0)};`
  const marks = html.replace(/(?<=[<>])\p{M}/gu, code)
  const written = marks.trimEnd()
  return written + [...marks.slice(written.length)].map(code).join('')
}

const isSame = (markdown: string, html: string): boolean =>
  markdown.trim() === markdown && markdownToHtml(markdown.normalize('NFC')) === html

/** A text of the tables as a file says it: in Markdown where that reads as the very same, otherwise marked as HTML. */
export function toText(html: string): string {
  if (html === '') return ''
  const markdown = turndown.turndown(html)
  return isSame(markdown, html) ? markdown : `${HTML_MARK}\n${safeHtml(html)}`
}
