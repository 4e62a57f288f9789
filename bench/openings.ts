/**
 * `npm run bench:openings`: opens pages and leaves them, with the service worker active and something going wrong, and counts
 * the pages that stay dead: drawn, without scripts, and silent about it. The bar is none of 2,000. `-- --openings 200` is a short
 * run; `--trouble cortes` only one kind.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSession } from '../e2e/support/api.ts'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { deployable } from '../e2e/support/deploy.ts'
import { openBrowser, type Tab } from './devtools.ts'
import { openRelay, type Relay } from './relay.ts'
import { atMost, loadNow, printFigures, resultsFile, rounded, writeResults } from './results.ts'

const TROUBLES = ['calma', 'lento', 'cortes', 'procesador', 'version', 'trabajador'] as const
type Trouble = (typeof TROUBLES)[number]

const { values } = parseArgs({
  options: {
    openings: { type: 'string', default: '2000' },
    folder: { type: 'string' },
    trouble: { type: 'string', multiple: true, default: [...TROUBLES] },
  },
})
const BLOCK = 50
const TABS = 2
const BUSY_PROCESSES = 3
/** Longer than the page itself waits before it says that it did not load. */
const PATIENCE_MS = 60_000
const LEFT = 0.4
const SLOW = { bytesPerSecond: 60_000, latencyMs: 150 }
const CUT = { cutPercent: 2 }

const GUEST = [
  '/',
  '/cursos',
  '/login',
  '/registro',
  '/carrito',
  '/pago',
  '/preguntas-frecuentes',
  '/premios',
  '/libro-de-reclamaciones',
]
const STUDENT = [
  '/inicio',
  '/miscursos',
  '/calendario',
  '/foros',
  '/notificaciones',
  '/perfil',
  '/miscertificados',
  '/cursos',
]

/** What a person has before them; `dead` while the page is drawn, does not respond and says nothing. */
const STATE = `(() => {
  const page = document.documentElement
  if (!page) return 'empty'
  if (location.protocol === 'chrome-error:') return 'browser'
  if (!page.matches('[data-mantine-color-scheme]')) return document.querySelector('main') ? 'said' : 'empty'
  if (page.matches('[data-ready]')) return 'ready'
  const note = document.querySelector('#carga')
  return note?.checkVisibility({ visibilityProperty: true }) ? 'said' : 'dead'
})()`

const FIGURES = `(() => ({
  paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  files: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length,
  reloaded: performance.getEntriesByType('navigation')[0]?.type === 'reload',
}))()`

type Figures = { paint: number; files: number; reloaded: boolean }
type Tally = Record<'opened' | 'left' | 'ready' | 'said' | 'browser' | 'absent' | 'reloaded', number> & {
  dead: string[]
  paints: number[]
  files: number[]
}

const emptyTally = (): Tally => ({
  ...{ opened: 0, left: 0, ready: 0, said: 0, browser: 0, absent: 0, reloaded: 0 },
  ...{ dead: [], paints: [], files: [] },
})

async function settle(tab: Tab, path: string, tally: Tally): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  let state = await tab.evaluate(STATE)
  while (!['ready', 'said', 'browser'].includes(String(state)) && Date.now() < until) {
    await sleep(50)
    state = await tab.evaluate(STATE)
  }
  if (state === 'ready' || state === 'said' || state === 'browser') tally[state] += 1
  else {
    tally.dead.push(`${path} (${state})`)
    console.log(`dead: ${path} (${state})`)
  }
  if (state !== 'ready') return
  const figures = (await tab.evaluate(FIGURES)) as Figures | undefined
  if (!figures) return
  if (figures.paint > 0) tally.paints.push(figures.paint)
  tally.files.push(figures.files)
  if (figures.reloaded) tally.reloaded += 1
}

type Walk = { base: string; paths: string[]; times: number; stops: boolean }

