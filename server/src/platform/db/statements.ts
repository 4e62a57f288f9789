import { Param, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { ParameterOrJSON, Sql } from 'postgres'
import type { Db } from './database.ts'

/** What a statement is sent with, by name. */
export type Values = Record<string, ParameterOrJSON<never>>
type Sender = Pick<Sql, 'unsafe'>
/** A statement as it is sent; `casts` are what PostgreSQL takes each value for, empty where the text does not say it. */
type Written = { text: string; casts: string[]; valuesOf: (values: Values) => ParameterOrJSON<never>[] }

const dialect = new PgDialect()
const statements: SQL[] = []

/** Counts a statement among those of {@link writtenTexts}. */
export const remember = (query: SQL): void => void statements.push(query)

/** The text of every {@link statement} of the modules that were loaded, so that none can be without an index (plans.test.ts). */
export const writtenTexts = (): string[] => statements.map((query) => dialect.sqlToQuery(query).sql)

const isSender = (client: unknown): client is Sender =>
  typeof client === 'function' && typeof Reflect.get(client, 'unsafe') === 'function'

/** The pool, or the transaction's connection, that Drizzle sends through. */
function senderOf(db: Db): Sender {
  const session: unknown = Reflect.get(db, 'session')
  const client: unknown = typeof session === 'object' && session !== null ? Reflect.get(session, 'client') : undefined
  if (!isSender(client)) throw new Error('Drizzle keeps its driver elsewhere now')
  return client
}

function named(values: Values, name: string): ParameterOrJSON<never> {
  const value = values[name]
  if (value === undefined) throw new Error(`the statement lacks its value ${name}`)
  return value
}

/** How one of Drizzle's values is found among those that a call brings. */
function finder(value: unknown): (values: Values) => ParameterOrJSON<never> {
  if (value instanceof Placeholder) return (values) => named(values, value.name)
  if (value instanceof Param && value.value instanceof Placeholder) {
    const { encoder, value: place } = value
    return (values) => encoder.mapToDriverValue(named(values, place.name)) as ParameterOrJSON<never>
  }
  return () => value as ParameterOrJSON<never>
}

/** A statement's text and its values' order. A value that stands there more than once with the same cast is sent once. */
export function writeOut(query: SQL): Written {
  const { sql, params } = dialect.sqlToQuery(query)
  const keys: string[] = []
  const casts: string[] = []
  const finders: ReturnType<typeof finder>[] = []
  const text = sql.replace(/\$(\d+)(::\w+(?:\[\])?)?/g, (_, at: string, cast = '') => {
    const value = params[Number(at) - 1]
    const key = value instanceof Placeholder && cast ? value.name + cast : `$${at}`
    if (!keys.includes(key)) {
      keys.push(key)
      casts.push(cast.slice(2))
      finders.push(finder(value))
    }
    return `$${keys.indexOf(key) + 1}${cast}`
  })
  return { text, casts, valuesOf: (values) => finders.map((find) => find(values)) }
}

/**
 * A statement that is written out, writes included, as a prepared statement: its text is built once for the whole
 * program, so that a transaction does not build it anew, and each connection reads and plans it once. It goes past Drizzle, which
 * would trace and map at each call what never changes (decision 0020). Values come in through `sql.placeholder`, with a cast
 * where PostgreSQL cannot tell their type.
 *
 * Several parts that write (`WITH ... AS (INSERT ...)`) all see the database as it was when the statement began: what has to
 * see the writes of who was waited for belongs in a statement after the one that holds the row
 * (decision 21). Rows come as PostgreSQL gives them; `SELECT to_json(q) AS fila` makes times ISO 8601 and decimals numbers.
 */
export function statement<Row extends object>(query: SQL): (db: Db, values: Values) => Promise<Row[]> {
  remember(query)
  let written: Written | undefined
  return async (db, values) => {
    written ??= writeOut(query)
    return senderOf(db).unsafe<Row[]>(written.text, written.valuesOf(values), { prepare: true })
  }
}

/** {@link statement} whose one column `fila` is a JSON value. */
export function jsonStatement<Row>(query: SQL): (db: Db, values: Values) => Promise<Row[]> {
  const run = statement<{ fila: Row }>(query)
  return async (db, values) => (await run(db, values)).map(({ fila }) => fila)
}

/** Sends a text that somebody else wrote, always the same few, as a prepared statement on the caller's connection. */
export const sendPrepared = async (db: Db, text: string, values: unknown[]): Promise<object[]> =>
  senderOf(db).unsafe<object[]>(text, values as ParameterOrJSON<never>[], { prepare: true })

/** Sends texts without values as one message, which PostgreSQL does in one transaction. */
export const sendTogether = async (db: Db, texts: string[]): Promise<void> =>
  void (await senderOf(db).unsafe(texts.join(';\n')))
