/**
 * `npm run bench:pages`: Lighthouse with its mobile settings against the built application with the demo academy.
 *
 *   npm run bench:pages -- portada curso         only pages whose name contains one of the words
 *   npm run bench:pages -- --runs 5 --url http://localhost:3000
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startApplication } from '../e2e/support/application.ts'
import { openProfile, type Profile } from '../e2e/support/profile.ts'
import type { Ids } from '../e2e/support/screen.ts'
import { type Campus, keepSession, openCampus } from '../e2e/support/visit.ts'
import { freePort } from '../server/test/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TOOLS = join(ROOT, 'bench/pages')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, runs: { type: 'string', default: '3' } },
})

type Page = { name: string; path: (ids: Ids) => string; signed?: true }

const lesson = ({ curso, modulo, leccion }: Ids) => `/miscursos/${curso}/modulos/${modulo}/leccion/${leccion}`
const PAGES: Page[] = [
  { name: 'portada', path: () => '/' },
  { name: 'catálogo', path: () => '/cursos' },
  { name: 'curso', path: ({ curso }) => `/detallecurso/${curso}` },
  { name: 'términos', path: () => '/terminos' },
  { name: 'preguntas', path: () => '/preguntas-frecuentes' },
  { name: 'carrito', path: () => '/carrito' },
  { name: 'premios', path: () => '/premios' },
  { name: 'reclamaciones', path: () => '/libro-de-reclamaciones' },
  { name: 'verificación', path: ({ codigo }) => `/certificado/${codigo}` },
  { name: 'login', path: () => '/login' },
  { name: 'registro', path: () => '/registro' },
  { name: 'inicio, con sesión', path: () => '/inicio', signed: true },
  { name: 'módulos, con sesión', path: ({ curso }) => `/miscursos/${curso}/modulos`, signed: true },
  { name: 'lección, con sesión', path: lesson, signed: true },
  { name: 'examen, con sesión', path: ({ examen, modulo }) => `/examen/${examen}/${modulo}/modulo`, signed: true },
  { name: 'foro, con sesión', path: ({ foro }) => `/foro/${foro}`, signed: true },
]

type Audit = {
  id: string
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  details?: { items?: Record<string, unknown>[] }
}
type Result = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Figures = Record<(typeof CATEGORIES)[number], number> & {
  fcp: number
  lcp: number
  tbt: number
  cls: number
  kilobytes: number
  requests: number
}

async function loadLighthouse(): Promise<Lighthouse> {
  const main = join(TOOLS, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(main)) {
    console.log('Instalando Lighthouse en bench/pages...')
    execFileSync('npm', ['install', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: TOOLS,
      stdio: 'inherit',
    })
  }
  return ((await import(pathToFileURL(main).href)) as { default: Lighthouse }).default
}

/** A second tab holds the live notifications: their stream never ends, and Lighthouse would wait for it. */
async function signIn({ context }: Profile, { url, sessions }: Campus): Promise<void> {
  const page = await context.newPage()
  await keepSession(page, url, sessions['alumno@demo.pe'])
  await page.goto(`${url}/inicio`)
  await page.locator('h1').first().waitFor()
}

function figuresOf({ categories, audits }: Result): Figures {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const [performance, accessibility, best, seo] = CATEGORIES.map((name) =>
    Math.round((categories[name]?.score ?? 0) * 100),
  )
  const requests = audits['network-requests']?.details?.items ?? []
  return {
    performance: performance ?? 0,
    accessibility: accessibility ?? 0,
    'best-practices': best ?? 0,
    seo: seo ?? 0,
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    kilobytes: Math.round(value('total-byte-weight') / 1000),
    requests: requests.filter(({ url }) => !String(url).startsWith('data:')).length,
  }
}

/** Audits that lower a category below 100 or cost speed. */
function complaintsOf({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .map(({ id, weight }) => ({ audit: audits[id], weight }))
      .filter(({ audit, weight }) => audit && audit.score !== null && audit.score < (weight > 0 ? 0.9 : 0.5))
      .map(({ audit }) => `${audit?.id}: ${audit?.title} ${audit?.displayValue ?? ''}`.trim()),
  )
}

const middle = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function medianOf(runs: Figures[]): Figures {
  const [first] = runs
  if (!first) throw new Error('no runs')
  const keys = Object.keys(first) as (keyof Figures)[]
  return Object.fromEntries(keys.map((key) => [key, middle(runs.map((run) => run[key]))])) as Figures
}

type Measured = { name: string; path: string; median: Figures; load: number; runs: Figures[]; complaints: string[] }

async function measure(lighthouse: Lighthouse, port: number, campus: Campus, page: Page): Promise<Measured> {
  const path = page.path(campus.ids)
  const runs: Figures[] = []
  const complaints = new Set<string>()
  // Warms the page cache, because only the first visit of all pays for it.
  await fetch(campus.url + path)
  for (let run = 0; run < Number(values.runs); run++) {
    const done = await lighthouse(campus.url + path, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
    if (!done) throw new Error(`Lighthouse gave nothing for ${path}`)
    if (done.lhr.runtimeError) throw new Error(`${path}: ${done.lhr.runtimeError.message}`)
    runs.push(figuresOf(done.lhr))
    for (const complaint of complaintsOf(done.lhr)) complaints.add(complaint)
    if (process.env.LIGHTHOUSE_WHOLE)
      await writeFile(join(ROOT, 'bench/results', `${page.name}.json`), JSON.stringify(done.lhr))
  }
  return {
    name: page.name,
    path,
    median: medianOf(runs),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    runs,
    complaints: [...complaints],
  }
}

async function measureAll(campus: Campus, pages: Page[]): Promise<Measured[]> {
  const lighthouse = await loadLighthouse()
  const measured: Measured[] = []
  for (const signed of [false, true]) {
    const mine = pages.filter((page) => Boolean(page.signed) === signed)
    if (mine.length === 0) continue
    const port = await freePort()
    const profile = await openProfile(port)
    try {
      if (signed) await signIn(profile, campus)
      for (const page of mine) measured.push(await measure(lighthouse, port, campus, page))
    } finally {
      await profile.close()
    }
  }
  return measured
}

const pages = PAGES.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
const results = join(ROOT, 'bench/results')
await mkdir(results, { recursive: true })
const own = values.url ? undefined : await startApplication()
try {
  const campus = await openCampus((values.url ?? own?.url ?? '').replace(/\/$/, ''))
  const measured = await measureAll(campus, pages)
  console.table(Object.fromEntries(measured.map(({ name, median, load }) => [name, { ...median, load }])))
  for (const { name, complaints } of measured) for (const line of complaints) console.log(`${name}: ${line}`)
  const made = { at: new Date().toISOString(), node: process.version, runs: Number(values.runs) }
  await writeFile(join(results, 'pages.json'), `${JSON.stringify({ ...made, measured }, null, 2)}\n`)
} finally {
  await own?.stop()
}
