import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContext, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { remembered } from '../db/remembered.ts'
import { fail } from '../http/failures.ts'
import { contentSecurityPolicy, DOCUMENT_HEADERS, NONCE_MARK } from '../http/headers.ts'
import type { App, BrandOfVisit } from '../http/http.ts'
import { currentOrigin } from '../http/request-context.ts'
import { pageAddress } from './page-address.ts'
import { createPageBody, encodingFor } from './page-body.ts'
import { createPageCache, type Page } from './page-cache.ts'
import { giveBack } from './rooms.ts'

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

/** A response of the pages' program, ready to be sent again and again. */
export async function toPage(response: Response, secure: boolean): Promise<Page> {
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) headers[name] = value
  // The policy is part of what a browser keeps: another policy is another page.
  const body = createPageBody(await response.text(), contentSecurityPolicy('', secure))
  return { status: response.status, headers, body }
}

const NONCE_BYTES = 16

/** Nonces of 128 bits. Random bytes are drawn for many at once, and each is used once: asking the system costs as much as sending. */
function createNonces(many = 256): () => string {
  let drawn = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(NONCE_BYTES * many)
      at = 0
    }
    const nonce = drawn.toString('base64url', at, at + NONCE_BYTES)
    at += NONCE_BYTES
    return nonce
  }
}

const nextNonce = createNonces()
const encodingOf = remembered(encodingFor)
const addressOf = remembered(pageAddress)

type Brand = Awaited<ReturnType<BrandOfVisit>>

function rememberBrand(reply: FastifyReply, brand: Brand, secure: boolean): void {
  if (!brand.chosen) return
  const rest = `Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`
  reply.header('set-cookie', `marca=${brand.id}; ${rest}`)
}

const isKept = (request: FastifyRequest, etag: string) =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)

/**
 * Sends a page with a nonce of its own. A browser that still has the page keeps using it with the nonce and the policy
 * that it came with, so the 304 names neither; only browsers may keep it (`private`), or all of a proxy's visitors
 * would share one nonce.
 * @param policy the page's policy, cut where the nonce stands
 */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Page,
  policy: readonly string[],
): Promise<FastifyReply> {
  reply.headers(headers).headers({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
  if (status === 200) {
    reply.header('etag', body.etag)
    if (isKept(request, body.etag)) return reply.status(304).send()
  }
  const nonce = nextNonce()
  reply.status(status).headers(DOCUMENT_HEADERS).header('content-security-policy', policy.join(nonce))
  const encoding = encodingOf(request.headers['accept-encoding'] ?? '')
  const compressed = encoding && (await body.compressed(encoding, nonce))
  if (compressed) reply.header('content-encoding', encoding)
  const bytes = compressed || body.plain(nonce)
  // Not `finish`: only what is closed, well or ill, reads them no more.
  reply.raw.once('close', () => giveBack(bytes))
  return reply.send(bytes)
}

/** How pages are served: who renders an address for a brand, asked for by whom; `keep` false renders each anew. */
type Serving = {
  keep: boolean
  secure: boolean
  brandOf: BrandOfVisit
  render: (address: string, brand: number, visitor: string) => Promise<Page>
}

/** Serves every path that no other route has; answers how to forget what is kept. */
export function servePages(app: App, { keep, secure, brandOf, render }: Serving): { clear: () => void } {
  const cache = createPageCache()
  const policy = contentSecurityPolicy(NONCE_MARK, secure).split(NONCE_MARK)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Programs ask there: a call that does not exist is no page.
      if (request.url.startsWith('/api/')) throw fail('NO_ENCONTRADO')
      const brand = await brandOf(request)
      rememberBrand(reply, brand, secure)
      const { address, kept } = addressOf(request.url)
      const rendered = () => render(address, brand.id, request.ip)
      const page = kept && keep ? await cache.get(`${brand.id} ${address}`, rendered) : await rendered()
      return sendPage(request, reply, page, policy)
    },
  })
  return cache
}

/**
 * Hands every path that is not the API's to React Router. A page is the same for everyone of a brand (signed-in
 * screens fill themselves in the browser, where the token lives), so it is rendered once and kept until content
 * changes or it is 30 s old; only the nonce of its Content-Security-Policy is fresh each time. Answers how to forget
 * what is kept.
 */
export async function installPages(
  app: App,
  { dev, secure, brandOf }: { dev: boolean; secure: boolean; brandOf: BrandOfVisit },
): Promise<{ clear: () => void }> {
  const vite = dev ? await viteServer(app) : undefined
  const [{ createRequestHandler, RouterContextProvider }, built] = vite
    ? [await import('react-router')]
    : await asInProduction(async () => [await import('react-router'), await builtPages(app)] as const)
  const load = async () => built ?? ((await vite?.ssrLoadModule('virtual:react-router/server-build')) as WebBuild)
  const handler = createRequestHandler(load, dev ? 'development' : 'production')

  async function render(address: string, brand: number, visitor: string): Promise<Page> {
    const build = await load()
    const context = new RouterContextProvider()
    const url = new URL(`http://campus.internal${address}`)
    context.set(build.entry.module.requestContext, {
      brand,
      nonce: NONCE_MARK,
      fetch: apiFetch(app, visitor),
      // A page is rendered for many; this line is found by who asked first.
      failed: (err) => app.log.error({ err, reqId: currentOrigin()?.id, page: url.pathname }, 'page failed'),
    })
    return toPage(await handler(new Request(url, { headers: { accept: 'text/html' } }), context), secure)
  }
  return servePages(app, { keep: !dev, secure, brandOf, render })
}
