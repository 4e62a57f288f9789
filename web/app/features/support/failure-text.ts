import { ApiError, OfflineError } from '../../lib/errors'
import { TEXTS } from './texts'

/** The first validation error, otherwise the server's message, otherwise ours. */
export function failureText(error: unknown): string {
  if (error instanceof OfflineError) return TEXTS.offline
  if (!(error instanceof ApiError)) return TEXTS.failed
  return Object.values(error.errors)[0]?.[0] ?? (error.fromServer ? error.message : TEXTS.failed)
}
