import { ApiError, OfflineError } from '../../platform/errors'
import { T } from './texts'

/** Why a message was not sent: the first validation error, else the server's message, else ours (campus.md section 8). */
export function failureText(error: unknown): string {
  if (error instanceof OfflineError) return T.offline
  if (!(error instanceof ApiError)) return T.failed
  return Object.values(error.errors)[0]?.[0] ?? (error.told ? error.message : T.failed)
}
