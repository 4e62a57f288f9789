import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { MALLOC, MEMORY } from '../../../scripts/memory.mjs'

/** The checkout that the tests are of. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The program's first file in a checkout. */
const MAIN = 'server/src/main.ts'
/** What `npm start` does once everything is prepared. */
const LAUNCH = `import { runInPlace } from ${JSON.stringify(join(ROOT, 'scripts/run.mjs'))}
runInPlace(process.execPath, process.argv.slice(1))`
/** A machine under load takes its time to start. */
const START_SECONDS = 150
/** Longer than the program itself waits for a stop (server/src/start.ts): whoever is there then is killed, and told of with null. */
const STOP_SECONDS = 60

/** How long a start may take, and how long it is left alone before it is asked again. */
type Patience = { seconds?: number; pauseMs?: number }

/** The real program as a process of its own, without pages unless asked for. */
export type Program = {
  url: string
  child: ChildProcess
  /** What it has written so far. */
  log: () => string
  /** Waits until it answers; milliseconds since it was started. */
  ready: (patience?: Patience) => Promise<number>
  /** Asks it to stop and waits; its exit code. */
  stop: () => Promise<number | null>
}

/** A folder of the test's own, gone with it. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-programa-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits until `url` answers 200, looking again at once while who answers there lives; milliseconds since `from`. */
export async function untilAnswers(
  url: string,
  from = performance.now(),
  seconds = 60,
  lives = () => true,
  pauseMs = 5,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until && lives()) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.ok) return performance.now() - from
    await sleep(pauseMs)
  }
  throw new Error(`${url} does not answer`)
}

/**
 * `launched`: as `npm start` does, so that it comes back when it is killed; `child` is then what watches it. `node`: settings of Node
 * itself. `root`: another checkout's program.
 */
type Options = {
  port: number
  env: Record<string, string>
  pages?: boolean
  launched?: boolean
  node?: string[]
  root?: string
}

/** Starts the program; whatever happens, it is gone when the test is. */
export function startProgram(options: Options): Program {
  const { port, env, pages = false, launched = false, node = [], root = ROOT } = options
  const began = performance.now()
  const program = [...MEMORY, join(root, MAIN), ...(pages ? [] : ['--api'])]
  const launcher = launched ? ['--input-type=module', '-e', LAUNCH, '--'] : []
  const child = spawn(process.execPath, [...node, ...launcher, ...program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      // As `npm start` sets it.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...MALLOC,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  child.stdout.on('data', (part) => (written = (written + part).slice(-200_000)))
  child.stderr.on('data', (part) => (written = (written + part).slice(-200_000)))
  const url = `http://127.0.0.1:${port}`
  const alive = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (alive()) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
      await gone
      clearTimeout(killer)
    }
    return child.exitCode
  }
  onTestFinished(() => stop().then(() => undefined))
  const ready = ({ seconds = START_SECONDS, pauseMs }: Patience = {}) =>
    untilAnswers(`${url}/api/salud`, began, seconds, alive, pauseMs).catch((error) => {
      throw new Error(`it does not start:\n${written.slice(-2000)}`, { cause: error })
    })
  return { url, child, log: () => written, ready, stop }
}