async function walk(tab: Tab, { base, paths, times, stops }: Walk, tally: Tally): Promise<void> {
  for (let n = 0; n < times; n++) {
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '/'
    tally.opened += 1
    // Resolves when the document is there, or the browser's own error.
    const opening = tab.send('Page.navigate', { url: base + path })
    if (Math.random() < LEFT) {
      tally.left += 1
      await Promise.race([opening, sleep(PATIENCE_MS)])
      await sleep(Math.random() * 1500)
      continue
    }
    if ((await Promise.race([opening, sleep(PATIENCE_MS)])) === undefined) {
      tally.absent += 1
      continue
    }
    await Promise.all([settle(tab, path, tally), stops && stopWorker(tab)])
  }
}

/** As a phone short of memory does; not while a document is under way, which Chromium's tools then never finish. */
async function stopWorker(tab: Tab): Promise<void> {
  await sleep(Math.random() * 600)
  await Promise.race([tab.send('ServiceWorker.stopAllWorkers'), sleep(1000)])
}

const busyProcess = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })

const CONTROLLED = `navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))`

async function controlled(tab: Tab, url: string): Promise<void> {
  await tab.send('Page.navigate', { url })
  for (let n = 0; n < 100; n++) {
    if (await tab.evaluate(CONTROLLED)) return
    await sleep(100)
  }
  throw new Error('The service worker never controlled the page.')
}

async function signIn(tab: Tab, application: Application, base: string): Promise<void> {
  const { token, user } = await openSession(application.url, 'alumno@demo.pe')
  await tab.send('Page.navigate', { url: `${base}/api/salud/viva` })
  const stored = JSON.stringify({ token, usuario: JSON.stringify(user) })
  await tab.evaluate(`Object.assign(localStorage, ${stored})`)
}

/** @returns what ends it */
function begin(trouble: Trouble, deploy: () => void, relay: Relay): () => void {
  const busy: ChildProcess[] = []
  if (trouble === 'lento') relay.set(SLOW)
  if (trouble === 'cortes') relay.set(CUT)
  if (trouble === 'version') setTimeout(deploy, 5000)
  if (trouble === 'procesador') for (let n = 0; n < BUSY_PROCESSES; n++) busy.push(busyProcess())
  return () => {
    for (const one of busy) one.kill('SIGKILL')
  }
}

/** Every second block as a student, with a new browser, whose worker is active before the trouble begins. */
async function block(application: Application, trouble: Trouble, number: number, tally: Tally): Promise<void> {
  const site = await deployable(application.url)
  const relay = await openRelay(site.url)
  const browser = await openBrowser()
  try {
    const tab = await browser.openTab()
    const signedIn = number % 2 === 1
    if (signedIn) await signIn(tab, application, relay.url)
    await controlled(tab, relay.url + (signedIn ? '/inicio' : '/'))
    const end = begin(trouble, site.deploy, relay)
    const stops = trouble === 'trabajador'
    const tabs = await Promise.all(Array.from({ length: stops ? 1 : TABS }, () => browser.openTab()))
    if (stops) for (const one of tabs) await one.send('ServiceWorker.enable')
    const walked = { base: relay.url, paths: signedIn ? STUDENT : GUEST, times: BLOCK / tabs.length, stops }
    await Promise.all(tabs.map((one) => walk(one, walked, tally)))
    end()
  } finally {
    await browser.close()
    await relay.close()
    await site.close()
  }
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const application = await startApplication({ folder: values.folder })
const tallies = new Map<Trouble, Tally>()
try {
  const troubles = TROUBLES.filter((trouble) => values.trouble.includes(trouble))
  for (let n = 0; n * BLOCK < Number(values.openings); n++) {
    const trouble = troubles[n % troubles.length] ?? 'calma'
    const tally = tallies.get(trouble) ?? emptyTally()
    tallies.set(trouble, tally)
    await block(application, trouble, Math.floor(n / troubles.length), tally)
    console.log(`${(n + 1) * BLOCK} ${trouble}: ${tally.dead.length} dead of ${tally.opened}`)
  }
} finally {
  await application.stop()
}
const figures = [...tallies].map(([name, { dead, paints, files, ...counts }]) => ({
  name,
  ...counts,
  dead: dead.length,
  paint: rounded(median(paints), 0),
  files: median(files),
  bars: [atMost(dead.length, 0, ' dead')],
}))
printFigures(figures)
await writeResults(resultsFile('openings'), { load: loadNow(), figures })
process.exit(figures.some(({ dead }) => dead > 0) ? 1 : 0)
