import { FAILURES, type FailureCode } from '@campus/contract/failures'

export type Details = {
  errors?: Record<string, string[]>
  /** Seconds, for 429 and 503. */
  retryAfter?: number
  /** The current state, for CAMBIO_MIENTRAS; the route declares it with `conflictOf`. */
  actual?: { datos: unknown; version: number; por: { id: number; nombre: string } | null; en: string }
  /** What each document lacks, for NO_PUBLICABLE. */
  documentos?: unknown[]
  /** What its courses lack, for NO_PUBLICABLE. */
  avisos?: unknown[]
  message?: string
}

/** The only error that features throw on purpose; its codes are in `contract/failures.ts`. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly details: Details
  constructor(code: FailureCode, { cause, ...details }: Details & { cause?: unknown } = {}) {
    super(details.message ?? FAILURES[code][1], { cause })
    this.code = code
    this.status = FAILURES[code][0]
    this.details = details
  }
}

export const fail = (code: FailureCode, details?: Details & { cause?: unknown }): Failure => new Failure(code, details)

export const invalidFields = (errors: Record<string, string[]>): Failure =>
  fail('DATOS_INVALIDOS', { errors, message: Object.values(errors)[0]?.[0] })

export const invalid = (campo: string, text: string): Failure => invalidFields({ [campo]: [text] })

type Issue = { campo: string; code: string | undefined; message: string }

/** A value of the wrong type has only that error: its length has no meaning. */
export function invalidIssues(issues: Issue[]): Failure {
  const mistyped = new Set(issues.flatMap(({ campo, code }) => (code === 'invalid_type' ? [campo] : [])))
  const errors: Record<string, string[]> = {}
  for (const { campo, code, message } of issues)
    if (code === 'invalid_type' || !mistyped.has(campo))
      errors[campo] = [...new Set([...(errors[campo] ?? []), message])]
  return invalidFields(errors)
}

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']
/** Full disk or connections, deadlock victim, lock or statement timeout, starting or stopping: a retry may succeed. */
const TRANSIENT = ['53100', '53300', '40P01', '55P03', '57014', '57P01', '57P02', '57P03']
const DATABASE_AWAY = new Set([...UNREACHABLE, ...TRANSIENT])

/** Messages of driver errors that have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Drizzle wraps the driver's error. */
export function causesOf(error: unknown): (Error & { code?: unknown })[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

export const hasCode = (error: unknown, wanted: string): boolean => causesOf(error).some(({ code }) => code === wanted)

export const isDatabaseAway = (error: unknown): boolean =>
  causesOf(error).some(({ code, message }) => DATABASE_AWAY.has(String(code)) || CONNECTION_LOST.test(message))
