import pg from 'pg'
import type { Database } from '../src/platform/db/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row of whatever a test selects, whose fields it then asserts
type Rows = Record<string, any>[]

/** SQL as template literals with values; rows as the driver returns them. */
export type TestSql = {
  <R extends object[] = Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<R>
  /** With `$1` placeholders; without values, several statements are allowed. */
  unsafe: <R extends object[] = Rows>(text: string, values?: unknown[]) => Promise<R>
}

export function sqlOver(connection: Pick<pg.Pool | pg.Client, 'query'>): TestSql {
  const sql = async (parts: TemplateStringsArray, ...values: unknown[]) => {
    const text = parts.reduce((whole, part, n) => `${whole}$${n}${part}`)
    return (await connection.query(text, values)).rows
  }
  const unsafe = async (text: string, values?: unknown[]) => (await connection.query(text, values)).rows
  return Object.assign(sql, { unsafe }) as TestSql
}

export type TestDatabase = Database & { sql: TestSql }

export type TestConnection = TestSql & {
  begin: <T>(work: (sql: TestSql) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

/** Opens a connection without the timeouts of the app; the caller ends it. */
export async function openSql(url: string, settings: pg.ClientConfig = {}): Promise<TestConnection> {
  const client = new pg.Client({ connectionString: url, application_name: 'prueba', ...settings })
  // Without a listener, a connection closed by the server would crash the test run.
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

export async function withSql<T>(url: string, work: (sql: TestConnection) => Promise<T>): Promise<T> {
  const sql = await openSql(url)
  return work(sql).finally(() => sql.end())
}
