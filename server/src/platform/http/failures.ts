import type { Socket } from 'node:net'
import type { FailureBody } from '@campus/contract/common'
import { FAILURES, type FailureCode } from '@campus/contract/failures'
import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { es } from 'zod/locales'
import { BARE_HEADERS, putHeaders } from './headers.ts'

// What a rule says without words of its own is said in Spanish too.
z.config(es())

type Details = {
  /** Texts by field, for 422. */
  errors?: Record<string, string[]>
  /** Seconds after which a retry makes sense, for 429 and 503. */
  retryAfter?: number
  /** Replaces the catalogue's text where the contract gives one text per case. */
  message?: string
}

/** A refusal from the catalogue of `contract/failures.ts`; the only error that a feature throws on purpose. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly details: Details
  constructor(code: FailureCode, details: Details = {}) {
    super(details.message ?? FAILURES[code][1])
    this.code = code
    this.status = FAILURES[code][0]
    this.details = details
  }
}

/** `throw fail('EXAMEN_CERRADO')`. */
export const fail = (code: FailureCode, details?: Details): Failure => new Failure(code, details)

/** A 422 with one text under one field. */
export const invalid = (campo: string, text: string): Failure =>
  new Failure('DATOS_INVALIDOS', { errors: { [campo]: [text] }, message: text })

const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53100',
  '53300',
  // Of two that waited for each other PostgreSQL took one back: it did nothing, and may be asked again.
  '40P01',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
])

/** What the driver says without a code of a connection that it lost, could not open, or that did not answer in time. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** True when the error says that the database cannot answer now (contract section 1: 503). */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && DATABASE_AWAY.has(String(cause.code))) return true
    if (CONNECTION_LOST.test(cause.message)) return true
  }
  return false
}

/**
 * What PostgreSQL says of a value that it cannot hold: no character (NUL, half a surrogate), a number or a date beyond its
 * type. The schemas let such values through where a rule of the field says nothing of them.
 */
const UNHOLDABLE = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

function isUnholdable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && UNHOLDABLE.has(String(cause.code))) return true
  }
  return false
}

const BY_STATUS: Record<number, FailureCode> = {
  400: 'SOLICITUD_INVALIDA',
  401: 'NO_AUTENTICADO',
  403: 'SIN_PERMISO',
  404: 'NO_ENCONTRADO',
  405: 'METODO_NO_PERMITIDO',
  406: 'SOLICITUD_INVALIDA',
  408: 'TIEMPO_EXCEDIDO',
  413: 'DEMASIADO_GRANDE',
  415: 'TIPO_NO_ADMITIDO',
  429: 'DEMASIADOS_INTENTOS',
  503: 'NO_DISPONIBLE',
}

function validationFailure(error: FastifyError): Failure | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  // An id that is not an id names nothing: 404, the same bytes as an absent one (contract section 1).
  if (error.validationContext === 'params') return fail('NO_ENCONTRADO')
  const errors: Record<string, string[]> = {}
  for (const issue of error.validation) {
    const campo = issue.instancePath.split('/').filter(Boolean).join('.') || 'solicitud'
    errors[campo] = [...(errors[campo] ?? []), issue.message ?? FAILURES.DATOS_INVALIDOS[1]]
  }
  const first = Object.values(errors)[0]?.[0]
  return fail('DATOS_INVALIDOS', { errors, message: first })
}

/** Turns anything thrown into a failure of the catalogue; what nobody foresaw becomes a silent 500. */
export function toFailure(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  const validation = validationFailure(error)
  if (validation) return validation
  if (isDatabaseAway(error)) return fail('NO_DISPONIBLE', { retryAfter: 2 })
  if (isUnholdable(error)) return fail('DATOS_INVALIDOS')
  // Broken multipart bodies come from the parser without a status of their own.
  if (/multipart|boundary|Unexpected end of (form|file)|Malformed part/i.test(error.message) && !error.statusCode)
    return fail('SOLICITUD_INVALIDA')
  const code = BY_STATUS[error.statusCode ?? 500]
  return fail(code ?? ((error.statusCode ?? 500) < 500 ? 'SOLICITUD_INVALIDA' : 'ERROR_INESPERADO'))
}

/** The body that the screens read: the text under both keys, `errors` only with 422. */
export function failureBody(failure: Failure): FailureBody {
  const errors = failure.status === 422 ? (failure.details.errors ?? {}) : undefined
  return { message: failure.message, mensaje: failure.message, code: failure.code, ...(errors && { errors }) }
}

function reply(failure: Failure, response: FastifyReply): FastifyReply {
  const after = failure.details.retryAfter ?? (failure.status === 429 || failure.status === 503 ? 5 : undefined)
  if (after !== undefined) response.header('retry-after', String(Math.max(1, Math.ceil(after))))
  return response.status(failure.status).send(failureBody(failure))
}

/** Answers an address that the router itself refuses (a bad escape, a part too long), before any hook: it names nothing. */
export function refuseAddress(secure: boolean) {
  return (_error: Error, request: FastifyRequest, response: FastifyReply): void => {
    putHeaders(request, response, secure)
    void reply(fail('NO_ENCONTRADO'), response)
  }
}

type BrokenRequest = Error & { code?: string }

/** Status line and code by what Node's parser says; whatever else it says is a request that it could not read. */
const BY_PARSER: Record<string, [status: string, code: FailureCode]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIEMPO_EXCEDIDO'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'SOLICITUD_INVALIDA'],
}

/** Answers bytes that are no request, or that do not come: in our words, with our headers, and then hangs up. */
export function refuseBytes(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = BY_PARSER[error.code ?? ''] ?? ['400 Bad Request', 'SOLICITUD_INVALIDA']
  const body = JSON.stringify(failureBody(fail(code)))
  const headers = { ...BARE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

/** The only place that turns failures into HTTP. */
export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, response) => {
    const failure = toFailure(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return reply(failure, response)
  })
  app.setNotFoundHandler((_request, response) => reply(fail('NO_ENCONTRADO'), response))
}
