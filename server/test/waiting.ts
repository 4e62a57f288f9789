import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Waits until so many statements of this test's database wait for a lock that another one holds. */
export async function untilWaiting(t: TestApp, statements: number): Promise<void> {
  const waiters = async () => {
    const [row] = (
      await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rows
    return row?.n
  }
  await expect.poll(waiters, { timeout: 20_000 }).toBe(statements)
}

/**
 * What calls do that were under way while somebody else changed what they are about: `hold` takes rows, `start` sends the calls,
 * and only when so many of them wait for those rows `change` is done and all is let go.
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
