import { FailureBody } from '@campus/contract/common'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { fail } from './failures.ts'
import type { Access, App, Identity } from './http.ts'

const ROLES: Record<Exclude<Access, 'public' | 'optional'>, readonly Identity['tipo_cliente'][]> = {
  signed: ['Alumno', 'Docente', 'Administrador'],
  staff: ['Docente', 'Administrador'],
  admin: ['Administrador'],
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : undefined
}

/** Swagger's own page is no call of ours. */
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

/** How the platform finds who a request comes from. */
export type Sessions = {
  /** The owner of a live session, or null. */
  identify: (token: string) => Promise<Identity | null>
}

/** Sets `request.identity`. @throws NO_AUTENTICADO, SIN_PERMISO */
async function identify(request: FastifyRequest, access: Exclude<Access, 'public'>, sessions: Sessions): Promise<void> {
  const token = bearerOf(request)
  if (access === 'optional' && !token) return
  const identity = token ? await sessions.identify(token) : null
  if (!identity) throw fail('NO_AUTENTICADO')
  // Set before the role is checked: the audit log records who was refused.
  request.identity = identity
  if (access !== 'optional' && !ROLES[access].includes(identity.tipo_cliente)) throw fail('SIN_PERMISO')
}

/**
 * Deny by default: a route under /api that declares no access or no response schema stops the boot (contract section 2), and
 * every request is identified by its bearer token alone, before its body is read.
 */
export function installAccess(app: App, sessions: Sessions): void {
  app.decorateRequest('identity', null)
  app.addHook('onRoute', checkDeclared)
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (access !== undefined && access !== 'public') await identify(request, access, sessions)
  })
}

/**
 * The student that a path names: the token's own, or, for staff, any of their brand (checked by the query).
 * @throws SIN_PERMISO when a student names another (contract section 2).
 */
export function subjectOf(identity: Identity, id: number): number {
  if (identity.id !== id && identity.tipo_cliente === 'Alumno') throw fail('SIN_PERMISO')
  return id
}

/** The token's own id, where not even staff may look at another's (notifications, sessions, exports). @throws SIN_PERMISO */
export function ownOf(identity: Identity, id: number): number {
  if (identity.id !== id) throw fail('SIN_PERMISO')
  return id
}
