import { drizzle, NodePgDatabase, type NodePgQueryResultHKT, NodePgSession } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** The database or a transaction on it: the first parameter of every feature function. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/**
 * Drizzle over a pool. Drizzle's own `transaction` never gives a connection back whose BEGIN failed, and gives one back whose
 * ROLLBACK failed with its transaction open; this one checks the connection out itself and closes it when it is not idle.
 */
export class PooledDatabase extends NodePgDatabase<Record<string, never>> {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    const dialect = new PgDialect()
    super(dialect, new NodePgSession(pool, dialect, undefined), undefined)
    this.#pool = pool
  }

  override async transaction<T>(...[work, config]: Parameters<Db['transaction']>): Promise<T> {
    const client = await this.#pool.connect()
    let begun = false
    try {
      const result = await drizzle(client).transaction((tx) => {
        begun = true
        return work(tx)
      }, config)
      return result as T
    } finally {
      client.release(!begun || client.getTransactionStatus() !== 'I')
    }
  }
}
