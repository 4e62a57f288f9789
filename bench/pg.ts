import { createRequire } from 'node:module'

/** What bench/ uses of `pg`, until every checkout has its types installed. */
type Queries = {
  query<Row = Record<string, unknown>>(
    query: string | { name: string; text: string; values: unknown[] },
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
  connect(): Promise<unknown>
  end(): Promise<void>
}
type Settings = { connectionString: string | undefined; max?: number }
type Driver = Record<'Client' | 'Pool', new (settings: Settings) => Queries>

export type Client = Queries
export const { Client, Pool } = createRequire(import.meta.url)('pg') as Driver
