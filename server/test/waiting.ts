import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Waits until at least this many statements of the database wait for a lock. */
export async function untilWaiting(t: TestApp, statements: number): Promise<void> {
  const waiters = async () => {
    const [row] = (
      await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rows
    return row?.n ?? 0
  }
  await expect.poll(waiters).toBeGreaterThanOrEqual(statements)
}

/**
 * Calls during a concurrent change: `hold` locks rows, `start` sends the calls; once they wait, `change` runs and the lock is
 * released.
 */
export async function changedMeanwhile<T>(
  t: TestApp,
  { hold, change, start, waiting = 1 }: { hold: SQL; change?: SQL; start: () => Promise<T>; waiting?: number },
): Promise<T> {
  const { answer } = await t.deps.db.transaction(async (tx) => {
    await tx.execute(hold)
    const answer = start()
    await untilWaiting(t, waiting)
    if (change) await tx.execute(change)
    return { answer }
  })
  return answer
}
