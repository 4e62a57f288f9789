import cluster from 'node:cluster'
import { on } from 'node:events'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { isSameSecret } from '../files/signing.ts'
import type { App, Deps } from './http.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function define() {
  collectDefaultMetrics()
  new Gauge({ name: 'campus_process', help: 'Processes that serve', labelNames: ['pid'] }).set({ pid: process.pid }, 1)
  return {
    requests: new Histogram({
      name: 'campus_http_request_seconds',
      help: 'Requests by route (its pattern, not its address) and kind of answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
    }),
    jobs: new Histogram({
      name: 'campus_job_seconds',
      help: 'Jobs by queue and how they ended',
      labelNames: ['queue', 'result'],
      buckets: SECONDS,
    }),
  }
}

let defined: ReturnType<typeof define> | undefined

/** Undefined without METRICS_TOKEN, so that nothing is measured that cannot be read. */
export const metrics = (): ReturnType<typeof define> | undefined => defined

/** Read from the database at each scrape; every process reads the same value. */
export function gauge(name: string, help: string, read: () => Promise<number>): void {
  if (!defined) return
  // An application that is built again in the same process has another database.
  register.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    aggregator: 'max',
    async collect() {
      // Without the database, the other metrics are still served.
      await read().then(
        (value) => this.set(value),
        () => this.reset(),
      )
    },
  })
}

/** The metrics of all processes, through the primary; undefined in the only one, or after a timeout. */
async function askForMetrics(): Promise<string | undefined> {
  if (!cluster.isWorker) return undefined
  const replies = on(process, 'message', { signal: AbortSignal.timeout(6000) })
  process.send?.('metrics')
  try {
    for await (const [{ metrics }] of replies) if (metrics) return metrics
  } catch {
    // Timeout.
  }
}

export function installMetrics(app: App, { config, jobs }: Deps): void {
  const { metricsToken } = config
  if (!metricsToken) return
  defined ??= define()
  const { requests } = defined
  gauge('campus_jobs_failed', 'Jobs that were given up and not sent again (npm run jobs)', jobs.countFailed)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requests.observe(
      { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    )
  })
  // From here on the primary can request the metrics of this worker.
  if (cluster.isWorker) app.addHook('onListen', async () => void new AggregatorRegistry())
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const sent = request.headers.authorization ?? ''
    if (!isSameSecret(sent, `Bearer ${metricsToken}`))
      return reply.status(401).header('www-authenticate', 'Bearer').send()
    reply.header('content-type', register.contentType).header('cache-control', 'no-store')
    return (await askForMetrics()) ?? register.metrics()
  })
}
