import type { FastifyRequest } from 'fastify'
import { fail } from './failures.ts'
import type { App } from './http.ts'

/** A host name, an IPv4 address or an IPv6 address in brackets, perhaps with a port. */
const HOST = /^(?:[\w.~!$&'()*+;=%-]*|\[[0-9a-fA-F:.]+\])(?::\d*)?$/

/** Whether a request names one valid host (RFC 9112 section 3.2): of two, a proxy might read the one and we the other. */
function hasOneHost({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return hosts.length < 2 && HOST.test(hosts[0] ?? '')
}

/** Answers 400 to a request with two hosts or a broken one. */
export function installHostCheck(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => (hasOneHost(request) ? done() : done(fail('SOLICITUD_INVALIDA'))))
}
