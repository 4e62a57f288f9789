/**
 * `npm run bench`: reads, public pages and writes beside yardsticks that are loaded in alternation, and the memory afterwards.
 *
 * `ratio` compares rates; `CPU ratio` compares processor time per answer, which other load on the machine does not change.
 * `-- --turns 5 --seconds 10` measures longer, `--json FILE` names the results, a word selects figures by name.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Application, startApplication } from '../e2e/support/application.ts'
import {
  alternate,
  compareTurns,
  fetchRaw,
  loadBeside,
  type Pace,
  ROOT,
  type Shot,
  shoot,
  stopLoader,
  type Target,
  watchPostgres,
} from './load.ts'
import { BROWSER, checkTarget, PAGES, READS, readTarget } from './reads.ts'
import {
  atLeast,
  atMost,
  below,
  type Figure,
  loadNow,
  printFigures,
  resultsFile,
  rounded,
  writeResults,
} from './results.ts'
import { serveStatic } from './static.ts'
import { makeAcademy, type Student } from './students.ts'
import { untilIdle, WRITES, write } from './writes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string', default: resultsFile('api') },
  },
})
const pace: Pace = { turns: Number(values.turns), seconds: Number(values.seconds) }
const wanted = (name: string) => positionals.length === 0 || positionals.some((word) => name.includes(word))

/** Minimum share of the yardstick's rate, maximum p99 of reads in ms, maximum megabytes afterwards. */
const [RATIO, P99, MEMORY] = [0.12, 40, 300]

const shown = ({ perSecond, p50, p99, failed, cpu }: Shot) => ({
  'per second': Math.round(perSecond),
  'p50 ms': rounded(p50),
  'p99 ms': rounded(p99),
  failed,
  'CPU us': Math.round(cpu),
})

const yardstickOf = (kind: string, { perSecond, p99 }: Shot) =>
  `${kind}, ${Math.round(perSecond)}/s, ${rounded(p99)} ms`

async function measureBeside(name: string, target: Target, yardstick: Target, kind: string): Promise<Figure> {
  await checkTarget(name, target)
  const turns = await loadBeside(target, yardstick, pace)
  const { ours, yardstick: beside, ratio, cpuRatio } = compareTurns(turns.ours, turns.yardstick)
  const figure = {
    name,
    ...shown(ours),
    beside: yardstickOf(kind, beside),
    ratio: rounded(ratio, 3),
    'CPU ratio': rounded(cpuRatio, 3),
    turns: turns.ours.map((shot, n) => rounded(shot.perSecond / (turns.yardstick[n]?.perSecond ?? 0), 3)).join(' '),
  }
  console.log(
    `${name}: ${figure['per second']} a second, ${figure.ratio} of ${kind} (CPU ${figure['CPU ratio']}), p99 ${figure['p99 ms']} ms`,
  )
  return figure
}

async function measurePages({ url }: Application): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(PAGES).filter(([name]) => wanted(name))) {
    await fetchRaw(url + path, BROWSER)
    const answer = await fetchRaw(url + path, BROWSER)
    const copy = await serveStatic(answer)
    const yardstick = { url: copy.url, requests: [{ path: '/', headers: BROWSER }] }
    const figure = await measureBeside(
      name,
      { url, requests: [{ path, headers: BROWSER }] },
      yardstick,
      copy.kind,
    ).finally(copy.stop)
    figures.push({ ...figure, bytes: answer.body.length, bars: [atLeast(Number(figure.ratio), RATIO)] })
  }
  return figures
}

async function startBare(databaseUrl: string, students: Student[]): Promise<{ target: Target; stop: () => void }> {
  const child = fork(join(ROOT, 'bench/bare.ts'), { env: { ...process.env, DATABASE_URL: databaseUrl } })
  const [port] = await once(child, 'message')
  const requests = students.map(({ id }) => ({ path: `/${id}` }))
  return { target: { url: `http://localhost:${port}`, requests }, stop: () => child.disconnect() }
}

async function measureReads({ url }: Application, students: Student[], yardstick: Target): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(READS).filter(([name]) => wanted(name))) {
    const figure = await measureBeside(name, readTarget(url, students, path), yardstick, 'bare')
    const bars = [atLeast(Number(figure.ratio), RATIO), below(Number(figure['p99 ms']), P99, ' ms')]
    figures.push({ ...figure, bars })
  }
  return figures
}

/** `CPU allows` is the rate if no other process used the processors. */
async function measureWrites(application: Application, students: Student[], bare: Target): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { perSecond }] of Object.entries(WRITES).filter(([name]) => wanted(name))) {
    let next = 0
    const ours = () => write(name, { ...application, students }, next++)
    await ours()
    const turns = await alternate(pace.turns, ours, () => shoot(bare, 1))
    const { ours: median, yardstick } = compareTurns(turns.ours, turns.yardstick)
    const beside = {
      beside: yardstickOf('bare', yardstick),
      'CPU allows': Math.round((1e6 * cpus().length) / median.cpu),
    }
    figures.push({
      name,
      ...shown(median),
      ...beside,
      bars: perSecond ? [atLeast(median.perSecond, perSecond, '/s')] : [],
    })
    console.log(`${name}: ${Math.round(median.perSecond)} a second, CPU allows ${beside['CPU allows']}`)
  }
  return figures
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const application = await startApplication()
try {
  await watchPostgres(application.dataDir)
  const load = { before: loadNow(), after: 0 }
  const pages = await measurePages(application)
  const { students } = await makeAcademy(application.databaseUrl)
  await untilIdle(application.databaseUrl, true)
  const bare = await startBare(application.databaseUrl, students)
  const reads = await measureReads(application, students, bare.target)
  const writes = await measureWrites(application, students, bare.target)
  bare.stop()
  const megabytes = memoryOf(application.pid)
  const memory: Figure = { name: 'memory afterwards', MB: megabytes, bars: [atMost(megabytes, MEMORY, ' MB')] }
  load.after = loadNow()
  for (const figures of [reads, pages, writes, [memory]]) printFigures(figures)
  console.log(`Load of the machine before ${load.before}, after ${load.after}.`)
  await writeResults(resolve(values.json), { ...pace, load, figures: [...reads, ...pages, ...writes, memory] })
} finally {
  stopLoader()
  await application.stop()
}
