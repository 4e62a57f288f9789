import { type DeadLink, deadLinks, markdownToHtml } from '../platform/html.ts'

const reasonOf = ({ address, picture }: DeadLink): string =>
  picture
    ? `la imagen «${address}» no se vería: su dirección empieza con https:// o /`
    : `el enlace «${address}» no se abriría: empieza con https://, /, #, mailto: o tel:`

/** Tells of links that would be dead words; `line` is that of the text, from 1. */
export function checkLinks(text: string, wrong: (line: number, reason: string) => void): void {
  for (const link of deadLinks(text)) wrong(link.line, reasonOf(link))
}

/** A Markdown text as clean HTML, whose dead links are mistakes. */
export function readMarkdown(text: string, wrong: (line: number, reason: string) => void): string {
  checkLinks(text, wrong)
  return markdownToHtml(text)
}
