import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail, refuseBytes } from './failures.ts'

/** Whose work is being done: a request's, or that of a job which a request asked for. */
export type Origin = {
  /** The request's id, as the logs and `X-Request-Id` have it. */
  id: string
  /** The address it came from; jobs have none. */
  ip?: string
  person: () => FastifyRequest['identity']
}

const origin = new AsyncLocalStorage<Origin>()

/** The request that the running code belongs to; undefined in scheduled work. */
export const currentOrigin = (): Origin | undefined => origin.getStore()

/** Does something on behalf of a request that is over, or of none. */
export const onBehalfOf = <T>(id: string, work: () => T, person: FastifyRequest['identity'] = null): T =>
  origin.run({ id, person: () => person }, work)

/** A host name, an IPv4 address or an IPv6 address in brackets, perhaps with a port. */
const HOST = /^(?:[\w.~!$&'()*+;=%-]*|\[[0-9a-fA-F:.]+\])(?::\d*)?$/

/** Whether a request names one valid host (RFC 9112 section 3.2): a proxy might read the first of two and we the second. */
function hasOneHost({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return hosts.length < 2 && HOST.test(hosts[0] ?? '')
}

export type Stopping = {
  /** True while health tells balancers to send nothing more. */
  draining: boolean
  /** Aborted after draining: ends the live streams. */
  ending: AbortSignal
  stop: (drainMs: number) => Promise<void>
}

/** For the responses under way; jobs and pool have their own limits. */
const LAST_MS = 12_000
const LOOK_MS = 50

/** The longest that a stop may take after draining, in seconds. */
export const STOP_SECONDS = 25

/** Runs before `app.close()`: a closing Fastify refuses `inject`, by which pages call the API, and waits for idle connections. */
function stoppingOf(app: FastifyInstance): Stopping {
  const end = new AbortController()
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
  })
  const stopping: Stopping = {
    draining: false,
    ending: end.signal,
    async stop(drainMs) {
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

const BODY_MS = 15_000

/** Ends a request whose body comes too slowly; a file may take as long as the server's `requestTimeout`. */
function limitBody(app: FastifyInstance, { raw, headers }: FastifyRequest): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  // An injected request has no connection to end.
  if (!(raw.socket instanceof Socket)) return
  if (!hasBody || raw.complete || headers['content-type']?.startsWith('multipart/form-data')) return
  const late = Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const timer = setTimeout(() => refuseBytes(late, raw.socket), app.bodyMs)
  for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer))
}

/**
 * Lets everything that a request sets in motion know which one it was, logs its end, and lets a stop wait for it; refuses two
 * hosts or a malformed one with 400.
 */
export function installRequests(app: FastifyInstance): void {
  const stopping = stoppingOf(app)
  app.decorate('stopping', stopping)
  app.decorate('bodyMs', BODY_MS)
  const run = (request: FastifyRequest, next: () => void) =>
    origin.run({ id: request.id, ip: request.ip, person: () => request.identity }, next)
  app.addHook('onRequest', (request, reply, done) => {
    if (stopping.draining) reply.header('connection', 'close')
    limitBody(app, request)
    if (hasOneHost(request)) run(request, done)
    else done(fail('SOLICITUD_INVALIDA'))
  })
  // Socket events, which deliver the body, lose the context.
  app.addHook('preValidation', (request, _reply, done) =>
    request.method === 'GET' || request.method === 'HEAD' ? done() : run(request, done),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.quiet && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level]({ req: request, res: reply, responseTime: Math.round(reply.elapsedTime) }, 'request completed')
    done()
  })
}
