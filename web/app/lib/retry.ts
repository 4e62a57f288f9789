import { ApiError } from './errors'

const STEPS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Milliseconds until the next try: more with each failure, never less than the server's `Retry-After`, and another for
 * each browser, so that a class does not come back in one second.
 */
export function retryDelay(failures: number, error: unknown, random = Math.random()): number {
  const step = STEPS_MS[Math.min(failures, STEPS_MS.length - 1)] ?? 0
  const asked = error instanceof ApiError ? error.retryAfter * 1000 : 0
  return Math.max(step, asked) * (1 + random / 2)
}
