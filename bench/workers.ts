/**
 * What a second process brings: the same calls from one and from two processes on a port each, in turns, with 16 connections:
 * `npm run bench:workers`. Only what the program itself is busy with can gain: the load and PostgreSQL take of the same processors.
 * So beside pages that are rendered anew stand a read, whose work is PostgreSQL's, and a kept page, which costs less than asking
 * for it; and of each turn who had how much of the machine, what else ran on it included. `-- anew` for some of the calls.
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
import { cpuOfEnded, cpuOfMachine, cpuOfPostgres, cpuOfTree } from './cpu.ts'
import { ROOT, shoot, type Target } from './load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '4' }, turns: { type: 'string', default: '3' } },
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

/** One turn: answers a second, and of all the processor time that the machine had meanwhile the part of each. */
type Turn = {
  perSecond: number
  p99: number
  us: number
  parts: { program: number; postgres: number; load: number; others: number; idle: number }
}

async function takeTurn({ url, pid }: Program, target: Target, dataDir: string): Promise<Turn> {
  const look = () => ({
    program: cpuOfTree(pid),
    postgres: cpuOfPostgres(dataDir),
    load: cpuOfEnded(),
    ...cpuOfMachine(),
  })
  const before = look()
  const { perSecond, p99, failed, answers } = await shoot({ ...target, url: url + target.url }, SECONDS)
  if (failed > 0) throw new Error(`${target.url.slice(0, 60)}: ${failed} requests failed`)
  const after = look()
  const used = (who: keyof typeof before) => after[who] - before[who]
  const whole = used('busy') + used('idle')
  const part = (time: number) => Math.round((100 * Math.max(0, time)) / whole)
  return {
    perSecond,
    p99,
    us: Math.round(used('program') / answers),
    parts: {
      program: part(used('program')),
      postgres: part(used('postgres')),
      load: part(used('load')),
      others: part(used('busy') - used('program') - used('postgres') - used('load')),
      idle: part(used('idle')),
    },
  }
}

const middle = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0

function rowOf(call: string, workers: number, turns: Turn[]) {
  const of = (pick: (turn: Turn) => number) => Math.round(middle(turns.map(pick)))
  return {
    call,
    workers,
    'per second': of(({ perSecond }) => perSecond),
    'p99 ms': of(({ p99 }) => p99),
    'program us': of(({ us }) => us),
    'program %': of(({ parts }) => parts.program),
    'postgres %': of(({ parts }) => parts.postgres),
    'load %': of(({ parts }) => parts.load),
    'others %': of(({ parts }) => parts.others),
    'idle %': of(({ parts }) => parts.idle),
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
    'login, rendered anew': { url: `/login?${ANEW}`, headers: BROWSER },
    'my enrolments': { url: `/api/matriculas/usuario/${user.id}`, headers: { authorization: `Bearer ${token}` } },
    'the catalogue, kept': { url: '/cursos', headers: BROWSER },
    'the catalogue, kept, not compressed': { url: '/cursos' },
  }
  const load = loadavg()[0] ?? 0
  const one = await startProgram(1, application)
  programs.push(one)
  const two = await startProgram(2, application)
  programs.push(two)
  await sleep(SECOND_MS)
  const rows = []
  const ratios: Record<string, number> = {}
  const wanted = Object.entries(calls).filter(
    ([call]) => positionals.length === 0 || positionals.some((word) => call.includes(word)),
  )
  for (const [call, target] of wanted) {
    const taken: [Turn, Turn][] = []
    for (const program of [one, two]) await shoot({ ...target, url: program.url + target.url }, 2)
    for (let turn = 0; turn < TURNS; turn++)
      taken.push([await takeTurn(one, target, application.dataDir), await takeTurn(two, target, application.dataDir)])
    rows.push(
      rowOf(
        call,
        1,
        taken.map(([first]) => first),
      ),
      rowOf(
        call,
        2,
        taken.map(([, second]) => second),
      ),
    )
    ratios[call] = Math.round(middle(taken.map(([first, second]) => second.perSecond / first.perSecond)) * 100) / 100
  }
  console.table(rows)
  for (const [call, ratio] of Object.entries(ratios)) console.log(`${call}: 1 -> 2 processes x ${ratio.toFixed(2)}`)
  const cores = availableParallelism()
  console.log(`${TURNS} turns of ${SECONDS} s each, ${cores} cores. Load of the machine before: ${load.toFixed(1)}.`)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), seconds: SECONDS, turns: TURNS, cores, load, rows, ratios }
  await writeFile(join(ROOT, 'bench/results/workers.json'), `${JSON.stringify(made, null, 2)}\n`)
} finally {
  for (const program of programs) await program.stop()
  await application.stop()
}
