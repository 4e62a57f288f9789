import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { contentSecurityPolicy, NONCE_MARK } from './headers.ts'
import type { App, BrandOfVisit } from './http.ts'
import { createPageCache, type Page } from './page-cache.ts'

const WEB = fileURLToPath(new URL('../../../web', import.meta.url))

/** What a page may know of its request while it is rendered; `web/app/platform/request-context.ts` reads it. */
export type PageRequest = {
  brand: number
  nonce: string
  /** The API in this process, without a network hop and without a token: pages rendered here are public. */
  fetch: (request: Request) => Promise<Response>
}

type WebBuild = ServerBuild & { entry: { module: { requestContext: RouterContext<PageRequest> } } }

async function viteServer(app: App): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: WEB,
    configFile: `${WEB}/vite.config.ts`,
    server: { middlewareMode: true, ws: false },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  return vite
}

async function builtPages(app: App): Promise<WebBuild> {
  await app.register(fastifyStatic, {
    root: `${WEB}/build/client`,
    wildcard: false,
    index: false,
    decorateReply: false,
    // Everything under /assets carries its content's hash in its name.
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/') || path.includes('/fonts/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return (await import(`${WEB}/build/server/index.js`)) as WebBuild
}

/** `visitor`: a throttle by address counts who asks for the page, not this process for everybody together. */
function apiFetch(app: App, visitor: string) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const answer = await app.inject({
      method: 'GET',
      url: pathname + search,
      headers: { accept: 'application/json' },
      remoteAddress: visitor,
    })
    const headers = new Headers({ 'content-type': 'application/json' })
    const retryAfter = answer.headers['retry-after']
    if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
  }
}

async function toPage(response: Response): Promise<Page> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) headers[name] = value
  return { status: response.status, headers, body: await response.text() }
}

function sendPage(
  reply: FastifyReply,
  page: Page,
  brand: { id: number; chosen: boolean },
  secure: boolean,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  reply.status(page.status).headers(page.headers)
  reply.header('content-security-policy', contentSecurityPolicy(nonce, secure))
  reply.header('cache-control', 'no-cache')
  if (brand.chosen) {
    const rest = `Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `marca=${brand.id}; ${rest}`)
  }
  return reply.send(page.body.replaceAll(NONCE_MARK, nonce))
}

/**
 * Hands every path that is not the API's to React Router. A page is the same for everyone of a brand (signed-in
 * screens fill themselves in the browser, where the token lives), so it is rendered once and kept; only the nonce
 * of its Content-Security-Policy is fresh each time.
 */
export async function installPages(
  app: App,
  options: { dev: boolean; secure: boolean; brandOf: BrandOfVisit },
): Promise<void> {
  const vite = options.dev ? await viteServer(app) : undefined
  const built = vite ? undefined : await builtPages(app)
  const load = async () => built ?? ((await vite?.ssrLoadModule('virtual:react-router/server-build')) as WebBuild)
  const handler = createRequestHandler(load, options.dev ? 'development' : 'production')
  const cache = createPageCache()

  async function render(request: FastifyRequest, brand: number): Promise<Page> {
    const build = await load()
    const context = new RouterContextProvider()
    context.set(build.entry.module.requestContext, { brand, nonce: NONCE_MARK, fetch: apiFetch(app, request.ip) })
    const url = new URL(request.url, 'http://campus.internal')
    return toPage(await handler(new Request(url, { headers: { accept: 'text/html' } }), context))
  }

  app.get('/*', async (request, reply) => {
    const brand = await options.brandOf(request)
    const page = options.dev
      ? await render(request, brand.id)
      : await cache.get(`${brand.id} ${request.url}`, () => render(request, brand.id))
    return sendPage(reply, page, brand, options.secure)
  })
}
