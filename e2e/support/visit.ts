import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { openSession, type StoredSession } from './api.ts'
import type { Face, Ids, Screen, Viewer } from './screen.ts'
import { liveThrough } from './story.ts'

export type Campus = { url: string; ids: Ids; sessions: Record<Viewer, StoredSession> }

const OWN_TRAFFIC = /^\/api\/|\.(js|data)$/
const LATE_MS = 600

/** With `E2E_LATE=1` half of the scripts and responses are delayed at random, which reveals hidden assumptions. */
async function comeLate(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => OWN_TRAFFIC.test(url.pathname),
    async (route) => {
      if (Math.random() < 0.5) await sleep(Math.random() * LATE_MS)
      // The page may be closed by then.
      await route.fallback().catch(() => undefined)
    },
  )
}

/** Answers requests to other hosts, so that tests need no network. */
export async function keepInside(context: BrowserContext, base: string): Promise<void> {
  if (process.env.E2E_LATE) await comeLate(context)
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== new URL(base).origin,
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Fuera</title>' }),
  )
}

/** Delays, breaks or disconnects the API for the next requests. */
async function wear(page: Page, face: Face): Promise<void> {
  if (face === 'lleno' || face === 'vacio') return
  await page.route('**/api/**', async (route) => {
    // Pictures come from the API too, and the page would not load without them.
    if (route.request().resourceType() === 'image') return route.fallback()
    if (face === 'cargando') return
    if (face === 'sin-conexion') return route.abort('internetdisconnected')
    const message = 'Ocurrió un error inesperado.'
    await route.fulfill({ status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } })
  })
}

/** One demo student has a history (story.ts), one has just enrolled, one has nothing. */
export async function openCampus(url: string): Promise<Campus> {
  const veteran = await openSession(url, 'alumno@demo.pe')
  const sessions = {
    'alumno@demo.pe': veteran,
    'alumna@demo.pe': await openSession(url, 'alumna@demo.pe'),
    'nueva@demo.pe': await openSession(url, 'nueva@demo.pe'),
    'admin@demo.pe': await openSession(url, 'admin@demo.pe'),
    'plataforma@demo.pe': await openSession(url, 'plataforma@demo.pe'),
  }
  return { url, sessions, ids: await liveThrough(url, veteran) }
}

/** Stores a session where the application reads it. */
export async function keepSession(page: Page, base: string, session: StoredSession): Promise<void> {
  await page.goto(`${base}/api/salud/viva`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('usuario', JSON.stringify(user))
  }, session)
}

/** Runs in the page before its own scripts. */
const KEEP = (kept: Record<string, string>) => {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
}

/** Opens a screen in one of its states. */
export async function visit(page: Page, { url, ids, sessions }: Campus, screen: Screen, face: Face): Promise<void> {
  const viewer = face === 'vacio' ? 'nueva@demo.pe' : screen.viewer
  const session = viewer && sessions[viewer]
  if (session) await keepSession(page, url, session)
  if (screen.keeps) await page.addInitScript(KEEP, screen.keeps(ids))
  await wear(page, face)
  // As if another tab held the live stream, which never ends and would keep the network busy.
  await page.addInitScript('navigator.locks.request = () => new Promise(() => {})')
  await page.goto(url + screen.path(ids))
  await settle(page, face)
  if (!screen.act || face !== 'lleno') return
  await screen.act(page)
  await page.waitForTimeout(ACTED_MS)
}

/** Scrolls down and back, so that lazy pictures and comments load. */
const WALK = `(async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise((done) => setTimeout(done, 30))
  }
  scrollTo({ top: 0, behavior: 'instant' })
})()`

/** Loads the remaining lazy pictures, because their `decode()` would never resolve. */
const ALL_PICTURES = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => undefined)
})).then(() => 0)`

/** Motion is reduced, so only what an act loads takes time. */
const ACTED_MS = 500
const SETTLE_MS = 15_000

/** Waits until a screen shows its final content in this state. */
async function settle(page: Page, face: Face): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  if (face === 'cargando') {
    // The skeleton appears after 150 ms, and nothing follows it.
    await page.waitForTimeout(400)
    return
  }
  if (face === 'sin-conexion') await page.context().setOffline(true)
  // Before the session is known, a screen behind the guard renders nothing.
  await page.locator('h1, [role="alert"], [aria-busy="true"]').first().waitFor({ state: 'attached' })
  const busy = page.locator('main [aria-busy="true"]')
  const until = Date.now() + SETTLE_MS
  do await page.evaluate(WALK)
  while ((await busy.count()) > 0 && Date.now() < until)
  await busy.first().waitFor({ state: 'detached' })
  await page.evaluate(ALL_PICTURES)
}
