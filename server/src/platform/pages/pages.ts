import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { RouteObject, RouterContext, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { fail } from '../http/failures.ts'
import { DOCUMENT_HEADERS } from '../http/headers.ts'
import type { App, BrandOfVisit } from '../http/http.ts'
import { currentOrigin } from '../http/request-context.ts'
import { encodingFor, type Page, RENDER_NONCE, toPage } from './page.ts'
import { pageAddress } from './page-address.ts'
import { createPageCache } from './page-cache.ts'

const WEB = fileURLToPath(new URL('../../../../web', import.meta.url))

/** What a page may know of its request while it is rendered; `web/app/platform/request-context.ts` reads it. */
export type PageRequest = {
  brand: number
  nonce: string
  /** The API in this process, without a network hop and without a token: pages rendered here are public. */
  fetch: (request: Request) => Promise<Response>
  failed: (error: unknown) => void
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
    // web/precompress.ts made them.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    // Everything under /assets carries its content's hash in its name.
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/') || path.includes('/fonts/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return (await import(`${WEB}/build/server/index.js`)) as WebBuild
}

/** React decides when it is loaded which of its two builds it is: the one for developing is slow, and its second copy heavy. */
async function asInProduction<T>(load: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await load()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
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

type Brand = Awaited<ReturnType<BrandOfVisit>>

function rememberBrand(reply: FastifyReply, brand: Brand, secure: boolean): void {
  if (!brand.chosen) return
  const rest = `Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`
  reply.header('set-cookie', `marca=${brand.id}; ${rest}`)
}

const isKept = (request: FastifyRequest, etag: string) =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const { 'content-security-policy': policy, ...headers } = page.headers
  reply.headers(headers).headers({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (isKept(request, page.etag)) return reply.status(304).send()
  }
  reply.status(page.status).headers(DOCUMENT_HEADERS).header('content-security-policy', policy)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? await page.compressed(encoding) : page.bytes)
}

/** How pages are served; `cached` false renders each anew. */
type Serving = {
  cached: boolean
  brandOf: BrandOfVisit
  secure: boolean
  /** Whether a route exists for an address. */
  isKnown: (address: string) => boolean
  render: (address: string, brand: number, visitor: string) => Promise<Page>
}

/** No route has this path: every unknown address is rendered as this one, once per brand. */
const UNKNOWN = '/no-encontrado'
/** One page is rendered at a time, so that requests of the API come in between; beyond this many waiting, a page is refused. */
const MAX_WAITING = 50
/** After each the processor is left to the API for as long as it took, but for no longer than this. */
const MAX_PAUSE_MS = 50

/** The address under which a page is rendered and cached. */
function addressOf(url: string, isKnown: Serving['isKnown']): { address: string; kept: boolean } {
  const found = pageAddress(url)
  const [path = ''] = found.address.split('?')
  const data = path.endsWith('.data')
  // React Router asks for the data of `/a` at `/a.data`, and of `/` and `/a/` at `/_.data` and `/a/_.data`.
  const page = data ? path.replace(/(?:\/_)?\.data$/, '') || '/' : path
  if (isKnown(page)) return found
  return { address: data ? `${UNKNOWN}.data` : UNKNOWN, kept: true }
}

/** Serves every path that no other route has; returns how to forget what is cached. */
export function servePages(app: App, { cached, secure, brandOf, isKnown, render }: Serving): { clear: () => void } {
  const cache = createPageCache()
  const inTurn = pLimit(1)
  const paced = (work: () => Promise<Page>) =>
    new Promise<Page>((resolve, reject) => {
      void inTurn(async () => {
        const began = performance.now()
        await work().then(resolve, reject)
        await sleep(Math.min(performance.now() - began, MAX_PAUSE_MS))
      })
    })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Programs ask there: a call that does not exist is no page.
      if (request.url.startsWith('/api/')) throw fail('NO_ENCONTRADO')
      const brand = await brandOf(request)
      rememberBrand(reply, brand, secure)
      const { address, kept } = addressOf(request.url, isKnown)
      const rendered = () => {
        if (inTurn.pendingCount >= MAX_WAITING) throw fail('NO_DISPONIBLE', { retryAfter: 5 })
        return paced(() => render(address, brand.id, request.ip))
      }
      const page = kept && cached ? await cache.get(`${brand.id} ${address}`, async () => rendered()) : await rendered()
      return sendPage(request, reply, page)
    },
  })
  return cache
}

/** The routes of the build as React Router's matcher takes them. */
function routeTree(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parent)
    .map((route) =>
      route?.index ? { index: true, path: route.path } : { path: route?.path, children: routeTree(routes, route?.id) },
    )
}

/**
 * Hands every path that is not the API's to React Router. A page is the same for everyone of a brand (signed-in screens fill
 * themselves in the browser, where the token lives), so it is cached whole until content changes or it is 30 s old.
 */
export async function installPages(
  app: App,
  { dev, secure, brandOf }: { dev: boolean; secure: boolean; brandOf: BrandOfVisit },
): Promise<{ clear: () => void }> {
  const vite = dev ? await viteServer(app) : undefined
  const [{ createRequestHandler, matchRoutes, RouterContextProvider }, built] = vite
    ? [await import('react-router')]
    : await asInProduction(async () => [await import('react-router'), await builtPages(app)] as const)
  const load = async () => built ?? ((await vite?.ssrLoadModule('virtual:react-router/server-build')) as WebBuild)
  const handler = createRequestHandler(load, dev ? 'development' : 'production')
  const routes = built && routeTree(built.routes)
  const isKnown = (path: string) => {
    const matches = routes && matchRoutes(routes, path)
    return !routes || (!!matches && matches.at(-1)?.route.path !== '*')
  }

  async function render(address: string, brand: number, visitor: string): Promise<Page> {
    const build = await load()
    const context = new RouterContextProvider()
    const url = new URL(`http://campus.internal${address}`)
    context.set(build.entry.module.requestContext, {
      brand,
      nonce: RENDER_NONCE,
      fetch: apiFetch(app, visitor),
      // A page is rendered for many; this line is found by who asked first.
      failed: (err) => app.log.error({ err, reqId: currentOrigin()?.id, page: url.pathname }, 'page failed'),
    })
    return toPage(await handler(new Request(url, { headers: { accept: 'text/html' } }), context), secure)
  }
  return servePages(app, { cached: !dev, secure, brandOf, isKnown, render })
}
