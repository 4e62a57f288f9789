import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../failures.ts'
import { refuseBytes } from './failures.ts'

/** The request that caused the running code, directly or through a job. */
export type Origin = {
  id: string
  /** Absent in jobs. */
  ip?: string
  log?: FastifyBaseLogger
  person: () => FastifyRequest['identity']
}

const origin = new AsyncLocalStorage<Origin>()

export const currentOrigin = (): Origin | undefined => origin.getStore()

/** For work that outlives its request, such as a job. */
export const onBehalfOf = <T>(id: string, work: () => T, person: FastifyRequest['identity'] = null): T =>
  origin.run({ id, person: () => person }, work)

const HOST = /^(?:[\w.~!$&'()*+;=%-]*|\[[0-9a-fA-F:.]+\])(?::\d*)?$/

/** RFC 9112 section 3.2: of two Host fields a proxy might read the first and we the second. */
function hasOneHost({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return hosts.length < 2 && HOST.test(hosts[0] ?? '')
}

/** For responses under way; jobs and pool have limits of their own. */
const LAST_MS = 12_000
const LOOK_MS = 50

/** The maximum after draining. */
export const STOP_SECONDS = 25

/** Runs before `app.close()`, which refuses `inject` (pages call the API with it) and waits for idle connections. */
function stoppingOf(app: FastifyInstance) {
  const end = new AbortController()
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
  })
  const stopping = {
    /** Health answers 503 meanwhile, so that balancers send no more requests. */
    draining: false,
    /** Aborted after draining, to end event streams. */
    ending: end.signal,
    async stop(drainMs: number): Promise<void> {
      stopping.draining = true
      await sleep(drainMs)
      end.abort()
      app.server.close()
      const last = performance.now() + LAST_MS
      do await sleep(LOOK_MS)
      while (underWay > 0 && performance.now() < last)
      app.server.closeAllConnections()
    },
  }
  return stopping
}

export type Stopping = ReturnType<typeof stoppingOf>

const BODY_MS = 15_000
const BODY_LOOK_MS = 1000
/** Slower than this, the largest photo would not arrive within the server's `requestTimeout`. */
const SLOWEST_FORM_BYTES_A_SECOND = 4000

/** Ends bodies that are incomplete after `app.bodyMs`; a form may go on while it arrives fast enough. */
function limitBody(app: FastifyInstance, { raw, headers, routeOptions }: FastifyRequest): void {
  const { socket } = raw
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  // An injected request has no connection to end.
  if (!(socket instanceof Socket) || !hasBody || raw.complete) return
  const slowest = routeOptions.config.form ? SLOWEST_FORM_BYTES_A_SECOND : Number.POSITIVE_INFINITY
  const [began, before] = [performance.now(), socket.bytesRead]
  const timer = setInterval(() => {
    const ms = performance.now() - began
    if (raw.complete || ms < app.bodyMs || socket.bytesRead - before >= (ms / 1000) * slowest) return
    refuseBytes(Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  }, BODY_LOOK_MS)
  for (const over of ['end', 'close']) raw.once(over, () => clearInterval(timer))
}

/** Gives all code that a request causes its origin, and refuses an invalid Host with 400. */
export function installRequests(app: FastifyInstance): void {
  const stopping = stoppingOf(app)
  app.decorate('stopping', stopping)
  app.decorate('bodyMs', BODY_MS)
  const run = (request: FastifyRequest, next: () => void) =>
    origin.run({ id: request.id, ip: request.ip, log: request.log, person: () => request.identity }, next)
  app.addHook('onRequest', (request, reply, done) => {
    if (stopping.draining) reply.header('connection', 'close')
    limitBody(app, request)
    if (hasOneHost(request)) run(request, done)
    else done(fail('SOLICITUD_INVALIDA'))
  })
  // Socket events, which deliver the body, lose the async context.
  app.addHook('preValidation', (request, _reply, done) =>
    request.method === 'GET' || request.method === 'HEAD' ? done() : run(request, done),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.quiet && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level]({ req: request, res: reply, responseTime: Math.round(reply.elapsedTime) }, 'request completed')
    done()
  })
}
