import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../platform/db/client.ts'

/** After a kill under load PostgreSQL first replays its log. */
const STARTUP_TIMEOUT_MS = 60_000
const LOOK_MS = 200
/** What PostgreSQL says while it starts or stops. */
const STARTING_OR_STOPPING = new Set(['57P01', '57P02', '57P03'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Retries `work` while the server says that it is starting or stopping; any other error is thrown at once. */
export async function retryWhileStarting<T>(work: () => Promise<T>, timeoutMs = STARTUP_TIMEOUT_MS): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!STARTING_OR_STOPPING.has(codeOf(error)) || performance.now() > until) throw error
      await sleep(LOOK_MS)
    }
  }
}

export function waitForDatabase(url: string, timeoutMs = STARTUP_TIMEOUT_MS): Promise<void> {
  const ask = () => withClient(url, (client) => client.query('SELECT 1'), { connectionTimeoutMillis: 10_000 })
  return retryWhileStarting(async () => void (await ask()), timeoutMs)
}
