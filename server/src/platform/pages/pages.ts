import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RouteObject, RouterContext, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { fail } from '../failures.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { DOCUMENT_HEADERS } from '../http/headers.ts'
import type { App, EnterBrand } from '../http/http.ts'
import { currentOrigin } from '../http/requests.ts'
import type { ReadPresent } from '../state-cache.ts'
import { createPageCache, encodingFor, type Page, RENDER_NONCE, toPage } from './page.ts'
import { pageAddress, withoutSlashes } from './page-address.ts'

const WEB = fileURLToPath(new URL('../../../../web', import.meta.url))

/** What a page may know of its request; read by `web/app/lib/request-context.ts`. */
export type PageRequest = {
  brand: number
  nonce: string
  /** The API in this process, without a token, because rendered pages are public. */
  fetch: (request: Request) => Promise<Response>
  failed: (error: unknown) => void
  /** The text of a built style sheet, by its address; none while developing. */
  styles: ReadonlyMap<string, string>
  /** The files of each island (`web/app/ui/island.tsx`) by its name; by '' those that wake them. None while developing. */
  islands: Islands
}

type Islands = ReadonlyMap<string, { scripts: string[]; styles: string[] }>

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

/** Served under pressure: without its scripts a page would load again, which costs more. */
const ASSET = { pressureHandler: () => undefined, quiet: true }

async function builtPages(app: App): Promise<WebBuild> {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...ASSET }
    })
    await files.register(fastifyStatic, {
      root: `${WEB}/build/client`,
      wildcard: false,
      index: false,
      decorateReply: false,
      // Made by web/precompress.ts.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      // Names under /assets contain a hash of the content.
      setHeaders: (reply, path) => {
        const lasting = path.includes('/assets/') || path.includes('/fonts/')
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  })
  return (await import(`${WEB}/build/server/index.js`)) as WebBuild
}

async function builtStyles(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(`${WEB}/build/client/assets`)).filter((name) => name.endsWith('.css'))
  const read = async (name: string) =>
    [`/assets/${name}`, await readFile(`${WEB}/build/client/assets/${name}`, 'utf8')] as const
  return new Map(await Promise.all(names.map(read)))
}

type Built = Record<string, { file: string; imports?: string[]; css?: string[] }>
const ISLAND = /^app\/(?:(.+)\.island|islands)\.tsx$/

async function builtIslands(): Promise<Islands> {
  const built = JSON.parse(await readFile(`${WEB}/build/client/.vite/manifest.json`, 'utf8')) as Built
  const add = (files: Set<string>, key: string): Set<string> => {
    const { file, imports = [], css = [] } = built[key] ?? {}
    if (!file || files.has(`/${file}`)) return files
    files.add(`/${file}`)
    for (const sheet of css) files.add(`/${sheet}`)
    return imports.reduce(add, files)
  }
  return new Map(
    Object.keys(built).flatMap((key) => {
      const [known, name = ''] = ISLAND.exec(key) ?? []
      const files = [...add(new Set(), key)]
      const ending = (end: string) => files.filter((file) => file.endsWith(end))
      return known ? [[name, { scripts: ending('.js'), styles: ending('.css') }]] : []
    }),
  )
}

/** Revalidated at each visit, so that a new worker, or its removal, arrives with the next page. */
async function serveWorker(app: App, enabled: boolean): Promise<void> {
  const script = await readFile(`${WEB}/${enabled ? 'build/worker/sw.js' : 'worker/none.js'}`, 'utf8')
  app.get('/sw.js', { schema: { hide: true }, config: ASSET }, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
      .send(script),
  )
}

/** React chooses its development or production build when it is loaded. */
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

/** Throttles count the visitor's address, not this process's. */
function apiFetch(app: App, guest: string) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const asked = { url: pathname + search, headers: { accept: 'application/json' }, remoteAddress: guest }
    const { statusCode: status, rawPayload, headers } = await app.inject(asked)
    const retryAfter = headers['retry-after']
    return new Response(new Uint8Array(rawPayload), {
      status,
      headers: { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': String(retryAfter) }) },
    })
  }
}

/** What may not be cached a browser asks for again, also on the way back. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  mayBeCached: boolean,
): Promise<FastifyReply> {
  const { 'content-security-policy': policy, ...headers } = page.headers
  const caching = mayBeCached ? 'private, no-cache' : 'private, no-store'
  reply.headers(headers).headers({ 'cache-control': caching, vary: 'accept-encoding, cookie' })
  if (page.status === 200) {
    reply.header('etag', page.etag)
    const known = (request.headers['if-none-match'] ?? '').split(',')
    if (known.some((etag) => etag.trim() === page.etag)) return reply.status(304).send()
  }
  reply.status(page.status).headers(DOCUMENT_HEADERS).header('content-security-policy', policy)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? await page.compressed(encoding) : page.bytes)
}

/** What ends a cached page of a route and address; null where it is not cached. */
type EndsOf = (route: string, address: string) => readonly string[] | null

