/** The service worker: what was read stays readable without a connection (docs/operations.md). */
import {
  FILES_CACHE,
  isOfflineCall,
  SESSION_CACHES,
  type WorkerMessage,
  type WorkerNews,
} from '@campus/contract/offline'
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, type Strategy, type StrategyOptions } from 'workbox-strategies'
import { keyedBySession, storable, withClock } from './answers.ts'
import { offlinePage } from './offline-page.ts'
import { filesOf, isOpenedFile, isPage, pageKey } from './pages.ts'

declare const self: ServiceWorkerGlobalScope
/** Set by build-worker.ts. */
declare const WARM_FILES: { visita: string[]; alumno: string[] }
declare const BUILT_AT: number
declare const MANIFEST: string

const [DATA, PAGES, PICTURES] = SESSION_CACHES
const DAY_SECONDS = 24 * 60 * 60
const matchOptions = { ignoreVary: true }
const found = new CacheableResponsePlugin({ statuses: [200] })
const limited = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY_SECONDS, purgeOnQuotaError: true })

let emptied = 0

/** What was asked for before the copies were deleted is not kept after it. */
const ofThisSession: NonNullable<StrategyOptions['plugins']>[number] = {
  handlerWillStart: async ({ state }) => {
    if (state) state.emptied = emptied
  },
  cacheWillUpdate: async ({ state, response }) => (state?.emptied === emptied ? response : null),
}

/** Names with a hash: files of earlier versions stay, so that a tab left open finds its parts after a deploy. */
const copies = { cacheName: FILES_CACHE, matchOptions, plugins: [found, limited(500, 60)] }
const files = new CacheFirst(copies)

/** For browsers without static routes: a file that is no longer there counts as one that could not be fetched. */
const filesOnline = new NetworkFirst({
  ...copies,
  plugins: [
    ...copies.plugins,
    {
      fetchDidSucceed: async ({ response }) => {
        if (!response.ok) throw new Error(`${response.url} is not there`)
        return response
      },
    },
  ],
})

/** A line that breaks in the middle of a document counts as none: half a page has no scripts, and none of it is blank. */
async function wholePage({ response }: { response: Response }): Promise<Response> {
  if (response.status !== 200 || response.redirected) return response
  return new Response(await response.arrayBuffer(), response)
}

const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: 8,
  matchOptions,
  plugins: [
    found,
    ofThisSession,
    limited(80, 30),
    {
      cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url),
      fetchDidSucceed: wholePage,
      // The answer to a navigation must not be a redirected one.
      cacheWillUpdate: async ({ response }) => (response.redirected ? null : response),
    },
  ],
})

const answers = new NetworkFirst({
  cacheName: DATA,
  fetchOptions: { cache: 'no-store' },
  matchOptions,
  plugins: [
    found,
    ofThisSession,
    limited(150, 14),
    { cacheKeyWillBeUsed: keyedBySession, cacheWillUpdate: storable, cachedResponseWillBeUsed: withClock },
  ],
})

const pictures = new CacheFirst({
  cacheName: PICTURES,
  matchOptions,
  plugins: [found, ofThisSession, limited(120, 30)],
})

const isOwn = (url: URL) => url.origin === self.location.origin

registerRoute(({ url }) => isOwn(url) && url.pathname.startsWith('/assets/'), filesOnline)
registerRoute(({ url }) => isOwn(url) && url.pathname.startsWith('/api/storage/imagenes/'), pictures)
registerRoute(({ url, request }) => isOwn(url) && isOfflineCall(url.pathname) && request.mode !== 'navigate', answers)
registerRoute(({ url, request }) => isOwn(url) && isPage(url, request), pages)
// What is never kept, too, gets a face of ours without a connection.
registerRoute(
  ({ url, request }) => isOwn(url) && request.mode === 'navigate',
  ({ request }) => fetch(request),
)
setCatchHandler(async ({ request }) =>
  request.mode === 'navigate' ? offlinePage(isOpenedFile(new URL(request.url), request)) : Response.error(),
)

/** Until the copy is written; `handle` ends before. */
async function keep(strategy: Strategy, event: ExtendableEvent, request: Request): Promise<void> {
  const [answer, written] = strategy.handleAll({ request, event })
  await answer
  await written
}

/** Through the strategy, so that what is there is not fetched again. */
const keepFiles = (event: ExtendableEvent, urls: string[]) =>
  Promise.allSettled(urls.map((url) => keep(files, event, new Request(url))))

/** Stores a page reached without loading its document, once a day or after a deploy, with the files that it needs. */
async function keepPage(event: ExtendableEvent, path: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  const request = new Request(url)
  if (!isOwn(url) || !isPage(url, request, true)) return
  const cache = await caches.open(PAGES)
  const known = await cache.match(pageKey(url.href), matchOptions)
  const age = Date.parse(known?.headers.get('date') ?? '') || 0
  const fresh = age > Math.max(BUILT_AT, Date.now() - DAY_SECONDS * 1000)
  if (!fresh) await keep(pages, event, request)
  const stored = await cache.match(pageKey(url.href), matchOptions)
  if (stored) await keepFiles(event, filesOf(await stored.text()))
}

async function empty(): Promise<void> {
  emptied += 1
  for (const name of SESSION_CACHES) await caches.delete(name)
}

async function obey(event: ExtendableMessageEvent): Promise<void> {
  const message = event.data as WorkerMessage
  if (message.tipo === 'vaciar') return empty()
  if (message.tipo === 'calentar') {
    await keepFiles(event, message.alumno ? WARM_FILES.alumno : WARM_FILES.visita)
    return
  }
  if (message.tipo === 'archivos') {
    await keepFiles(event, message.archivos)
    return
  }
  await keepPage(event, message.ruta)
}

/** Open pages learn which version is there now (web/app/lib/new-version.tsx). */
async function rule(): Promise<void> {
  await self.clients.claim()
  for (const page of await self.clients.matchAll())
    page.postMessage({ tipo: 'version', manifiesto: MANIFEST } satisfies WorkerNews)
}

/** Not in TypeScript's library yet. */
type StaticRoutes = { addRoutes?: (routes: { condition: object; source: object }[]) => Promise<void> }

/**
 * Through a handler, any failure of the worker would be the file's, and a module that failed once stays so until the page is
 * reloaded: the browser itself takes files from their cache, or otherwise from the network.
 */
async function addRoutes(event: ExtendableEvent & StaticRoutes): Promise<void> {
  const files = { condition: { urlPattern: '/assets/*' }, source: { cacheName: FILES_CACHE } }
  await event.addRoutes?.([files]).catch(() => undefined)
}

// Safe with tabs of an earlier version open: nothing of theirs is deleted.
self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(addRoutes(event))
})
self.addEventListener('activate', (event) => event.waitUntil(rule()))
self.addEventListener('message', (event) => event.waitUntil(obey(event).catch(() => undefined)))
