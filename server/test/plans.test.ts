import { beforeAll, describe, expect, it } from 'vitest'
import { fillCrowd } from '../../bench/big-data.ts'
import { hotTexts } from '../src/platform/db/database.ts'
import { writtenTexts } from '../src/platform/db/statements.ts'
import { useApp } from './harness.ts'
import { ask, prepare } from './matrix.requests.ts'
import { ROWS, type Row } from './matrix.table.ts'
import { buildWorld, type World } from './matrix.world.ts'

/** Statements that the calls sent, by their texts, with the first call that sent each. */
const sent = new Map<string, string>()
let asking: string | undefined
const t = useApp({
  onQuery(_connection, text) {
    if (asking && !sent.has(text)) sent.set(text, asking)
  },
})

/** Rows of a table from which on reading it whole is noticed. */
const MANY = 4000

/**
 * Tables that do not grow with students or years: what an academy is, not what happens in it. A plan may read them whole;
 * every other table has to be asked through an index. Whoever adds a table here says why it stays small.
 */
const BOUNDED = [
  'clientes', // brands: three
  'botones', // one row per brand
  'paginas', // four per brand
  'premios', // a month's prizes of a brand
  'categorias', // shown as one menu
  'temas_prompt', // topics of the prompt generator, with their questions, options and templates
  'preguntas_prompt',
  'opciones_prompt',
  'plantillas_prompt',
  'libros_reclamaciones', // one row per brand and year
  'secretos', // the program's own keys
]

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Every node of a plan. */
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Nodes that read a growing table from end to end: without an index, or along one that was asked for nothing. */
function wandering(plan: Plan, grows: (table: string) => boolean): string[] {
  return nodesOf(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = 'none', 'Index Cond': asked } = node
    const reads = /^(Parallel )?(Seq Scan|Index Scan|Index Only Scan|Sample Scan)$/.test(type)
    return reads && !asked && grows(table) ? [`${type} on ${table} (${index})`] : []
  })
}

const isRead = (text: string) => /^\s*(\/\*.*?\*\/\s*)?(with|select|insert|update|delete)\b/i.test(text)
/** The queue's own tables are pg-boss's; what it needs of them it indexes itself. */
const isOurs = (text: string) =>
  isRead(text) && !text.includes('pgboss') && !/\b(pg_catalog|pg_advisory\w*)\b/.test(text)

/** What every connection of the program says, so that plans are those that will be made; and what a test may say besides. */
async function explain(text: string, settings: string[]): Promise<Plan> {
  const [row] = await t.database.sql.begin(async (tx) => {
    for (const setting of settings) await tx.unsafe(`SET LOCAL ${setting}`)
    return tx.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
  })
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error(`no plan of ${text}`)
  return plan
}

const brief = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 400)

const STAFF = ['admin', 'docente'] as const

/** Makes the call as its owner; a read also as staff, for whom it may be another statement. */
async function hear(world: World, row: Row): Promise<void> {
  const request = await prepare(world, row)
  const people = request.method === 'GET' ? (['dueña', ...STAFF] as const) : (['dueña', 'admin'] as const)
  for (const who of people) {
    if (row.cells[who].status >= 300 || row.cells[who].status === 0) continue
    await t.database.sql`DELETE FROM limites`
    const token = await world.tokenOf(who)
    asking = row.call
    await ask(t, request, token)
    asking = undefined
    if (request.method !== 'GET') return
  }
}

let rowsOf: Map<string, number>

beforeAll(async () => {
  const world = await buildWorld(t)
  const { databaseUrl = '' } = t.deps.config
  await fillCrowd(databaseUrl, { students: 1000 })
  // One closed month of a large academy: whatever is looked for in another month is not found there.
  await t.database.sql`INSERT INTO rankings_cerrados (id_cliente, mes, puesto, nombre, apellido, pais, puntos)
    SELECT id_cliente, mes, 1000 + n, 'Ana', 'Quispe', 'PE', 10 FROM rankings_cerrados, generate_series(1, ${MANY}) n
    WHERE puesto = 1 AND mes = date_trunc('month', now() - interval '1 month')::date`
  await t.database.sql`ANALYZE rankings_cerrados`
  for (const row of ROWS) await hear(world, row)
  const tables = await t.database.sql<{ name: string; n: number }[]>`
    SELECT relname AS name, greatest(reltuples, 0)::int AS n FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  rowsOf = new Map(tables.map(({ name, n }) => [name, n]))
}, 180_000)

/** Every read and write that any module has prepared, and whatever else the calls sent. */
const statements = (): [text: string, from: string][] => {
  const prepared = [...hotTexts(t.deps.db), ...writtenTexts()].map((text): [string, string] => [text, 'no call'])
  return [...new Map([...prepared, ...[...sent].filter(([text]) => isOurs(text))])]
}

async function faults(settings: string[], grows: (table: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const [text, from] of statements()) {
    const bad = wandering(await explain(text, settings), grows)
    if (bad.length > 0) found.push(`${bad.join(', ')} in ${from}: ${brief(text)}`)
  }
  return found
}

describe('the plans of everything that the calls send', () => {
  it('are those of every prepared statement and of all that the calls sent', () => {
    expect(hotTexts(t.deps.db).length).toBeGreaterThan(0)
    expect(writtenTexts().length).toBeGreaterThan(60)
    expect(statements().length).toBeGreaterThan(200)
  })

  it('find every index in the order that ORDER BY … DESC means: read backwards, or said so in the query', async () => {
    const odd = await t.database.sql<{ name: string }[]>`SELECT indexname AS name FROM pg_indexes
      WHERE schemaname = 'public' AND indexdef LIKE '%DESC NULLS LAST%' ORDER BY 1`
    // The ranking's queries say NULLS LAST themselves, because their order has both directions.
    expect(odd.map(({ name }) => name)).toEqual(['puntos_mes_ranking'])
  })

  it('name only tables that exist as bounded', () => {
    expect(BOUNDED.filter((name) => !rowsOf.has(name))).toEqual([])
  })

  it('are chosen for tables that have grown', () => {
    const grown = [...rowsOf].filter(([, rows]) => rows >= MANY).map(([table]) => table)
    expect(grown).toEqual(expect.arrayContaining(['matriculas', 'asistencias', 'posts_foro']))
  })

  it('read no table of thousands of rows from end to end, as PostgreSQL chooses them', async () => {
    expect(await faults([], (table) => (rowsOf.get(table) ?? 0) >= MANY)).toEqual([])
  })

  it('have an index to ask in every growing table, however small it is today', async () => {
    const forced = ['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off']
    expect(await faults(forced, (table) => rowsOf.has(table) && !BOUNDED.includes(table))).toEqual([])
  })
})
