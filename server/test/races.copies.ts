import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import type { TestApp } from './harness.ts'

const START = new URL('../src/start/start.ts', import.meta.url).href
/** Starts the app like `main.ts`, without pages, and reports when it listens. */
const PROGRAM = `import { start } from ${JSON.stringify(START)}
const running = await start(process.env, 'none')
process.on('disconnect', async () => { await running.close(); process.exit(0) })
process.send('listens')`

export type Reply = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a race expects of the wire is what it asserts
  body: any
}

type Question = { token?: string; body?: unknown; headers?: object }

/** Instances on one database; requests go to a random one. */
export type Copies = {
  origins: string[]
  ask: (method: string, path: string, options?: Question) => Promise<Reply>
  /** The same request to every instance. */
  askAll: (method: string, path: string, options?: Question) => Promise<Reply[]>
  /** Stops them and returns their output; idempotent. */
  stop: () => Promise<string>
}

const OUTPUT = 'salida.log'
const LONGEST_STOP_MS = 20_000

type Settings = Record<string, string>

/** Does not wait until it listens. */
function spawnCopy(t: TestApp, dataDir: string, port: number, settings: Settings): ChildProcess {
  const output = openSync(join(dataDir, OUTPUT), 'a')
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DEMO: '0',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: 'http://campus.test',
    DATA_DIR: dataDir,
    DATABASE_URL: t.deps.config.databaseUrl,
    ...settings,
  }
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env,
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  return child
}

async function untilListens(child: ChildProcess): Promise<void> {
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (first !== 'listens') throw new Error('a copy of the program did not start')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  // Graceful shutdown has its own test.
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
  await ended
  clearTimeout(late)
}

async function askOne(
  origin: string,
  method: string,
  path: string,
  { token, body, headers }: Question = {},
): Promise<Reply> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Starts two processes on the database of the test; if one fails, both are stopped. */
export async function startCopies(t: TestApp, settings: Settings = {}): Promise<Copies> {
  const dataDir = mkdtempSync(join(tmpdir(), 'campus-copias-'))
  const ports = await freePorts(2)
  const children = ports.map((port) => spawnCopy(t, dataDir, port, settings))
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const endAll = async () => {
    await Promise.all(children.map(end))
    const said = readFileSync(join(dataDir, OUTPUT), 'utf8')
    rmSync(dataDir, { recursive: true, force: true })
    return said
  }
  let said: Promise<string> | undefined
  const stop = () => {
    said ??= endAll()
    return said
  }
  try {
    await Promise.all(children.map(untilListens))
  } catch (error) {
    throw new Error(await stop(), { cause: error })
  }
  return {
    origins,
    ask: (method, path, options) =>
      askOne(origins[Math.floor(Math.random() * origins.length)] ?? '', method, path, options),
    askAll: (method, path, options) => Promise.all(origins.map((origin) => askOne(origin, method, path, options))),
    stop,
  }
}
