import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuWith } from './cpu.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const CONNECTIONS = 16

export type Headers = Record<string, string>
/** The requests that the connections rotate over. */
export type Target = { url: string; requests: { path: string; headers?: Headers }[] }
export type Load = Target & { connections: number; seconds: number }
/** `cpu`: microseconds of processor time per answer, of client, server and PostgreSQL together. */
export type Shot = { perSecond: number; p50: number; p99: number; failed: number; answers: number; cpu: number }
export type Pace = { turns: number; seconds: number }

let loader: ChildProcess | undefined

/** One process for all measurements, so that its code is compiled before the first one counts. */
function startLoader(): ChildProcess {
  if (loader) return loader
  const child = fork(join(ROOT, 'bench/shoot.ts'))
  child.on('error', () => undefined)
  // `once` rejects on an error; without it a measurement would wait for ever.
  child.once('exit', () => child.emit('error', new Error('the load generator has ended')))
  loader = child
  return child
}

let postgres = 0

export async function watchPostgres(dataDir: string): Promise<void> {
  postgres = Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** Without this the process would not exit. */
export const stopLoader = () => loader?.disconnect()

export async function shoot(target: Target, seconds: number): Promise<Shot> {
  const child = startLoader()
  const before = cpuWith(postgres)
  child.send({ ...target, connections: CONNECTIONS, seconds } satisfies Load)
  const [shot] = (await once(child, 'message')) as [Omit<Shot, 'cpu'>]
  return { ...shot, cpu: (cpuWith(postgres) - before) / shot.answers }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

export function medianOf(shots: Shot[]): Shot {
  const of = (key: keyof Shot) => median(shots.map((shot) => shot[key]))
  const sum = (key: keyof Shot) => shots.reduce((total, shot) => total + shot[key], 0)
  const rates = { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') }
  return { ...rates, failed: sum('failed'), answers: sum('answers') }
}

export type Compared = { ours: Shot; yardstick: Shot; ratio: number; cpuRatio: number }

/** Compares neighbouring turns, because other load slows both down; `cpuRatio` does not depend on other load at all. */
export function compareTurns(ours: Shot[], yardstick: Shot[]): Compared {
  const beside = (key: 'perSecond' | 'cpu') =>
    median(ours.map((shot, turn) => shot[key] / (yardstick[turn]?.[key] ?? Number.NaN)))
  return {
    ours: medianOf(ours),
    yardstick: medianOf(yardstick),
    ratio: beside('perSecond'),
    cpuRatio: 1 / beside('cpu'),
  }
}

export async function alternate(turns: number, ours: () => Promise<Shot>, yardstick: () => Promise<Shot>) {
  const taken: { ours: Shot[]; yardstick: Shot[] } = { ours: [], yardstick: [] }
  for (let turn = 0; turn < turns; turn++) {
    taken.yardstick.push(await yardstick())
    taken.ours.push(await ours())
  }
  return taken
}

export async function loadBeside(target: Target, yardstick: Target, { turns, seconds }: Pace) {
  await shoot(yardstick, 1)
  await shoot(target, 1)
  return alternate(
    turns,
    () => shoot(target, seconds),
    () => shoot(yardstick, seconds),
  )
}

export async function timeAll(tasks: (() => Promise<unknown>)[], concurrency = CONNECTIONS): Promise<Shot> {
  const times: number[] = []
  const pending = tasks.values()
  const before = cpuWith(postgres)
  const started = performance.now()
  const worker = async () => {
    for (const task of pending) {
      const from = performance.now()
      await task()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const answers = times.length
  const cpu = (cpuWith(postgres) - before) / answers
  return { perSecond: answers / seconds, p50: at(0.5), p99: at(0.99), failed: 0, answers, cpu }
}

export type Answer = { status: number; headers: Headers; body: Buffer }

export function fetchRaw(url: string, headers: Headers = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(Buffer.from(chunk))
      const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(received), body: Buffer.concat(chunks) })
    })
    asked.on('error', reject).end()
  })
}
