import type { FailureBody } from '@campus/contract/common'

/** An error of the API; `message` is Spanish text for the user. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]>
  /** False when a proxy responded, whose text is not for users. */
  readonly fromServer: boolean
  /** The current record, in a 409 to a stale save. */
  readonly actual: unknown
  /** Seconds; 0 without `Retry-After`. */
  readonly retryAfter: number
  constructor(status: number, body: (Partial<FailureBody> & { actual?: unknown }) | undefined, retryAfter = 0) {
    super(body?.message ?? 'Ocurrió un error inesperado.')
    this.status = status
    this.code = body?.code ?? 'ERROR_INESPERADO'
    this.errors = body?.errors ?? {}
    this.fromServer = body?.message !== undefined
    this.actual = body?.actual
    this.retryAfter = retryAfter
  }
}

/** Each browser words a failed fetch differently. */
export const isOffline = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))

export class OfflineError extends Error {
  constructor() {
    super('No se pudo conectar con el servidor.')
  }
}

/** Messages of browsers and libraries are not for users. */
export function failureText(error: unknown): string {
  return error instanceof ApiError || error instanceof OfflineError ? error.message : 'Ocurrió un error inesperado.'
}
