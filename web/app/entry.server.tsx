import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { RootData } from './platform/brand'
import { inOrder } from './platform/document.server'
import { RenderedNonce } from './platform/page-nonce'
import { requestContext } from './platform/request-context'
import type { ScreenHandle } from './platform/screen-handle'
import { ThemeCss } from './platform/theme-css'
import { themeCss } from './platform/theme-css.server'

// The server sets it on each request's context, which must be this very object.
export { requestContext }

/** What the page's routes say of themselves decides in which order its document comes. */
function ordered(html: string, nonce: string, { staticHandlerContext, routeModules }: EntryContext): string {
  const { matches } = staticHandlerContext
  const handles = matches.map(({ route }) => (routeModules[route.id]?.handle ?? {}) as ScreenHandle)
  return inOrder(html, nonce, handles, named(matches.at(-1)?.params ?? {}))
}

const named = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** What a loader failed for. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(requestContext).failed(error)
}

/** When a page that could not be loaded makes sense again, as its loader said; React Router would drop it. */
function waitOf({ staticHandlerContext: { loaderHeaders } }: EntryContext): string | undefined {
  return Object.values(loaderHeaders)
    .map((headers) => headers.get('retry-after'))
    .find((wait) => wait !== null)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce, failed: tell } = loadContext.get(requestContext)
  let failed = false
  const root: RootData | undefined = routerContext.staticHandlerContext.loaderData.root
  const page = (
    <RenderedNonce value={nonce}>
      <ThemeCss value={themeCss(root?.colors)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ThemeCss>
    </RenderedNonce>
  )
  const body = await renderToReadableStream(page, {
    // Named for both: a plain string would be for scripts alone, and Mantine's responsive styles would be refused.
    nonce: { script: nonce, style: nonce },
    onError(error) {
      failed = true
      tell(error)
    },
  })
  // Pages are cached whole: wait for all of it.
  await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  const wait = waitOf(routerContext)
  if (wait) headers.set('retry-after', wait)
  const html = await new Response(body).text()
  return new Response(import.meta.env.PROD ? ordered(html, nonce, routerContext) : html, {
    headers,
    status: failed ? 500 : status,
  })
}