type Serving = {
  cached: boolean
  enter: EnterBrand
  present: ReadPresent
  endsOf: EndsOf
  /** Null for an address that no route has. */
  routeOf: (address: string) => string | null
  render: (address: string, brand: number, guest: string) => Promise<Page>
}

/** Null without a trailing slash, or for `//host`, which would redirect to another site. */
function withoutLastSlash(url: string, routeOf: Serving['routeOf']): string | null {
  const [path = '', ...query] = url.split('?')
  if (!path.endsWith('/') || !/^\/[^/\\]/.test(path)) return null
  const straight = withoutSlashes(path)
  return routeOf(straight) ? [straight, ...query].join('?') : null
}

/** All unknown addresses share one rendering per brand. */
const UNKNOWN = '/no-encontrado'
/** One page at a time, followed by a pause as long as it took, so that the API is not held up. */
const MAX_PAUSE_MS = 50

type Asked = { address: string; route: string; isShort: boolean }

function askedFor(url: string, routeOf: Serving['routeOf']): Asked {
  const found = pageAddress(url)
  const [path = ''] = found.address.split('?')
  const data = path.endsWith('.data')
  // React Router requests the data of `/a` at `/a.data`, and of `/` and `/a/` at `/_.data` and `/a/_.data`.
  const route = routeOf(data ? path.replace(/(?:\/_)?\.data$/, '') || '/' : path)
  if (route) return { ...found, route }
  return { address: data ? `${UNKNOWN}.data` : UNKNOWN, route: '/*', isShort: true }
}

export function servePages(app: App, { cached, enter, present, endsOf, routeOf, render }: Serving): void {
  const pages = createPageCache()
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 50 })
  const paced = (ip: string, work: () => Promise<Page>) =>
    new Promise<Page>((resolve, reject) => {
      const inTurn = async () => {
        const began = performance.now()
        await work().then(resolve, reject)
        await sleep(Math.min(performance.now() - began, MAX_PAUSE_MS))
      }
      queue.run(inTurn, { ip }).catch(reject)
    })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      if (request.url.startsWith('/api/')) throw fail('NO_ENCONTRADO')
      const straight = withoutLastSlash(request.url, routeOf)
      if (straight) return reply.redirect(straight, 301)
      const stateOf = await present()
      const brand = await enter(request, reply, stateOf)
      if (brand === undefined) return reply
      const { address, route, isShort } = askedFor(request.url, routeOf)
      const ends = endsOf(route, address)
      const rendered = () => paced(request.ip, () => render(address, brand, request.ip))
      const page =
        ends && isShort && cached ? await pages(`${brand} ${address}`, stateOf(ends), rendered) : await rendered()
      return sendPage(request, reply, page, ends !== null)
    },
  })
}

function routeTree(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parent)
    .map((route) =>
      route?.index ? { index: true, path: route.path } : { path: route?.path, children: routeTree(routes, route?.id) },
    )
}

type Installed = Pick<Serving, 'enter' | 'present' | 'endsOf'> & { dev: boolean; secure: boolean; worker: boolean }

/** A page is the same for everyone of a brand, so it is cached whole. */
export async function installPages(app: App, { dev, secure, worker, ...serving }: Installed): Promise<void> {
  const vite = dev ? await viteServer(app) : undefined
  await serveWorker(app, worker && !dev)
  const [{ createRequestHandler, matchRoutes, RouterContextProvider }, built] = vite
    ? [await import('react-router')]
    : await asInProduction(async () => [await import('react-router'), await builtPages(app)] as const)
  const load = async () => built ?? ((await vite?.ssrLoadModule('virtual:react-router/server-build')) as WebBuild)
  const handler = createRequestHandler(load, dev ? 'development' : 'production')
  const [styles, islands] = built ? await Promise.all([builtStyles(), builtIslands()]) : [new Map(), new Map()]
  const routes = built && routeTree(built.routes)
  // Matching compiles the pattern of every route anew.
  const known = new LRUCache<string, { route: string | null }>({
    maxSize: 500_000,
    sizeCalculation: (_, path) => path.length,
    memoMethod(path) {
      const matched = matchRoutes(routes ?? [], path) ?? []
      const last = matched.at(-1)?.route.path
      // The root's path is empty.
      const parts = matched.flatMap(({ route }) => route.path || [])
      return { route: last === '*' || matched.length === 0 ? null : `/${parts.join('/')}` }
    },
  })
  const routeOf = (path: string) => (routes ? known.memo(path).route : path)

  async function render(address: string, brand: number, guest: string): Promise<Page> {
    const build = await load()
    const context = new RouterContextProvider()
    const url = new URL(`http://campus.internal${address}`)
    context.set(build.entry.module.requestContext, {
      brand,
      nonce: RENDER_NONCE,
      fetch: apiFetch(app, guest),
      failed: (err) => app.log.error({ err, reqId: currentOrigin()?.id, page: url.pathname }, 'page failed'),
      styles,
      islands,
    })
    return toPage(await handler(new Request(url, { headers: { accept: 'text/html' } }), context), secure)
  }
  servePages(app, { ...serving, cached: !dev, routeOf, render })
}
