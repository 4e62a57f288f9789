/**
 * Whether the program is as fast with the data of many years as with the demo academy's: `npm run bench:big`.
 *
 * It starts the program twice, fills one of the two databases with 200,000 students, 2 million enrolments, 10 million
 * attendances and 5 million forum posts and what goes with them (big-data.ts), and loads the same calls of both in turns. The
 * students, courses and forums that are asked for are alike in both, so that what grows is what lies around them, and no answer
 * is kept (decision 24), which would hide it; the calls that
 * are named *long* or *all* read what has itself grown. Bar: p99 below 1.5 times the demo's. Printed, and kept in bench/results/.
 *
 * - `-- --students 2000` tries it on a hundredth; `-- --turns 5 --seconds 4` takes longer and says more;
 * - `-- --data /some/folder` keeps the filled database there and finds it again, `--fill` only fills it, `--demo /another` does the same
 *   with the demo's; a word measures only the calls with it in their names, `writes` the writes.
 */
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { type Call, type Prepared, prepareBig } from './big-calls.ts'
import { type Filled, fillCrowd } from './big-data.ts'
import { measureWrite, untilQuiet, WRITES } from './big-writes.ts'
import {
  besideYardstick,
  CONNECTIONS,
  fetchRaw,
  medianOf,
  type Pace,
  ROOT,
  type Shot,
  type Target,
  timeAll,
} from './load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    students: { type: 'string', default: '200000' },
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    data: { type: 'string' },
    demo: { type: 'string' },
    fill: { type: 'boolean', default: false },
  },
})
const students = Number(values.students)
const pace: Pace = { turns: Number(values.turns), seconds: Number(values.seconds) }
/** What a student with all that is theirs takes on the disk, the journal of the filling included. */
const BYTES_EACH = 100_000
const BAR = 1.5
/** Seconds for a start on a busy machine, the demo's pictures included. */
const PATIENCE = 900

type Row = Record<string, string | number>

/** Of both programs: what is asked of it. */
type Side = Application & { prepared: Prepared }

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, students * BYTES_EACH]
  if (free < needed)
    throw new Error(
      `${folder} has ${Math.round(free / 1e9)} GB; ${students} students need ${Math.round(needed / 1e9)} GB.`,
    )
}

/** What is made once in a folder, and kept there as JSON for the next run in it. */
async function once<T>({ dataDir }: Application, name: string, make: () => Promise<T>): Promise<T> {
  const file = join(dataDir, name)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return JSON.parse(kept) as T
  const made = await make()
  await writeFile(file, JSON.stringify(made))
  return made
}

const preparedIn = (application: Application): Promise<Prepared> =>
  once(application, 'medida.json', () => prepareBig(application))

const ms = (value: number) => Math.round(value * 10) / 10
const row = (call: string, demo: { p50: number; p99: number }, big: { p50: number; p99: number }, more: Row = {}) => ({
  call,
  'p50 demo': ms(demo.p50),
  'p50 big': ms(big.p50),
  'p99 demo': ms(demo.p99),
  'p99 big': ms(big.p99),
  'p99 ratio': Math.round((big.p99 / demo.p99) * 100) / 100,
  ...more,
})

/** The p99 of each turn, for who wants to know how far they lie apart. */
const turnsOf = (demo: Shot[], big: Shot[]): string =>
  [demo, big].map((shots) => shots.map(({ p99 }) => Math.round(p99)).join(' ')).join(' / ')

const targetOf = ({ url }: Application, { path, token }: Call): Target =>
  token
    ? { url: `${url}/api${path}`, headers: { authorization: `Bearer ${token}` } }
    : { url: url + path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }

/** A call that one address may only make so often, made as often and no more: its count is forgotten before each turn. */
async function sparingly(big: Side, demo: Side, [ours, theirs]: [Target, Target], atMost: number) {
  const shots = { ours: [] as Shot[], bare: [] as Shot[] }
  const shot = async ({ databaseUrl }: Side, target: Target): Promise<Shot> => {
    const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
    await sql`DELETE FROM limites`.finally(close)
    let failed = 0
    const ask = async () => {
      const { status } = await fetchRaw(target)
      if (status !== 200) failed++
    }
    return { ...(await timeAll(Array.from({ length: atMost }, () => ask))), failed }
  }
  for (let turn = 0; turn < pace.turns; turn++) {
    shots.bare.push(await shot(demo, theirs))
    shots.ours.push(await shot(big, ours))
  }
  const [ofBig, bare] = [medianOf(shots.ours), medianOf(shots.bare)]
  return { ours: { ...ofBig, ratio: ofBig.perSecond / bare.perSecond }, bare, taken: shots }
}

