import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import type { Db } from './database.ts'
import { remember, sendPrepared, sendTogether, type Values, writeOut } from './statements.ts'

/** A column of the row that an earlier step found. */
export type Known<Steps> = (step: keyof Steps & string, column: string, cast: string) => SQL

/** A statement that finds at most one row; it may take from what the steps before it found. */
type Step<Steps> = SQL | ((known: Known<Steps>) => SQL)

type Definition = { name: string; create: string; call: string; valuesOf: (values: Values) => unknown[] }

/** PostgreSQL raises it where a procedure was not {@link Options.sure}. */
const UNSURE = 'CA001'
/** PostgreSQL knows no function of a name. */
const UNKNOWN_FUNCTION = '42883'
/** One copy at a time writes procedures down. */
const INSTALL_LOCK = 727_100_006

/** What the names of all procedures begin with. They are the program's, not the schema's: no backup keeps them. */
export const OF_PROCEDURES = 'campus_'

const definitions: (() => Definition)[] = []

/** The name of a step's row among PL/pgSQL's variables. */
const rowOf = (step: string) => `paso_${step}`

/** For the plan of a step alone: what it would find is a value like the others. */
const asValue = (step: string, column: string, cast: string) =>
  sql`${sql.placeholder(`${step}_${column}`)}::${sql.raw(cast)}`
/**
 * By way of JSON: of `row.column` PL/pgSQL keeps the type that it had first, and a connection on which a migration changed it
 * meanwhile would refuse every call until it ends.
 */
const asVariable = (step: string, column: string, cast: string) =>
  sql.raw(`(to_json(${rowOf(step)}) ->> '${column}')::${cast}`)

/** The tables that a text names, of those that it does not make itself. */
function tablesOf(text: string): string[] {
  const made = new Set([...text.matchAll(/\b([a-z]\w{0,40}) AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name))
  const named = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) ([a-z]\w+(?:\.\w+)?)/g)].map(([, name = '']) => name)
  return [...new Set(named)].filter((name) => !made.has(name) && !name.startsWith('paso_')).toSorted()
}

const bodyOf = <Steps>(step: Step<Steps>, known: Known<Steps>): SQL => (typeof step === 'function' ? step(known) : step)

type Options<Steps> = {
  /** What must be so in the end, of what the steps found: if it is not, nothing of it was done. */
  sure?: (known: Known<Steps>) => SQL
}

function define<Steps>(name: string, steps: [string, Step<Steps>][], { sure }: Options<Steps>): Definition {
  const parts = steps.map(([step, query]) => sql`${bodyOf(query, asVariable)} INTO ${sql.raw(rowOf(step))};\n`)
  if (sure)
    parts.push(
      sql`IF (${sure(asVariable)}) IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = ${sql.raw(`'${UNSURE}'`)}; END IF;\n`,
    )
  const { text, casts, valuesOf } = writeOut(sql.join(parts))
  if (casts.includes('')) throw new Error(`a value of ${name} lacks its type`)
  const rows = steps.map(([step]) => rowOf(step))
  // A step that found no row has a row of nulls.
  const told = steps.map(([step]) => `'${step}', CASE WHEN NOT ${rowOf(step)} IS NULL THEN to_json(${rowOf(step)}) END`)
  const body = `#variable_conflict use_column
DECLARE ${rows.map((row) => `${row} record;`).join(' ')}
BEGIN
${text}RETURN json_build_object(${told.join(', ')});
END`
  // Another text is another procedure: copies of two versions of the program each find their own.
  const mark = createHash('sha256').update(`${casts} ${body}`).digest('hex').slice(0, 10)
  const full = `${OF_PROCEDURES}${name}_${mark}`
  return {
    name: full,
    create: `CREATE OR REPLACE FUNCTION ${full}(${casts.join(', ')}) RETURNS json LANGUAGE plpgsql AS $campus$\n${body}\n$campus$`,
    // What it needs is in its words, for the log and for who looks whether a table is held (admission.ts).
    call: `/* update ${tablesOf(text).join(' ')} */ SELECT ${full}(${casts.map((_, n) => `$${n + 1}`).join(', ')}) AS fila`,
    valuesOf,
  }
}

const isCalled = (error: unknown, code: string): error is Error =>
  error instanceof Error && 'code' in error && error.code === code

const LOCK = `SELECT pg_advisory_xact_lock(${INSTALL_LOCK})`

/**
 * Calls a procedure. One that the database does not have is written down again: it was restored, while this copy serves, from a
 * copy of before this version, or a replica took over which had not heard of it yet.
 */
async function ask(db: Db, { name, create, call, valuesOf }: Definition, values: Values): Promise<object[]> {
  const send = () => sendPrepared(db, call, valuesOf(values))
  try {
    return await send()
  } catch (error) {
    if (!isCalled(error, UNKNOWN_FUNCTION) || !error.message.includes(name)) throw error
    await sendTogether(db, [LOCK, create])
    return send()
  }
}

/**
 * Statements that PostgreSQL does one after the other in one call and one transaction, so that each sees what those before it
 * waited for, and what they hold is held for no way between it and the program (decision 31). The function that strings them
 * together is made from them and holds no rule of its own; {@link installProcedures} writes it down. Values as in `statement`, each
 * with its cast. Not for use within a transaction.
 *
 * @returns what runs it: each step's row by its name, or null for a step that found none; undefined where it was not `sure`
 */
export function procedure<Steps extends object>(
  name: string,
  steps: { [step in keyof Steps]: Step<Steps> },
  options: Options<Steps> = {},
): (db: Db, values: Values) => Promise<Steps | undefined> {
  const entries = Object.entries(steps) as [string, Step<Steps>][]
  for (const [, step] of entries) remember(bodyOf(step, asValue))
  let known: Definition | undefined
  const definition = () => {
    known ??= define(name, entries, options)
    return known
  }
  definitions.push(definition)
  return async (db, values) => {
    try {
      const [row] = (await ask(db, definition(), values)) as { fila: Steps }[]
      return row?.fila
    } catch (error) {
      if (isCalled(error, UNSURE)) return undefined
      throw error
    }
  }
}

async function missingOf(wanted: Definition[], client: Sql | TransactionSql): Promise<Definition[]> {
  const there = await client<{ name: string }[]>`
    SELECT proname AS name FROM pg_proc WHERE proname = ANY(${wanted.map(({ name }) => name)}) AND pronamespace = current_schema()::regnamespace`
  return wanted.filter(({ name }) => !there.some((one) => one.name === name))
}

/**
 * Writes down every {@link procedure} of the modules that were loaded which the database does not have. Those of other versions
 * of the program stay: they may be running. Of many copies that start at once one does it, and the others find it done.
 */
export async function installProcedures(pool: Sql): Promise<void> {
  const wanted = definitions.map((definition) => definition())
  const missing = await missingOf(wanted, pool)
  if (missing.length === 0) return
  await pool.begin(async (tx) => {
    await tx.unsafe(LOCK)
    for (const { create } of await missingOf(missing, tx)) await tx.unsafe(create)
  })
}
