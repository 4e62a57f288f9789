import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AFTER_PAINT, LATER } from './after-paint'
import { type FirstCall, firstCallsScript } from './first-calls'
import type { ScreenHandle } from './screen-handle'

const STYLE_LINK = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g
const SCRIPT_LINK = /<link rel="modulepreload"[^>]*>/g
const START = /<script( nonce="[^"]*")? type="module" async="">/

const styles = new Map<string, string>()

/** A style sheet of the build, read once. */
function styleOf(href: string): string {
  const known = styles.get(href)
  if (known !== undefined) return known
  const built = dirname(fileURLToPath(import.meta.url))
  const text = readFileSync(join(built, '../client', href), 'utf8')
  styles.set(href, text)
  return text
}

/**
 * The page's styles inside the document: it is painted when it arrives, not after another dozen requests. Their links stay,
 * disabled: React finds its elements, and nobody asks for what is there already.
 */
function stylesInside(html: string, nonce: string): string {
  const css: string[] = []
  const rest = html.replaceAll(STYLE_LINK, (link, href: string) => {
    css.push(styleOf(href))
    return link.replace('/>', ' disabled=""/>')
  })
  const at = rest.search(/<link[^>]* disabled=""\/>/)
  if (at < 0) return rest
  return `${rest.slice(0, at)}<style nonce="${nonce}">${css.join('')}</style>${rest.slice(at)}`
}

/**
 * A page that can be read as it comes has the line and the processor for itself until it is painted: its scripts are asked
 * for after that.
 */
function scriptsAfterPaint(html: string, nonce: string): string {
  return html
    .replaceAll(SCRIPT_LINK, '')
    .replace(START, (_, its: string = '') => `<script${its} type="text/plain" id="${LATER}">`)
    .replace('</head>', () => `<script nonce="${nonce}">${AFTER_PAINT}</script></head>`)
}

/** React puts the scripts' preloads before everything; what the screen asks the API and the styles go first. */
function scriptsLast(html: string): string {
  const preloads: string[] = []
  const rest = html.replaceAll(SCRIPT_LINK, (link) => {
    preloads.push(link)
    return ''
  })
  return rest.replace('</head>', () => `${preloads.join('')}</head>`)
}

/** Begins the screen's calls while its scripts are still on their way. */
function withFirstCalls(
  html: string,
  nonce: string,
  calls: readonly FirstCall[],
  params: Record<string, string>,
): string {
  const script = firstCallsScript(calls, params)
  if (!script) return html
  const at = html.indexOf('<style nonce=')
  return `${html.slice(0, at)}<script nonce="${nonce}">${script}</script>${html.slice(at)}`
}

/**
 * Puts a built page's document in the order in which it is needed (docs/decisions/0026).
 * @param handles of the page's routes, from the root to the screen
 */
export function inOrder(
  html: string,
  nonce: string,
  handles: readonly ScreenHandle[],
  params: Record<string, string>,
): string {
  const styled = stylesInside(html, nonce)
  if (!handles.some(({ needsScripts }) => needsScripts)) return scriptsAfterPaint(styled, nonce)
  const first = handles.flatMap((handle) => handle.first ?? [])
  return scriptsLast(withFirstCalls(styled, nonce, first, params))
}
