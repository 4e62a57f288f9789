import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

const PATIENCE_MS = 30_000
const QUIET_MS = 300

/** Open as long as the page. */
const STREAM = /\/api\/notificaciones\/eventos$/

const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** Playwright's `networkidle` never comes on a page with an open stream of events. */
export function countRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', (request) => STREAM.test(request.url()) || requests.add(request))
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
}

/** Cuts the network once the page has loaded its late parts; one cut off in the middle fails with an error of its own. */
export async function goOffline(page: Page): Promise<void> {
  const requests = underWay.get(page.context())
  const until = Date.now() + PATIENCE_MS
  let quietSince = Date.now()
  while (Date.now() - quietSince < QUIET_MS) {
    if (requests?.size) quietSince = Date.now()
    if (Date.now() > until)
      throw new Error(`Still loading: ${[...(requests ?? [])].map((one) => one.url()).join(', ')}`)
    await sleep(50)
  }
  await page.context().setOffline(true)
}

/** Whether an address with this part is in a cache of the browser. */
export const held = (page: Page, cache: string, part: string) =>
  expect.poll(
    () =>
      page.evaluate(
        `caches.has('${cache}').then(async (there) => there &&
          (await (await caches.open('${cache}')).keys()).some(({ url }) => url.includes('${part}')))`,
      ),
    { message: `${part} in ${cache}`, timeout: 30_000 },
  )

/** The worker rules the page. */
export async function guarded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 20_000 }).toBe(true)
}

/** The worker has prefetched all that the page sent it (web/app/lib/worker.ts). */
export async function warmed(page: Page): Promise<void> {
  await guarded(page)
  const missing = `fetch('/sw.js').then(async (script) => {
    const files = (await script.text()).match(/\\/assets\\/[\\w.-]+/g)
    const held = await Promise.all(files.map((file) => caches.match(file, { cacheName: 'campus-archivos' })))
    return files.filter((_, at) => !held[at])
  })`
  await expect.poll(() => page.evaluate(missing), { message: 'files not loaded ahead', timeout: 45_000 }).toEqual([])
}
