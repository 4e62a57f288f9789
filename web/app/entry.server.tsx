import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './lib/nonce'
import { requestContext } from './lib/request-context'

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

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce, failed: report } = loadContext.get(requestContext)
  let failed = false
  const page = (
    <NonceContext value={nonce}>
      <ScriptPreloads {...routerContext} />
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const body = await renderToReadableStream(page, {
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
  headers.set('content-type', 'text/html; charset=utf-8')
  const wait = retryAfter(routerContext)
  if (wait) headers.set('retry-after', wait)
  return new Response(body, { headers, status: failed ? 500 : status })
}
