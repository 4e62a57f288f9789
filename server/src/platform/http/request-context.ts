import { AsyncLocalStorage } from 'node:async_hooks'
import type { App, Identity } from './http.ts'

/** Whose work is being done: a request's, or that of a job which a request asked for. */
export type Origin = {
  /** The request's id, as the logs and `X-Request-Id` have it. */
  id: string
  /** The address it came from; jobs have none. */
  ip?: string
  person: () => Identity | null
}

const origin = new AsyncLocalStorage<Origin>()

/** The request that the running code belongs to; undefined in what nobody asked for, as the work of a clock. */
export const currentOrigin = (): Origin | undefined => origin.getStore()

/** Does something on behalf of a request that is over. */
export const onBehalfOf = <T>(id: string, work: () => T): T => origin.run({ id, person: () => null }, work)

/** Lets everything that a request sets in motion know which one it was. */
export function installRequestContext(app: App): void {
  app.addHook('onRequest', (request, _reply, done) =>
    origin.run({ id: request.id, ip: request.ip, person: () => request.identity }, done),
  )
  // A body is read by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? done()
      : origin.run({ id: request.id, ip: request.ip, person: () => request.identity }, done),
  )
}
