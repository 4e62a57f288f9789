/** Child process of load.ts, so that making requests does not slow down the measuring process. */
import { createRequire } from 'node:module'
import type { Load, Shot } from './load.ts'

type Client = { setRequests: (requests: Load['requests']) => void }
type Result = { requests: { total: number }; latency: { p50: number; p99: number } } & Record<
  'duration' | 'errors' | 'non2xx',
  number
>
type Options = Omit<Load, 'seconds'> & { duration: number; setupClient: (client: Client) => void }
/** autocannon ships no types. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>

process.on('message', async ({ url, requests, connections, seconds }: Load) => {
  let client = 0
  const result = await autocannon({
    url,
    requests,
    connections,
    duration: seconds,
    // Each connection starts elsewhere in the list, so that not all request the same student at once.
    setupClient(one) {
      const start = Math.floor((client++ * requests.length) / connections)
      one.setRequests([...requests.slice(start), ...requests.slice(0, start)].map((request) => ({ ...request })))
    },
  })
  const { p50, p99 } = result.latency
  const answers = result.requests.total
  const failed = result.errors + result.non2xx
  process.send?.({ perSecond: answers / result.duration, p50, p99, failed, answers } satisfies Omit<Shot, 'cpu'>)
})
process.once('disconnect', () => process.exit(0))
