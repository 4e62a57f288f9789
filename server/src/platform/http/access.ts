import { FailureBody } from '@campus/contract/common'
import { type Permission, type Scope, scopeOf } from '@campus/contract/permissions'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { fail } from '../failures.ts'
import type { Access, App, Identity } from './http.ts'

/** How far the caller's roles carry a permission; handlers limit their rows to it. */
export const scopeOfIdentity = (identity: Pick<Identity, 'roles'>, permission: Permission): Scope | undefined =>
  scopeOf(identity.roles, permission)

export const can = (identity: Pick<Identity, 'roles'>, permission: Permission): boolean =>
  scopeOfIdentity(identity, permission) !== undefined

function mayCall(identity: Identity, access: Exclude<Access, 'public'>): boolean {
  if (access === 'optional' || access === 'signed') return true
  return access === 'gestion' ? identity.roles.length > 0 : can(identity, access)
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : undefined
}

const isOurs = (route: RouteOptions) => route.url.startsWith('/api/') && !route.url.startsWith('/api/docs')

function checkDeclared(route: RouteOptions): void {
  if (!isOurs(route)) return
  const access = route.config?.access
  if (access === undefined) throw new Error(`${route.method} ${route.url} does not declare its access`)
  const schema = route.schema ?? {}
  const responses = (schema.response ?? {}) as Record<string, unknown>
  if (!Object.keys(responses).some((status) => status.startsWith('2')))
    throw new Error(`${route.method} ${route.url} does not declare its response`)
  const security = access === 'public' ? undefined : [{ bearer: [] }]
  route.schema = { ...schema, response: { ...responses, '4xx': FailureBody, '5xx': FailureBody }, security }
}

export type Sessions = {
  identify: (token: string) => Promise<Identity | null>
}

async function identify(request: FastifyRequest, access: Exclude<Access, 'public'>, sessions: Sessions): Promise<void> {
  const token = bearerOf(request)
  if (access === 'optional' && !token) return
  const identity = token ? await sessions.identify(token) : null
  if (!identity) throw fail('NO_AUTENTICADO')
  // Set before the permission check, so that the audit log has the refused caller.
  request.identity = identity
  if (!mayCall(identity, access)) throw fail('SIN_PERMISO')
}

/** Deny by default: a route under /api without access or response schema stops the boot (docs/product/accounts.md 1.2). */
export function installAccess(app: App, sessions: Sessions): void {
  app.decorateRequest('identity', null)
  app.addHook('onRoute', checkDeclared)
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (access !== undefined && access !== 'public') await identify(request, access, sessions)
  })
}

/** For routes where not even staff may name another person. @throws SIN_PERMISO */
export function ownOf(identity: Identity, id: number): number {
  if (identity.id !== id) throw fail('SIN_PERMISO')
  return id
}
