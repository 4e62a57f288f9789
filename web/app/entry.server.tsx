import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './lib/nonce'
import { type PageRequest, requestContext } from './lib/request-context'
import {
  type DocumentScripts,
  DocumentScriptsContext,
  DocumentStylesContext,
  type LazyIslands,
  type SCRIPTS_WAIT,
  type STYLE_FILES,
} from './lib/waiting-scripts'

// Re-exported because the server must set the context with this very object.
export { requestContext }

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(requestContext).failed(error)
}

/** React Router drops the `retry-after` of a loader's error response. */
function retryAfter({ staticHandlerContext: { loaderHeaders } }: EntryContext): string | undefined {
  return Object.values(loaderHeaders)
    .map((headers) => headers.get('retry-after'))
    .find((wait) => wait !== null)
}

/**
 * React Router preloads a page's scripts with a high priority, before its styles. Browsers keep the first priority they
 * read, so these come first: on a slow line the page is painted before its scripts arrive.
 */
function ScriptPreloads({ manifest: { entry, routes, url }, staticHandlerContext: { matches } }: EntryContext) {
  const modules = matches.flatMap(({ route: { id } }) => routes[id] ?? [])
  const loaders = modules.flatMap(({ clientLoaderModule }) => clientLoaderModule ?? [])
  const scripts = [entry, ...modules].flatMap(({ module, imports = [] }) => [module, ...imports])
  return [...new Set([url, ...scripts, ...loaders])].map((href) => (
    <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
  ))
}

/** Those of a page's routes in their order; undefined where they are not built, or come as files. */
function stylesOf(
  { manifest, routeModules, staticHandlerContext: { matches } }: EntryContext,
  { styles: built, islands }: PageRequest,
) {
  const handles = matches.map(
    ({ route: { id } }) => (routeModules[id]?.handle ?? {}) as Partial<LazyIslands & typeof STYLE_FILES>,
  )
  if (built.size === 0 || handles.some(({ styleFiles }) => styleFiles)) return undefined
  const all = matches.flatMap(({ route: { id } }, index) => {
    const { lazyIslands = [] } = handles[index] ?? {}
    return [...(manifest.routes[id]?.css ?? []), ...lazyIslands.flatMap((name) => islands.get(name)?.styles ?? [])]
  })
  // A fragment is not part of the file's name.
  const addresses = new Set(all.map((address) => address.replace(/#.*/, '')))
  return [...addresses].map((address) => built.get(address) ?? '').join('')
}

/** Of a page that is complete without scripts. */
const scriptsWait = ({ routeModules, staticHandlerContext: { matches } }: EntryContext) =>
  matches.some(({ route }) => (routeModules[route.id]?.handle as Partial<typeof SCRIPTS_WAIT> | undefined)?.scriptsWait)

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const page = loadContext.get(requestContext)
  const { nonce, failed: report, islands } = page
  let failed = false
  const styles = stylesOf(routerContext, page)
  const render = async (context: EntryContext, scripts: DocumentScripts) => {
    const drawn = (
      <NonceContext value={nonce}>
        <DocumentScriptsContext value={scripts}>
          <DocumentStylesContext value={styles}>
            {scripts === 'now' && <ScriptPreloads {...context} />}
            <ServerRouter context={context} url={request.url} nonce={nonce} />
          </DocumentStylesContext>
        </DocumentScriptsContext>
      </NonceContext>
    )
    const body = await renderToReadableStream(drawn, {
      nonce,
      // Otherwise large parts come last, hidden until a script of React's moves them: unseen without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failed = true
        report(error)
      },
    })
    // Pages are cached whole, so wait for all of it.
    await body.allReady
    return body
  }
  // React Router prints the page's data beside its scripts, wherever these are: here they are rendered apart, and wait together.
  const draw = async () => {
    if (!scriptsWait(routerContext)) return render(routerContext, 'now')
    const markup = await new Response(await render(routerContext, 'alone')).text()
    return render({ ...routerContext, serverHandoffStream: undefined, renderMeta: {} }, { markup, islands })
  }
  const body = await draw()
  headers.set('content-type', 'text/html; charset=utf-8')
  const wait = retryAfter(routerContext)
  if (wait) headers.set('retry-after', wait)
  return new Response(body, { headers, status: failed ? 500 : status })
}
