import { type SQL, sql } from 'drizzle-orm'
import type { QueryResult } from 'pg'
import type { Db } from './database.ts'
import { bind, type Values } from './statements.ts'

/** A column of the row that an earlier step found. */
export type Known<Steps> = (step: keyof Steps & string, column: string, cast: string) => SQL

type Step<Steps> = SQL | ((known: Known<Steps>) => SQL)

const [TIMESTAMPTZ, BIGINT, NUMERIC] = [1184, 20, 1700]

/** A row as JSON has it: timestamps ISO 8601, bigints and decimals numbers. */
function asJson({ rows: [row], fields }: QueryResult): Record<string, unknown> | null {
  if (!row) return null
  const value = (_name: string, type: number, raw: unknown) => {
    if (raw === null) return null
    if (type === TIMESTAMPTZ) return new Date(String(raw)).toISOString()
    return type === BIGINT || type === NUMERIC ? Number(raw) : raw
  }
  return Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, value(name, dataTypeID, row[name])]))
}

class Unsure extends Error {}

type Options<Steps> = { sure?: (known: Known<Steps>) => SQL }

async function run<Steps extends object>(
  tx: Db,
  values: Values,
  steps: { [step in keyof Steps]: Step<Steps> },
  { sure }: Options<Steps>,
): Promise<Steps> {
  const found: Record<string, Record<string, unknown> | null> = {}
  const known: Known<Steps> = (step, column, cast) => sql`${sql.param(found[step]?.[column] ?? null)}::${sql.raw(cast)}`
  const execute = async (text: SQL) => (await tx.execute(bind(text, values))) as unknown as QueryResult
  for (const [name, step] of Object.entries(steps) as [string, Step<Steps>][])
    found[name] = asJson(await execute(typeof step === 'function' ? step(known) : step))
  if (!sure) return found as Steps
  const { rows } = await execute(sql`SELECT ${sure(known)} AS sure`)
  if (rows[0]?.sure !== true) throw new Unsure()
  return found as Steps
}

/** Being replaced by plain transactions: statements that run one after the other in one transaction. */
export function procedure<Steps extends object>(
  _name: string,
  steps: { [step in keyof Steps]: Step<Steps> },
  options: Options<Steps> = {},
): (db: Db, values: Values) => Promise<Steps | undefined> {
  return async (db, values) => {
    try {
      return await db.transaction((tx) => run(tx, values, steps, options))
    } catch (error) {
      if (error instanceof Unsure) return undefined
      throw error
    }
  }
}
