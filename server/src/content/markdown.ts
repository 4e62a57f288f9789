import { join } from 'node:path'
import { badChecks, cleanHtml, type DeadLink, deadLinks, markdownToHtml } from '../kit/html/html.ts'
import type { Assets } from './assets.ts'

const reasonOf = ({ address, picture }: DeadLink): string =>
  picture
    ? `la imagen «${address}» no se vería: su dirección empieza con https:// o /`
    : `el enlace «${address}» no se abriría: empieza con https://, /, #, mailto: o tel:`

type Wrong = (line: number, reason: string) => void

/** Reports links that would be dead words; `line` is that of the text, from 1. */
export function checkLinks(text: string, wrong: Wrong): void {
  for (const link of deadLinks(text)) wrong(link.line, reasonOf(link))
}

/** First line of a text that is HTML and no Markdown. */
export const HTML_MARK = '<!-- html -->'
const MARKED = /^\s*<!-- html -->[ \t]*\r?\n/

const IN_MARKDOWN = /(!\[[^\]]*\]\()([^)\s]+)/g
const IN_HTML = /(<img src=")([^"]+)/g

/** Where the address of a picture goes once it is stored. */
const UNSTORED = '/carpeta/'
const PLACES = /(?<=<img src=")\/carpeta\/([\w-]+)(?=")/g

/** The text whose pictures, files beside it, have {@link UNSTORED} addresses. */
async function placePictures(text: string, pattern: RegExp, place: string, assets: Assets): Promise<string> {
  const found = new Map<string, string>()
  for (const [, , path = ''] of text.matchAll(pattern)) {
    const file = join(place, path)
    if (/^(?!https?:|\/)/.test(path) && (await assets.picture(file)) === null)
      found.set(path, UNSTORED + Buffer.from(file).toString('base64url'))
  }
  return text.replace(pattern, (_, before: string, path: string) => before + (found.get(path) ?? path))
}

/** A text of files as clean HTML, whose dead links and bad checks are mistakes; pictures may be files of `place`. */
export async function readText(
  text: string,
  { place, assets }: { place: string; assets: Assets },
  wrong: Wrong,
): Promise<string> {
  if (MARKED.test(text))
    return cleanHtml((await placePictures(text.replace(MARKED, ''), IN_HTML, place, assets)).trimEnd())
  const placed = await placePictures(text, IN_MARKDOWN, place, assets)
  checkLinks(placed, wrong)
  for (const { line, problem } of badChecks(placed)) wrong(line, problem)
  return markdownToHtml(placed)
}

/** The HTML of {@link readText} with the addresses that its pictures got. */
export const withAddresses = (html: string, addressOf: (file: string) => string | null): string =>
  html.replace(PLACES, (whole, file: string) => addressOf(Buffer.from(file, 'base64url').toString()) ?? whole)
