import type { FailureBody } from '@campus/contract/common'

/** A refusal of the API: `message` is the server's Spanish text, made to be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]>
  /** Whether the text is the server's: a proxy that answers for it says nothing that a person should read. */
  readonly told: boolean
  constructor(status: number, body: Partial<FailureBody> | undefined) {
    super(body?.message ?? 'Ocurrió un error inesperado.')
    this.status = status
    this.code = body?.code ?? 'ERROR_INESPERADO'
    this.errors = body?.errors ?? {}
    this.told = body?.message !== undefined
  }
}

/** The network did not answer. */
export class OfflineError extends Error {
  constructor() {
    super('No se pudo conectar con el servidor.')
  }
}
