import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AUTOCANNON = join(ROOT, 'node_modules/autocannon/autocannon.js')
/** Connections of every measurement. */
export const CONNECTIONS = 16

const run = promisify(execFile)

export type Headers = Record<string, string>
export type Target = { url: string; headers?: Headers }
/** What a load of some seconds gave. */
export type Shot = { perSecond: number; p50: number; p99: number; failed: number; answers: number }
type Raw = {
  requests: { average: number; total: number }
  latency: { p50: number; p99: number }
  errors: number
  '4xx': number
  '5xx': number
}

/** What Node is started with to load an address with {@link CONNECTIONS} connections and tell of it in JSON. */
export function loadArguments({ url, headers = {} }: Target, seconds: number): string[] {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  return [AUTOCANNON, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), ...given, url]
}

/** Loads an address with {@link CONNECTIONS} connections, from a process of its own. */
export async function shoot(target: Target, seconds: number): Promise<Shot> {
  const { stdout } = await run(process.execPath, loadArguments(target, seconds), { maxBuffer: 10_000_000 })
  const raw = JSON.parse(stdout) as Raw
  return {
    perSecond: raw.requests.average,
    p50: raw.latency.p50,
    p99: raw.latency.p99,
    failed: raw.errors + raw['4xx'] + raw['5xx'],
    answers: raw.requests.total,
  }
}

/** The median; of an even number the mean of the two in the middle, so that two turns are not judged by their worse one. */
export function middle(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

/** Figures of a target, and its share of what the yardstick gave in the seconds between. */
export type Compared = Shot & { ratio: number }

/**
 * Loads a target and its yardstick in turns, and compares each turn with its neighbour: what else the machine does meanwhile
 * falls on both. Answers the medians, and each turn.
 */
export async function besideYardstick(
  target: Target,
  yardstick: Target,
  { turns, seconds }: Pace,
): Promise<{ ours: Compared; bare: Shot; taken: { ours: Shot[]; bare: Shot[] } }> {
  await shoot(target, 1)
  await shoot(yardstick, 1)
  const ours: Shot[] = []
  const bare: Shot[] = []
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await shoot(yardstick, seconds))
    ours.push(await shoot(target, seconds))
  }
  const ratios = ours.map(({ perSecond }, turn) => perSecond / (bare[turn]?.perSecond ?? Number.NaN))
  return { ours: { ...medianOf(ours), ratio: middle(ratios) }, bare: medianOf(bare), taken: { ours, bare } }
}

/** How long a measurement takes: turns of so many seconds. */
export type Pace = { turns: number; seconds: number }

/** The middle of each figure. */
export function medianOf(shots: Shot[]): Shot {
  const of = (key: keyof Shot) => middle(shots.map((shot) => shot[key]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    failed: shots.reduce((n, { failed }) => n + failed, 0),
    answers: shots.reduce((n, { answers }) => n + answers, 0),
  }
}

export type Answer = { status: number; headers: Headers; body: Buffer }

/** An answer's bytes as they travel, not unpacked. */
export function fetchRaw({ url, headers = {} }: Target): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(Buffer.from(chunk))
      const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), body: Buffer.concat(chunks) })
    })
    asked.on('error', reject).end()
  })
}

/** A bare server that answers the same bytes with the same headers (bare-page.ts). */
export async function bareCopyOf({ headers, body }: Answer): Promise<{ target: Target; stop: () => void }> {
  const child = fork(join(ROOT, 'bench/bare-page.ts'))
  const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, date: ____, ...rest } = headers
  child.send({ body: body.toString('base64'), headers: rest })
  const [port] = await once(child, 'message')
  return { target: { url: `http://localhost:${port}/` }, stop: () => child.disconnect() }
}

/** Does pieces of work, {@link CONNECTIONS} at a time, and answers their times in milliseconds, sorted. */
export async function timeAll(work: (() => Promise<unknown>)[], atOnce = CONNECTIONS) {
  const times: number[] = []
  const waiting = work.values()
  const started = performance.now()
  const worker = async () => {
    for (const piece of waiting) {
      const from = performance.now()
      await piece()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed: 0, answers: times.length }
}
