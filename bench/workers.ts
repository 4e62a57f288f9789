/**
 * What a second process brings: the same calls from one and from two processes on a port each, in turns, with 16 connections:
 * `npm run bench:workers`, in two ways:
 *
 * - *a core each*: every process is held to a core of its own (`taskset`), so that two have twice the room of one. This is what a
 *   process more brings where there is a core more;
 * - *the whole machine*: nobody is held, as it runs. One process has up to 1.4 cores already: it compresses, and V8 collects, on
 *   threads beside the one that answers. What is left for a second one is what neither these nor the load and PostgreSQL take.
 *
 * Only what the program itself is busy with can gain: so beside pages that are rendered anew stand a read that is kept, whose work
 * is half PostgreSQL's and the asker's, and a kept page, which costs less than asking for it. Of each turn it says who had how much of
 * the machine, what else ran on it included, and how the processes shared the work. Where others keep the machine busy, *by processor
 * time* says it without them: what an answer costs one process and two, at twice the room. `-- anew` for some of the calls.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'
import { MALLOC, MEMORY } from '../scripts/memory.mjs'
import { freePort } from '../server/test/free-port.ts'
import { canHold, childrenOf, cpuOf, cpuOfEnded, cpuOfMachine, cpuOfPostgres, cpuOfTree, holdTo } from './cpu.ts'
import { middle, ROOT, shoot, type Target } from './load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, turns: { type: 'string', default: '3' } },
})
const SECONDS = Number(values.seconds)
const TURNS = Number(values.turns)
/** The second of two processes is there a moment after the first. */
const SECOND_MS = 8000
/** Longer than any address that is kept (page-address.ts): each answer is a page rendered anew. */
const ANEW = `codigo=${'x'.repeat(1100)}`
const BROWSER = { 'accept-encoding': 'br' }

/** The program in so many processes, on a port of its own. */
type Program = { workers: number; url: string; pid: number; stop: () => Promise<void> }

