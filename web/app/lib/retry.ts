import { ApiError, isOffline } from './errors'

const STEPS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]

/** Milliseconds, never below `Retry-After`; jitter prevents a class from retrying in the same second. */
export function retryDelay(failures: number, error: unknown, random = Math.random()): number {
  const step = STEPS_MS[Math.min(failures, STEPS_MS.length - 1)] ?? 0
  const asked = error instanceof ApiError ? error.retryAfter * 1000 : 0
  return Math.max(step, asked) * (1 + random / 2)
}

/** Whether a retry can succeed: no network, a server that is away or busy, or a login that is due. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return isOffline(error)
  return error.status >= 500 || error.status === 429 || error.status === 401
}
