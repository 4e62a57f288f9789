import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'

const PATIENCE_MS = 30_000

/**
 * Whether React has hydrated the document (web/app/root.tsx). A guest's public page wakes with the first press in one of its islands
 * (web/app/islands.tsx), here that of a key; one without any, or a page not of our layout, has nothing to wait for.
 */
const READY = `(() => {
  const page = document.documentElement
  if (!page.matches('[data-mantine-color-scheme]') || 'ready' in page.dataset) return true
  if (!document.querySelector('#scripts') || 'session' in page.dataset) return false
  const control = document.querySelector('[data-island] :is(button, input)')
  control?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Shift' }))
  return !control && !document.querySelector('[data-wake=""]')
})()`

const asDrawn = new WeakSet<Page>()

/** The test blocks the page's scripts and looks at the server's HTML. */
export function leaveAsDrawn(page: Page): void {
  asDrawn.add(page)
}

/** Polled from outside, because the page's policy forbids `eval` inside. */
async function stand(page: Page): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!page.isClosed() && !asDrawn.has(page)) {
    if (await page.evaluate(READY).catch(() => false)) return
    if (Date.now() > until)
      throw new Error(`The scripts of ${page.url()} did not take it over in ${PATIENCE_MS / 1000} s (leaveAsDrawn).`)
    await sleep(20)
  }
}

function wait(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...args) => {
    const response = await goto.apply(page, args)
    await stand(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload.apply(page, args)
    await stand(page)
    return response
  }
}

/** What a test answers in the server's place, it answers to the service worker, too: a page's own routes do not see it. */
function routeTheWorker(page: Page): void {
  const context = page.context()
  page.route = context.route.bind(context)
  page.unroute = context.unroute.bind(context)
}

/** A press before hydration is lost, so the tests of this context wait for it. */
export function pressWhenReady(context: BrowserContext): void {
  context.on('page', wait)
  if (process.env.E2E_WORKER) context.on('page', routeTheWorker)
}
