import { TransactionRollbackError } from 'drizzle-orm'
import type { Db } from './database.ts'

/** For dry runs and previews. */
export async function dryRun<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const done: T[] = []
  const rolledBack = db.transaction(async (tx) => {
    done.push(await work(tx))
    tx.rollback()
  })
  await rolledBack.catch((error) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  return done[0] as T
}
