import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../db/client.ts'

/** A server that was killed under load reads its log from the last checkpoint on before it lets anybody in. */
const PATIENCE_MS = 60_000
const LOOK_MS = 200
/** It starts, stops, or was stopped under us, and says so itself. */
const COMING = new Set(['57P01', '57P02', '57P03'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * Does `work` again while the server says that it is starting or stopping, for a minute; then it fails with the server's last
 * word. Any other failure is `work`'s own and thrown at once: an address where nobody listens is a mistake that should be told.
 */
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

/** Waits for a PostgreSQL that is starting. @throws what else it or the network says, and its word after a minute */
export function untilLetIn(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const ask = () => withClient(url, (client) => client.query('SELECT 1'), { connectionTimeoutMillis: 10_000 })
  return whileComing(async () => void (await ask()), patienceMs)
}
