import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './platform/db/client.ts'

/** After a kill under load PostgreSQL first replays its log. */
const PATIENCE_MS = 60_000
const LOOK_MS = 200
/** What PostgreSQL says while it starts or stops. */
const COMING = new Set(['57P01', '57P02', '57P03'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Retries `work` while the server says that it is starting or stopping; any other error is thrown at once. */
export async function whileComing<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!COMING.has(codeOf(error)) || performance.now() > until) throw error
      await sleep(LOOK_MS)
    }
  }
}

export function untilLetIn(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const ask = () => withClient(url, (client) => client.query('SELECT 1'), { connectionTimeoutMillis: 10_000 })
  return whileComing(async () => void (await ask()), patienceMs)
}
