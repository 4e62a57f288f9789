import pg from 'pg'
import type { Database } from '../src/platform/db/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row of whatever a test selects, whose fields it then asserts
type Rows = Record<string, any>[]

/** SQL as tests write it: values stand in the template, rows come as the driver gives them. */
export type TestSql = {
  <R extends object[] = Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<R>
  /** A text with `$1` for its values; without values it may hold several statements. */
  unsafe: <R extends object[] = Rows>(text: string, values?: unknown[]) => Promise<R>
}

/** {@link TestSql} over a pool or one connection. */
export function sqlOver(connection: Pick<pg.Pool | pg.Client, 'query'>): TestSql {
  const sql = async (parts: TemplateStringsArray, ...values: unknown[]) => {
    const text = parts.reduce((whole, part, n) => `${whole}$${n}${part}`)
    return (await connection.query(text, values)).rows
  }
  const unsafe = async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows
  return Object.assign(sql, { unsafe }) as TestSql
}

/** The pool, with SQL as tests write it. */
export type TestDatabase = Database & { sql: TestSql }

/** A connection of the test's own. */
export type TestConnection = TestSql & {
  /** A transaction on it, whose statements are those of the same connection. */
  begin: <T>(work: (sql: TestSql) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

/** Opens a connection without the limits of the program's own; the caller ends it. */
export async function openSql(url: string, settings: pg.ClientConfig = {}): Promise<TestConnection> {
  const client = new pg.Client({ connectionString: url, application_name: 'prueba', ...settings })
  // A connection that the server ends while it is idle fails the next query; without a listener it would end the test run.
  client.on('error', () => undefined)
  await client.connect()
  const sql = sqlOver(client)
  async function begin<T>(work: (sql: TestSql) => Promise<T>): Promise<T> {
    await client.query('BEGIN')
    try {
      const result = await work(sql)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }
  return Object.assign(sql, { begin, end: () => client.end() })
}

/** Does `work` on a connection of its own that is gone afterwards. */
export async function withSql<T>(url: string, work: (sql: TestConnection) => Promise<T>): Promise<T> {
  const sql = await openSql(url)
  return work(sql).finally(() => sql.end())
}
