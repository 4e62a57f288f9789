/**
 * `npm run bench:big`: the same 200 students in the demo academy and in one with the data of years (big-data.ts), measured in
 * alternation. Reads called *full*, *long* or *all* read what has grown.
 *
 * `-- --students 2000` tries it small; `--data FOLDER` reuses a filled database, `--fill` only fills it; the rest as in api.ts.
 */
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openSession } from '../e2e/support/api.ts'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { sumDays } from '../server/src/features/orders/money-sums.ts'
import { withClient } from '../server/src/platform/db/client.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { type Filled, fillCrowd } from './big-data.ts'
import { fillPages } from './big-money.ts'
import { alternate, compareTurns, loadBeside, type Pace, type Shot, stopLoader, type Target } from './load.ts'
import { BROWSER, checkTarget, growingReads, PAGES, READS, readTarget, staffReads } from './reads.ts'
import { below, type Figure, loadNow, printFigures, resultsFile, rounded, writeResults } from './results.ts'
import { type Academy, makeAcademy } from './students.ts'
import { uncountSearches, untilIdle, WRITES, write } from './writes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    students: { type: 'string', default: '200000' },
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    data: { type: 'string' },
    fill: { type: 'boolean', default: false },
    json: { type: 'string', default: resultsFile('big') },
  },
})
const students = Number(values.students)
const pace: Pace = { turns: Number(values.turns), seconds: Number(values.seconds) }
const wanted = (name: string) => positionals.length === 0 || positionals.some((word) => name.includes(word))

/** The p99 of the big academy must be below this multiple of the demo's. */
const BAR = 1.5
/** Disk space per student, including the write-ahead log of the fill. */
const BYTES_EACH = 100_000
/** The first start on a busy machine. */
const START_SECONDS = 900

type Side = Application & Academy

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, students * BYTES_EACH].map((bytes) => Math.round(bytes / 1e9))
  if (Number(free) < Number(needed))
    throw new Error(`${folder} has ${free} GB free; ${students} students need ${needed} GB.`)
}

/** Creates something once per data folder, cached as JSON. */
async function oncePerFolder<T>({ dataDir }: Application, name: string, make: () => Promise<T>): Promise<T> {
  const file = join(dataDir, name)
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored) return JSON.parse(stored) as T
  const made = await make()
  await writeFile(file, JSON.stringify(made))
  return made
}

const withAcademy = async (application: Application): Promise<Side> => ({
  ...application,
  ...(await oncePerFolder(application, 'medida.json', () => makeAcademy(application.databaseUrl))),
})

async function targetsOf({ url, databaseUrl, students: people, long }: Side): Promise<Record<string, Target>> {
  const own = Object.entries({ ...READS, ...growingReads(long) })
  const targets = Object.fromEntries(own.map(([name, path]) => [name, readTarget(url, people, path)]))
  const tokens = new Map<string, string>()
  for (const [name, { path, correo }] of Object.entries(staffReads(long))) {
    const token = tokens.get(correo) ?? (await openSession(url, correo)).token
    tokens.set(correo, token)
    targets[name] = { url, requests: [{ path: `/api${path}`, headers: { authorization: `Bearer ${token}` } }] }
  }
  await uncountSearches(databaseUrl, [...tokens.keys()])
  for (const [name, path] of Object.entries(PAGES)) targets[name] = { url, requests: [{ path, headers: BROWSER }] }
  return targets
}

function figureOf(name: string, big: Shot[], demo: Shot[]): Figure {
  const { ours, yardstick, ratio } = compareTurns(big, demo)
  const p99Ratio = ours.p99 / yardstick.p99
  const p99s = [demo, big].map((shots) => shots.map(({ p99 }) => Math.round(p99)).join(' '))
  console.log(`${name}: p99 ${rounded(yardstick.p99)} / ${rounded(ours.p99)} ms`)
  return {
    name,
    'per second, demo': Math.round(yardstick.perSecond),
    'per second, big': Math.round(ours.perSecond),
    'rate ratio': rounded(ratio, 2),
    'p99 demo': rounded(yardstick.p99),
    'p99 big': rounded(ours.p99),
    'p99 ratio': rounded(p99Ratio, 2),
    'p99 of turns': p99s.join(' / '),
    failed: ours.failed + yardstick.failed,
    bars: [below(p99Ratio, BAR, ' x')],
  }
}

async function measureReads(demo: Side, big: Side): Promise<Figure[]> {
  const [ofDemo, ofBig] = [await targetsOf(demo), await targetsOf(big)]
  const figures: Figure[] = []
  for (const [name, target] of Object.entries(ofBig).filter(([name]) => wanted(name))) {
    const twin = ofDemo[name]
    if (!twin) throw new Error(`the demo has no ${name}`)
    await checkTarget(name, target)
    const taken = await loadBeside(target, twin, pace)
    figures.push(figureOf(name, taken.ours, taken.yardstick))
  }
  return figures
}

async function measureWrites(demo: Side, big: Side): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of Object.keys(WRITES).filter(wanted)) {
    const turns = { demo: 0, big: 0 }
    const ofBig = () => write(name, big, turns.big++)
    const ofDemo = () => write(name, demo, turns.demo++)
    await ofDemo()
    await ofBig()
    const taken = await alternate(pace.turns, ofBig, ofDemo)
    figures.push(figureOf(name, taken.ours, taken.yardstick))
  }
  return figures
}

async function measure(demo: Side, big: Side, filled: Filled): Promise<void> {
  // A list that is shorter there would compare lengths of pages.
  await withClient(demo.databaseUrl, async (client) => {
    await client.query(fillPages(demo.long))
    await client.query('VACUUM ANALYZE')
  })
  for (const { databaseUrl } of [demo, big]) {
    const { db, close } = openDatabase(databaseUrl, { pool: 1, limits: { query: 0 } })
    await sumDays(db).finally(close)
    await untilIdle(databaseUrl, true)
  }
  const load = { before: loadNow(), after: 0 }
  const figures = [...(await measureReads(demo, big)), ...(await measureWrites(demo, big))]
  load.after = loadNow()
  printFigures(figures)
  await writeResults(resolve(values.json), { students, ...pace, load, filled, figures })
}

const folder = values.data ?? join(tmpdir(), `campus-bench-big-${process.pid}`)
await mkdir(folder, { recursive: true, mode: 0o755 })
await requireSpace(folder)
const application = await startApplication({ folder, patience: START_SECONDS })
/** A half-filled folder is of no use to a later run. */
let complete = false
try {
  const filled = await oncePerFolder(application, 'llenado.json', () =>
    fillCrowd(application.databaseUrl, { students, onlyUser: true, log: console.log }),
  )
  const big = await withAcademy(application)
  complete = true
  console.table(filled.rows)
  console.log(`Filled in ${filled.seconds} s, ${filled.megabytes} MB; seconds by step: ${JSON.stringify(filled.steps)}`)
  if (!values.fill) {
    const demo = await startApplication({ patience: START_SECONDS })
    await measure(await withAcademy(demo), big, filled).finally(demo.stop)
  }
} catch (error) {
  // Printed before the clean-up, which may fail too.
  console.error(error)
  process.exitCode = 1
} finally {
  stopLoader()
  await application.stop()
  if (!complete || !values.data) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}
