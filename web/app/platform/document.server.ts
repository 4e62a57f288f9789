import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AFTER_PAINT, LATER } from './after-paint'
import { type FirstCall, firstCallsScript } from './first-calls'
import type { ScreenHandle } from './screen-handle'

const STYLE_LINK = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)(#?)"\/>/
const SCRIPT_LINK = /<link rel="modulepreload"[^>]*>/g
const START = /<script( nonce="[^"]*")? type="module" async="">/

/**
 * Puts the styles' links where React will look for them. Made here, because a browser asks for those that it reads, disabled or
 * not.
 */
const LINKS = `(function(at,links){links.forEach(function(href){var link=document.createElement('link');link.rel='stylesheet';
link.setAttribute('disabled','');link.href=href;at.before(link)})})`

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
 * The page's styles inside the document: it is painted when it arrives, not after another dozen requests. React expects their
 * links: they stand there disabled, so that nobody asks for what is there already.
 */
function stylesInside(html: string, nonce: string): string {
  const at = html.search(STYLE_LINK)
  if (at < 0) return html
  const css: string[] = []
  const hrefs: string[] = []
  const rest = html.replaceAll(new RegExp(STYLE_LINK, 'g'), (_, path: string, end: string) => {
    css.push(styleOf(path))
    // With a fragment React Router keeps two routes' same sheet apart; parts that load later look for it without.
    hrefs.push(path + end, ...(end ? [path] : []))
    return ''
  })
  const links = `<script nonce="${nonce}">${LINKS}(document.currentScript,${JSON.stringify(hrefs)})</script>`
  return `${rest.slice(0, at)}<style nonce="${nonce}">${css.join('')}</style>${links}${rest.slice(at)}`
}

/** The page's scripts start when it was painted: what can be seen does not wait for what can be done. */
const startLater = (html: string, nonce: string): string =>
  html
    .replace(START, (_, its: string = '') => `<script${its} type="text/plain" id="${LATER}">`)
    .replace('</head>', () => `<script nonce="${nonce}">${AFTER_PAINT}</script></head>`)

/** React puts the scripts' preloads before everything; font, logo and what the screen asks the API go first. */
function scriptsLast(html: string): string {
  const preloads: string[] = []
  const rest = html.replaceAll(SCRIPT_LINK, (link) => {
    preloads.push(link.replace('<link', '<link fetchpriority="low"'))
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
  const styled = html.indexOf('<style nonce=')
  const at = styled < 0 ? html.indexOf('</head>') : styled
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
  const styled = startLater(stylesInside(html, nonce), nonce)
  // A page that can be read as it comes has the line for itself until then, too.
  if (!handles.some(({ needsScripts }) => needsScripts)) return styled.replaceAll(SCRIPT_LINK, '')
  const first = handles.flatMap((handle) => handle.first ?? [])
  return scriptsLast(withFirstCalls(styled, nonce, first, params))
}