async function startProgram(workers: number, { databaseUrl, dataDir }: Application): Promise<Program> {
  const port = await freePort()
  const child = spawn(process.execPath, [...MEMORY, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...MALLOC,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '0',
      PORT: String(port),
      HOST: 'localhost',
      LOG_LEVEL: 'warn',
      WORKERS: String(workers),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    workers,
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The processes of a program that answer; the first of several only watches them. */
const serversOf = ({ workers, pid }: Program): number[] => (workers === 1 ? [pid] : childrenOf(pid))

const CORES = availableParallelism()
/** Which processors the nth process of a program is held to. */
const ROOMS: Record<string, (n: number) => string> = {
  ...(canHold() && { 'a core each': (n) => String(n % CORES) }),
  'the whole machine': () => `0-${CORES - 1}`,
}

function place(program: Program, room: string): void {
  const processors = ROOMS[room]
  if (!canHold() || !processors) return
  for (const [n, pid] of serversOf(program).entries()) holdTo(pid, processors(n))
}

/** One turn: answers a second, and of all the processor time that the machine had meanwhile the part of each. */
type Turn = {
  perSecond: number
  p99: number
  us: number
  /** The part of its least busy process of all that the program had. */
  least: number
  parts: { program: number; postgres: number; load: number; others: number; idle: number }
}

async function takeTurn(program: Program, target: Target, dataDir: string): Promise<Turn> {
  const { url, pid } = program
  const servers = serversOf(program)
  const look = () => ({
    program: cpuOfTree(pid),
    postgres: cpuOfPostgres(dataDir),
    load: cpuOfEnded(),
    ...cpuOfMachine(),
  })
  const before = look()
  const had = servers.map(cpuOf)
  const { perSecond, p99, failed, answers } = await shoot({ ...target, url: url + target.url }, SECONDS)
  if (failed > 0) throw new Error(`${target.url.slice(0, 60)}: ${failed} requests failed`)
  const after = look()
  const each = servers.map((server, n) => cpuOf(server) - (had[n] ?? 0))
  const used = (who: keyof typeof before) => after[who] - before[who]
  const whole = used('busy') + used('idle')
  const part = (time: number) => Math.round((100 * Math.max(0, time)) / whole)
  return {
    perSecond,
    p99,
    us: Math.round(used('program') / answers),
    least: Math.round((100 * Math.min(...each)) / each.reduce((sum, one) => sum + one, 0)),
    parts: {
      program: part(used('program')),
      postgres: part(used('postgres')),
      load: part(used('load')),
      others: part(used('busy') - used('program') - used('postgres') - used('load')),
      idle: part(used('idle')),
    },
  }
}

const round = (ratio: number) => Math.round(ratio * 100) / 100

function rowOf(call: string, room: string, workers: number, turns: Turn[]) {
  const of = (pick: (turn: Turn) => number) => Math.round(middle(turns.map(pick)))
  return {
    call,
    room,
    workers,
    'per second': of(({ perSecond }) => perSecond),
    'p99 ms': of(({ p99 }) => p99),
    'program us': of(({ us }) => us),
    'least busy %': of(({ least }) => least),
    'program %': of(({ parts }) => parts.program),
    'postgres %': of(({ parts }) => parts.postgres),
    'load %': of(({ parts }) => parts.load),
    'others %': of(({ parts }) => parts.others),
    'idle %': of(({ parts }) => parts.idle),
  }
}

/**
 * A call from one and from two processes in turns: rows of both, how many more answers the second brings, neighbour by neighbour, and
 * how many it would bring if two had twice the processor time that one had: by what an answer costs, whatever else the machine does.
 */
async function compare(call: string, room: string, target: Target, [one, two]: [Program, Program], dataDir: string) {
  const taken: [Turn, Turn][] = []
  for (const program of [one, two]) {
    place(program, room)
    await shoot({ ...target, url: program.url + target.url }, 1)
  }
  for (let turn = 0; turn < TURNS; turn++)
    taken.push([await takeTurn(one, target, dataDir), await takeTurn(two, target, dataDir)])
  const rows = [one, two].map(({ workers }, n) =>
    rowOf(
      call,
      room,
      workers,
      taken.flatMap((pair) => pair[n] ?? []),
    ),
  )
  const cost = (n: 0 | 1) => middle(taken.map((pair) => pair[n].us))
  return {
    rows,
    ratio: round(middle(taken.map(([first, second]) => second.perSecond / first.perSecond))),
    byTime: round((2 * cost(0)) / cost(1)),
  }
}

const application = await startApplication()
const programs: Program[] = []
try {
  const { sessions, ids } = await openCampus(application.url)
  const { token, user } = sessions['alumno@demo.pe']
  const calls: Record<string, Target> = {
    'a course, rendered anew': { url: `/detallecurso/${ids.curso}?${ANEW}`, headers: BROWSER },
    'the catalogue, rendered anew': { url: `/cursos?${ANEW}`, headers: BROWSER },
    'my enrolments, kept': { url: `/api/matriculas/usuario/${user.id}`, headers: { authorization: `Bearer ${token}` } },
    'the catalogue, kept': { url: '/cursos', headers: BROWSER },
  }
  if (!canHold()) console.log('No taskset here: nobody is held to a core.')
  const load = loadavg()[0] ?? 0
  const one = await startProgram(1, application)
  programs.push(one)
  const two = await startProgram(2, application)
  programs.push(two)
  await sleep(SECOND_MS)
  const rows = []
  const ratios: Record<string, Record<string, number>> = {}
  const wanted = Object.entries(calls).filter(
    ([call]) => positionals.length === 0 || positionals.some((word) => call.includes(word)),
  )
  for (const [call, target] of wanted) {
    const found: Record<string, number> = {}
    for (const room of Object.keys(ROOMS)) {
      const compared = await compare(call, room, target, [one, two], application.dataDir)
      rows.push(...compared.rows)
      found[room] = compared.ratio
      found[`${room}, by processor time`] = compared.byTime
    }
    ratios[call] = found
    console.log(`${call}: 1 -> 2 processes, ${JSON.stringify(found)}`)
  }
  console.table(rows)
  console.table(ratios)
  console.log(`${TURNS} turns of ${SECONDS} s each, ${CORES} cores. Load of the machine before: ${load.toFixed(1)}.`)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), seconds: SECONDS, turns: TURNS, cores: CORES, load, rows, ratios }
  await writeFile(join(ROOT, 'bench/results/workers.json'), `${JSON.stringify(made, null, 2)}\n`)
} finally {
  for (const program of programs) await program.stop()
  await application.stop()
}
