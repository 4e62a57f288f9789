import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'

/** What the processes of one program say to each other. */
type Word =
  | { campus: 'ready'; banner: string }
  | { campus: 'stop' }
  | { campus: 'metrics?'; id: number }
  | { campus: 'metrics'; id: number; text: string }

const isWord = (message: unknown): message is Word =>
  typeof message === 'object' && message !== null && 'campus' in message

type Figures = Pick<AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'>, 'clusterMetrics'>

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000

/** How long to wait before the next worker, after so many that did not come to serve. */
export const waitAfter = (deaths: number): number =>
  deaths <= 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1))

function answerMetrics(worker: Worker, id: number, all: Figures): void {
  const send = (text: string) => worker.isConnected() && worker.send({ campus: 'metrics', id, text } satisfies Word)
  all.clusterMetrics().then(send, () => send(''))
}

/** How a worker ended; one that could not be born ends, too. */
function endOf(worker: Worker): Promise<{ code: number; how: string }> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code: code ?? 1, how: signal ?? String(code) }))
    // Said of a birth that failed and of a word that did not reach it; only the first means that no `exit` follows.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve({ code: 1, how: error.message })
    })
  })
}

/** How many processes, with which settings besides ours, and how long each may take to stop before it is killed. */
type Wanted = { count: number; env: Record<string, string>; patienceMs: number }

/** Several processes that serve one port. */
export type Workers = { banner: Promise<string>; gone: Promise<number>; stop: () => Promise<void> }

/**
 * Runs `count` copies of this program on one port, the first before the others, so that one prepares the database. One that
 * dies is replaced: at once, and ever later while they do not come to serve. `gone` tells when the first could not start, with its exit code.
 */
export function runWorkers({ count, env, patienceMs }: Wanted, tell: (text: string) => void): Workers {
  const all = new AggregatorRegistry()
  let stopping = false
  let served = false
  /** Those that have begun to listen, by their number. */
  const serving = new Set<number>()
  const banner = Promise.withResolvers<string>()
  const gone = Promise.withResolvers<number>()

  const listen = (worker: Worker) =>
    worker.on('message', (message: unknown) => {
      if (!isWord(message)) return
      if (message.campus === 'ready') {
        served = true
        banner.resolve(message.banner)
      }
      if (message.campus === 'metrics?') answerMetrics(worker, message.id, all)
    })

  /** One worker from its birth to its end. */
  async function live(): Promise<{ code: number; how: string; pid: number | undefined; ready: boolean }> {
    const worker = cluster.fork(env)
    worker.once('listening', () => serving.add(worker.id))
    let ready = false
    listen(worker).on('message', (message: unknown) => {
      if (isWord(message) && message.campus === 'ready') ready = true
    })
    const { code, how } = await endOf(worker)
    return { code, how, pid: worker.process.pid, ready }
  }

  async function keepOne(): Promise<void> {
    let deaths = 0
    while (!stopping) {
      const { code, how, pid, ready } = await live()
      if (stopping) return
      if (!ready && !served) return gone.resolve(code)
      // Who came to serve is replaced at once, however soon it died: a start takes longer than the first waits.
      deaths = ready ? 0 : deaths + 1
      const wait = waitAfter(deaths - 1)
      tell(`El proceso ${pid} terminó (${how}); otro lo reemplaza en ${wait} ms.`)
      await sleep(wait)
    }
  }

  keepOne()
  banner.promise.then(() => {
    for (let i = 1; i < count; i++) keepOne()
  })

  return {
    banner: banner.promise,
    gone: gone.promise,
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const ended = workers.map(endOf)
      for (const worker of workers) {
        // One that is still starting would come to say that all is well while the others drain, and keep them waiting: it
        // serves nobody, and ends.
        if (!serving.has(worker.id)) worker.process.kill('SIGTERM')
        else if (worker.isConnected()) worker.send({ campus: 'stop' } satisfies Word)
      }
      const killer = setTimeout(() => {
        for (const worker of workers.filter((one) => !one.isDead())) {
          tell(`El proceso ${worker.process.pid} no se detuvo en ${patienceMs / 1000} s; se le obliga.`)
          worker.process.kill('SIGKILL')
        }
      }, patienceMs)
      await Promise.all(ended)
      clearTimeout(killer)
    },
  }
}

/** In a worker: says that it serves, and stops once when it is told to. */
export function reportReady(banner: string, stop: () => void): boolean {
  if (!cluster.isWorker) return false
  // Lets the first process collect our figures.
  new AggregatorRegistry()
  process.send?.({ campus: 'ready', banner } satisfies Word)
  process.on('message', (message: unknown) => {
    if (isWord(message) && message.campus === 'stop') stop()
  })
  return true
}

let asked = 0

/** In a worker: the figures of all processes together; undefined where there is only one, or no answer in time. */
export async function askForMetrics(): Promise<string | undefined> {
  if (!cluster.isWorker || !process.connected) return undefined
  const id = ++asked
  return new Promise((resolve) => {
    const end = (text?: string) => {
      clearTimeout(timer)
      process.off('message', hear)
      resolve(text || undefined)
    }
    const hear = (message: unknown) => {
      if (isWord(message) && message.campus === 'metrics' && message.id === id) end(message.text)
    }
    const timer = setTimeout(end, 6000)
    process.on('message', hear)
    process.send?.({ campus: 'metrics?', id } satisfies Word)
  })
}
