import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry } from 'prom-client'

type Wanted = { count: number; env: Record<string, string>; stopMs: number; log: (text: string) => void }

/** Serves one port from `count` processes. The first prepares the database alone; `banner` is undefined if it could not. */
export async function runWorkers({ count, env, stopMs, log }: Wanted) {
  const registry = new AggregatorRegistry()
  let stopping = false
  let wait = 250
  function fork(): Worker {
    const worker = cluster.fork(env)
    worker.on('message', async (message) => {
      if (message === 'metrics')
        worker.send({ metrics: await registry.clusterMetrics().catch(() => '') }, () => undefined)
    })
    // Without a process number it could not be started, and no `exit` follows.
    worker.on('error', (error) => worker.process.pid ?? replace(worker, error.message))
    return worker
  }
  function replace({ process: { pid } }: Worker, how: string | number): void {
    if (stopping) return
    log(`El proceso ${pid} terminó (${how}); otro lo reemplaza en ${wait} ms.`)
    setTimeout(() => stopping || fork(), wait)
    wait = Math.min(30_000, wait * 2)
  }
  async function stop(): Promise<void> {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    const killer = setTimeout(() => workers.forEach((worker) => void worker.process.kill('SIGKILL')), stopMs)
    await Promise.all(ended)
    clearTimeout(killer)
  }
  const first = fork()
  const banner = await new Promise<string | undefined>((resolve) => {
    first.on('message', ({ banner }) => banner && resolve(banner)).once('exit', () => resolve(undefined))
  })
  cluster.on('listening', () => {
    wait = 250
  })
  cluster.on('exit', (worker, code, signal) => replace(worker, signal ?? code))
  for (let i = 1; banner && i < count; i++) fork()
  return { banner, stop }
}
