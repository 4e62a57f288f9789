import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { MALLOC, MEMORY } from '../../../scripts/memory.mjs'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MAIN = 'server/src/main.ts'
/** As `npm start` launches it. */
const LAUNCH = `import { runInPlace } from ${JSON.stringify(join(ROOT, 'scripts/run.mjs'))}
runInPlace(process.execPath, process.argv.slice(1))`
const START_SECONDS = 150
/** Longer than the shutdown timeout (server/src/start/start.ts); then the process is killed and null is returned. */
const STOP_SECONDS = 60

/** Timeout and polling interval of a start. */
type Patience = { seconds?: number; pauseMs?: number }

/** The real app as a child process, without pages by default. */
export type Program = {
  url: string
  child: ChildProcess
  log: () => string
  /** Waits until it serves; returns ms since the start. */
  ready: (patience?: Patience) => Promise<number>
  /** Returns the exit code. */
  stop: () => Promise<number | null>
}

/** Removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-programa-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Polls until `url` responds 200; returns ms since `from`. */
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

/** `launched`: supervised like `npm start`, `child` being the supervisor. `node`: options of Node. `root`: another checkout. */
type Options = {
  port: number
  env: Record<string, string>
  pages?: boolean
  launched?: boolean
  node?: string[]
  root?: string
}

/** Killed at the end of the test at the latest. */
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
