import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { RootData } from './platform/brand'
import { requestContext } from './platform/request-context'
import { ThemeCss } from './platform/theme-css'
import { themeCss } from './platform/theme-css.server'

// The server sets it on each request's context, which must be this very object.
export { requestContext }

/**
 * React puts the scripts' preloads before the styles; but a page is read before it is used. They go to the head's end,
 * with a lower priority, so that styles, font and the first picture have the line for themselves.
 */
function scriptsLast(html: string): string {
  const preloads: string[] = []
  const rest = html.replaceAll(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link.replace('<link', '<link fetchpriority="low"'))
    return ''
  })
  return rest.replace('</head>', () => `${preloads.join('')}</head>`)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { nonce } = loadContext.get(requestContext)
  let failed = false
  const root: RootData | undefined = routerContext.staticHandlerContext.loaderData.root
  const page = (
    <ThemeCss value={themeCss(root?.colors)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ThemeCss>
  )
  const body = await renderToReadableStream(page, {
    // Named for both: a plain string would be for scripts alone, and Mantine's responsive styles would be refused.
    nonce: { script: nonce, style: nonce },
    onError() {
      failed = true
    },
  })
  // Pages are cached whole: wait for all of it.
  await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(await new Response(body).text()), { headers, status: failed ? 500 : status })
}
