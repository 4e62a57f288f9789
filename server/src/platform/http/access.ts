import { FailureBody } from '@campus/contract/common'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { fail } from './failures.ts'
import type { Access, App, Identity } from './http.ts'
import { createKeeping, type Keeping, type KeepingOptions } from './keeping.ts'
import { declareKept, type Kept } from './kept.ts'
import { createGuesses, type Guess, type Guesses, type Sessions, underGuess } from './proof.ts'

const ROLES: Record<Access, readonly Identity['tipo_cliente'][]> = {
  public: [],
  optional: [],
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

const mayCall = (identity: Identity, access: Access): boolean =>
  access === 'optional' || ROLES[access].includes(identity.tipo_cliente)

function checkRole(identity: Identity, access: Access): void {
  if (!mayCall(identity, access)) throw fail('SIN_PERMISO')
}

/** Finds who a request comes from, and says so in `request.identity`. @throws NO_AUTENTICADO, SIN_PERMISO */
async function identifyAnew(request: FastifyRequest, sessions: Sessions, guesses: Guesses): Promise<void> {
  const token = bearerOf(request)
  const identity = token ? await sessions.identify(token) : null
  if (!token || !identity) throw fail('NO_AUTENTICADO')
  guesses.keep(sessions.hashOf(token), identity)
  // Named before it is refused: the audit trail keeps who was.
  request.identity = identity
  checkRole(identity, request.routeOptions.config.access ?? 'admin')
}

/** What access works with. */
type Gate = { sessions: Sessions; guesses: Guesses; keeping: Keeping }

/** Lets a guess in when the database says that the session is theirs still; true when they got the answer of before. */
async function tellKept(request: FastifyRequest, reply: FastifyReply, guess: Guess, kept: Kept, gate: Gate) {
  const { sessions, guesses, keeping } = gate
  const row = await sessions.vouch(guess, kept.keys)
  if (!row) {
    guesses.forget(guess.hash)
    await identifyAnew(request, sessions, guesses)
    return false
  }
  request.identity = guess.identity
  request.guess = guess
  if (row.stale) await sessions.touch(guess.identity.id_acceso)
  return keeping.tell(request, reply, kept, row.version ?? '')
}

/** Lets a guess in as far as its first statement, which must prove it. */
function letIn(request: FastifyRequest, guess: Guess, sessions: Sessions): void {
  request.identity = guess.identity
  request.proof = { guess, alive: sessions.alive, state: 'open', stale: false }
}

/** Who a request is guessed to come from: of one that reads, and that this person may make. */
function guessOf(request: FastifyRequest, access: Access, { sessions, guesses }: Gate): Guess | undefined {
  const token = request.routeOptions.config.reads && bearerOf(request)
  const guess = token ? guesses.find(sessions.hashOf(token)) : undefined
  return guess && mayCall(guess.identity, access) ? guess : undefined
}

/**
 * The handler of a route that `reads`: what it says for a guess counts only when its read proved it; else the sender is
 * identified, and it runs again.
 */
function proving(handler: RouteHandlerMethod, { sessions, guesses, keeping }: Gate): RouteHandlerMethod {
  return async function (request, reply) {
    const { proof, guess, validationError } = request
    const { keeps } = request.routeOptions.config
    const run = async () => {
      if (validationError) throw validationError
      return handler.call(this, request, reply)
    }
    if (guess) return keeping.keep(request, reply, await run(), guess)
    if (!proof) return run()
    if (keeps && !validationError) keeping.prepare(request, proof, keeps)
    const done = await underGuess(proof, run)
    if (done) {
      if (proof.stale) await sessions.touch(proof.guess.identity.id_acceso)
      return keeping.keep(request, reply, done.answer, proof.guess, proof)
    }
    guesses.forget(proof.guess.hash)
    await identifyAnew(request, sessions, guesses)
    return run()
  }
}

/**
 * Deny by default: a route under /api that declares no access or no response schema stops the boot
 * (contract section 2), and every request is identified by its bearer token alone, before its body is read. A route that
 * `reads` is let in on who the token named last; the statement that answers it checks that (proof.ts). Of one that `keeps`
 * that statement also says whether the answer of before is still so, and then nothing else is read (keeping.ts).
 * @returns how to forget what is kept
 */
export function installAccess(app: App, sessions: Sessions, options: KeepingOptions): { clear: () => void } {
  const gate: Gate = { sessions, guesses: createGuesses(), keeping: createKeeping(sessions, options) }
  const { guesses, keeping } = gate
  app.decorateRequest('identity', null)
  app.decorateRequest('proof', null)
  app.decorateRequest('guess', null)
  app.decorateRequest('known', null)
  app.addHook('onRoute', (route) => {
    checkDeclared(route)
    if (!route.config?.reads) return
    route.attachValidation = true
    if (route.config.keeps) declareKept(route.url, route.config.keeps)
    route.handler = proving(route.handler, gate)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return done()
    if (access === 'optional' && !bearerOf(request)) return done()
    const guess = guessOf(request, access, gate)
    if (!guess) return void identifyAnew(request, sessions, guesses).then(() => done(), done)
    const kept = keeping.find(request, guess)
    if (kept) return void tellKept(request, reply, guess, kept, gate).then((told) => told || done(), done)
    letIn(request, guess, sessions)
    done()
  })
  return keeping
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