async function measureReads(demo: Side, big: Side): Promise<Row[]> {
  const rows: Row[] = []
  const wanted = big.prepared.calls.filter(
    ({ name }) => positionals.length === 0 || positionals.some((w) => name.includes(w)),
  )
  for (const call of wanted) {
    const twin = demo.prepared.calls.find(({ name }) => name === call.name)
    if (!twin) throw new Error(`the demo has no ${call.name}`)
    const [ours, theirs] = [targetOf(big, call), targetOf(demo, twin)]
    const answers = [await fetchRaw(theirs), await fetchRaw(ours)]
    if (answers.some(({ status }) => status !== 200))
      throw new Error(`${call.name}: ${answers.map(({ status }) => status)}`)
    const {
      ours: ofBig,
      bare: ofDemo,
      taken,
    } = call.atMost
      ? await sparingly(big, demo, [ours, theirs], call.atMost)
      : await besideYardstick(ours, theirs, pace)
    const measured = row(call.name, ofDemo, ofBig, {
      'rate ratio': ofBig.ratio.toFixed(2),
      bytes: answers.map(({ body }) => body.length).join(' / '),
      failed: ofBig.failed + ofDemo.failed,
      'p99 of turns': turnsOf(taken.bare, taken.ours),
    })
    console.log(`${call.name}: p99 ${measured['p99 demo']} / ${measured['p99 big']} ms`)
    rows.push(measured)
  }
  return rows
}

/** Medians of the turns' writes; one that the machine was too busy for says so and stops nothing. */
async function measureWrites(demo: Side, big: Side): Promise<Row[]> {
  const rows: Row[] = []
  const of = (side: Side) => ({ ...side, course: side.prepared.course })
  for (const call of WRITES) {
    const measured: Row = await measureWrite(call, of(demo), of(big), pace.turns).then(
      ({ ofDemo, ofBig }) => row(call, medianOf(ofDemo), medianOf(ofBig), { 'p99 of turns': turnsOf(ofDemo, ofBig) }),
      (error: Error) => ({ call, failed: error.message.slice(0, 80) }),
    )
    console.log(`${call}: ${measured['p99 of turns'] ?? measured.failed} ms`)
    rows.push(measured)
  }
  return rows
}

/** Measures all calls, or those that were named; each is told when it is known. */
async function measure(demo: Side, big: Side) {
  const load = ms(loadavg()[0] ?? 0)
  // What the filling and the preparing left to sweep and to write down is nobody's answer.
  for (const side of [demo, big]) await untilQuiet(side, true)
  const reads = await measureReads(demo, big)
  const writes = positionals.length > 0 && !positionals.includes('writes') ? [] : await measureWrites(demo, big)
  const rows = [...reads, ...writes]
  console.table(rows)
  const above = rows.filter((one) => Number(one['p99 ratio']) >= BAR).map(({ call }) => call)
  const unknown = rows.filter((one) => !Number.isFinite(Number(one['p99 ratio']))).map(({ call }) => call)
  if (unknown.length > 0) {
    console.log(`Not measured: ${unknown.join(', ')}.`)
    process.exitCode = 1
  }
  const loads = `Load of the machine before: ${load}, after: ${ms(loadavg()[0] ?? 0)}.`
  console.log(`At or above ${BAR} times: ${above.join(', ') || 'none'}. ${loads}`)
  return { load, rows, above }
}

async function keepResults(found: object): Promise<void> {
  const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, students, ...pace }
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  await writeFile(join(ROOT, 'bench/results/big.json'), `${JSON.stringify({ ...made, ...found }, null, 2)}\n`)
}

const folder = values.data ?? join(tmpdir(), `campus-bench-big-${process.pid}`)
await mkdir(folder, { recursive: true, mode: 0o755 })
await requireSpace(folder)
const bigOne = await startApplication({ folder, patience: PATIENCE })
/** A folder that is only half filled is of no use to a later run. */
let keep = false
try {
  const filled: Filled = await once(bigOne, 'llenado.json', () =>
    fillCrowd(bigOne.databaseUrl, { students, haste: true, say: console.log }),
  )
  const prepared = await preparedIn(bigOne)
  keep = values.data !== undefined
  console.table(filled.rows)
  console.log(
    `Filled in ${filled.seconds} s (bar: 900), ${filled.megabytes} MB; seconds of work: ${JSON.stringify(filled.steps)}`,
  )
  if (!values.fill) {
    if (values.demo) await mkdir(values.demo, { recursive: true, mode: 0o755 })
    const demoOne = await startApplication({ folder: values.demo, patience: PATIENCE })
    try {
      const demo = { ...demoOne, prepared: await preparedIn(demoOne) }
      await keepResults({ filled, ...(await measure(demo, { ...bigOne, prepared })) })
    } finally {
      await demoOne.stop()
    }
  }
} catch (error) {
  // Said before what is cleaned up can fail too.
  console.error(error)
  process.exitCode = 1
} finally {
  await bigOne.stop()
  if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
}
