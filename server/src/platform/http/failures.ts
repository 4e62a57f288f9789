import type { Socket } from 'node:net'
import type { FailureBody } from '@campus/contract/common'
import { FAILURES, type FailureCode } from '@campus/contract/failures'
import '@campus/contract/validation-texts'
import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { causesOf, type Details, Failure, fail, invalidIssues, isDatabaseAway } from '../failures.ts'
import { BARE_HEADERS, contentSecurityPolicy, DOCUMENT_HEADERS, putHeaders } from './headers.ts'

/** NUL, a lone surrogate, a number or date out of range: schemas need not exclude each. */
const UNHOLDABLE = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

const isUnholdable = (error: unknown): boolean => causesOf(error).some(({ code }) => UNHOLDABLE.has(String(code)))

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
  // A malformed id and an absent one have the same response.
  if (error.validationContext === 'params') return fail('NO_ENCONTRADO')
  return invalidIssues(
    error.validation.map(({ instancePath, keyword, message }) => ({
      campo: instancePath.split('/').filter(Boolean).join('.') || 'solicitud',
      code: keyword,
      message: message ?? FAILURES.DATOS_INVALIDOS[1],
    })),
  )
}

/** Unforeseen errors become a 500 without details. */
export function toFailure(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  const validation = validationFailure(error)
  if (validation) return validation
  if (isDatabaseAway(error)) return fail('NO_DISPONIBLE', { retryAfter: 2 })
  if (isUnholdable(error)) return fail('DATOS_INVALIDOS')
  // The multipart parser's errors have no status.
  if (/multipart|boundary|Unexpected end of (form|file)|Malformed part/i.test(error.message) && !error.statusCode)
    return fail('SOLICITUD_INVALIDA')
  const code = BY_STATUS[error.statusCode ?? 500]
  return fail(code ?? ((error.statusCode ?? 500) < 500 ? 'SOLICITUD_INVALIDA' : 'ERROR_INESPERADO'))
}

export function failureBody(failure: Failure): FailureBody & Pick<Details, 'actual' | 'documentos' | 'avisos'> {
  const errors = failure.status === 422 ? (failure.details.errors ?? {}) : undefined
  const { message, code, details } = failure
  return {
    message,
    mensaje: message,
    code,
    ...(errors && { errors }),
    ...(details.actual && { actual: details.actual }),
    ...(details.documentos && { documentos: details.documentos }),
    ...(details.avisos && { avisos: details.avisos }),
  }
}

function begin({ status, details }: Failure, response: FastifyReply): FastifyReply {
  const after = details.retryAfter ?? (status === 429 || status === 503 ? 5 : undefined)
  if (after !== undefined) response.header('retry-after', String(Math.max(1, Math.ceil(after))))
  return response.status(status)
}

const reply = (failure: Failure, response: FastifyReply): FastifyReply =>
  begin(failure, response).send(failureBody(failure))

function replyWithPage(failure: Failure, response: FastifyReply): FastifyReply {
  const { message } = failure
  begin(failure, response)
    .headers(DOCUMENT_HEADERS)
    .header('content-security-policy', contentSecurityPolicy([], false))
    .header('cache-control', 'no-store')
  return response.type('text/html; charset=utf-8').send(`<!doctype html><html lang="es"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${message}</title>
<h1>${message}</h1><p><a href="">Reintentar</a></p></html>`)
}

/** For URLs that the router rejects before any hook: a bad escape, a segment that is too long. */
export function refuseAddress(secure: boolean) {
  return (_error: Error, request: FastifyRequest, response: FastifyReply): void => {
    putHeaders(request, response, secure)
    void reply(fail('NO_ENCONTRADO'), response)
  }
}

const BY_PARSER: Record<string, [status: string, code: FailureCode]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIEMPO_EXCEDIDO'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'SOLICITUD_INVALIDA'],
}

/** Writes to the socket, because a malformed or slow request has no reply object. */
export function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = BY_PARSER[error.code ?? ''] ?? ['400 Bad Request', 'SOLICITUD_INVALIDA']
  endWith(fail(code), status, socket, error)
}

/** Answers a request whose body is not awaited any longer. */
export function endWith(failure: Failure, status: string, socket: Socket, error: Error): void {
  const body = JSON.stringify(failureBody(failure))
  const headers = { ...BARE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, response) => {
    const failure = toFailure(error)
    if (failure.status >= 500 && error.code !== 'FST_UNDER_PRESSURE')
      request.log.error({ err: error }, 'request failed')
    if (failure.status === 503 && !request.url.startsWith('/api/')) return replyWithPage(failure, response)
    return reply(failure, response)
  })
  app.setNotFoundHandler((_request, response) => reply(fail('NO_ENCONTRADO'), response))
}
