import { Agent, request as ask, createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const PROBE_MS = 200
/** Failed probes until an instance gets no more requests. */
const FALL = 3

/** `up` after a successful health probe. */
export type Backend = { port: number; up: boolean }

const portOf = (address: unknown) =>
  typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0

/** Probes repeatedly, one at a time. */
function keepProbing(backend: Backend): () => void {
  let over = false
  let bad = FALL
  const probe = async () => {
    while (!over) {
      const answer = await fetch(`http://127.0.0.1:${backend.port}/api/salud`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      bad = answer?.ok ? 0 : bad + 1
      backend.up = bad < FALL
      await sleep(PROBE_MS)
    }
  }
  void probe()
  return () => {
    over = true
  }
}

/** A minimal load balancer: random, keep-alive, no retries, so that every dropped request is seen. */
export async function aBalancer(backends: Backend[]): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const server = createServer((request, response) => {
    const up = backends.filter((backend) => backend.up)
    const backend = up[Math.floor(Math.random() * up.length)]
    if (!backend) return response.writeHead(502, { 'x-balancer': 'no instance is up' }).end()
    const { method, url: path, headers } = request
    const to = { host: '127.0.0.1', port: backend.port, agent, method, path }
    const onward = ask({ ...to, headers: { ...headers, connection: 'keep-alive' } }, (answer) => {
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', (error) =>
      response.headersSent
        ? response.destroy()
        : response.writeHead(502, { 'x-balancer': `${backend.port} ${error.message}` }).end(),
    )
    response.on('close', () => onward.destroy())
    return request.pipe(onward)
  })
  server.keepAliveTimeout = 120_000
  const ends = backends.map(keepProbing)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const end of ends) end()
    server.closeAllConnections()
    server.close()
    agent.destroy()
  })
  return `http://127.0.0.1:${portOf(server.address())}`
}

export async function untilUp(backend: Backend): Promise<void> {
  while (!backend.up) await sleep(10)
}
