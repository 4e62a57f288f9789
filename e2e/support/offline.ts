import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from '@playwright/test'

const PATIENCE_MS = 15_000
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
