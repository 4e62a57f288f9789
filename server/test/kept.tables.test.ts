import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { VERSIONED, versionOf } from '../src/platform/db/versions.ts'
import { declaredKept, type Keeps } from '../src/platform/http/kept.ts'
import { useApp } from './harness.ts'
import { ask, prepare } from './matrix.requests.ts'
import { ROWS, type Row } from './matrix.table.ts'
import { buildWorld, type World } from './matrix.world.ts'

/** Statements that a kept read sent, by its call, and the kinds that it says it is made of. */
const reads = new Map<string, { kinds: string[]; seconds?: number; texts: Set<string> }>()
let hearing: Set<string> | undefined
const t = useApp({ checked: false, onQuery: (_connection, text) => void hearing?.add(text) })

/** Tables without a version of their own, and why. */
const OTHERWISE: Record<string, string> = {
  accesos: 'the session, which is asked for each time',
  versiones: 'the versions themselves',
  raices_foro: 'what it counts is posts_foro',
  comentario_likes: 'the count in comentarios moves with it',
  likes_post_foro: 'the count in posts_foro moves with it',
}
/** Of people a student's own row says only what the session says too. */
const OWN_ROW = ['/matriculas/usuario/{id}', '/cursos/usuario/{id}', '/sesiones/usuario/{id}']

/** The kinds that a table's triggers raise. */
let kindsOf: Map<string, Set<string>>

/** A route's address as the table of calls has it. */
const callOf = (url: string) => `GET ${url.slice(4).replaceAll(/:(\w+)/g, '{$1}')}`

async function hear(world: World, row: Row, keeps: Keeps): Promise<void> {
  const request = await prepare(world, row)
  const texts = new Set<string>()
  reads.set(row.call, { kinds: Object.keys(keeps.of), seconds: keeps.seconds, texts })
  for (const who of ['dueña', 'admin', 'docente'] as const) {
    if (row.cells[who].status !== 200) continue
    const token = await world.tokenOf(who)
    await ask(t, request, token)
    hearing = texts
    await ask(t, request, token)
    hearing = undefined
  }
}

async function readTriggers(): Promise<Map<string, Set<string>>> {
  const triggers = await t.database.sql<{ tabla: string; codigo: string }[]>`
    SELECT c.relname AS tabla, p.prosrc AS codigo FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.prosrc LIKE '%subir_versiones%'`
  const names = new Map(Object.entries(VERSIONED).map(([name, number]) => [String(number), name]))
  const kinds = new Map<string, Set<string>>()
  for (const { tabla, codigo } of triggers)
    for (const [, number = ''] of codigo.matchAll(/\b(\d+)::bigint << 32/g))
      kinds.set(tabla, (kinds.get(tabla) ?? new Set()).add(names.get(number) ?? `kind ${number}`))
  return kinds
}

beforeAll(async () => {
  const world = await buildWorld(t)
  const declared = declaredKept()
  for (const row of ROWS) {
    const [, keeps] = [...declared].find(([url]) => callOf(url) === row.call) ?? []
    if (keeps) await hear(world, row, keeps)
  }
  kindsOf = await readTriggers()
})

/** Tables that a statement names. Its session names people; who it shows besides is read as `usuarios u`. */
const tablesOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?(\s+u\b)?/gi)].flatMap(([, name = '', shown]) =>
    name === 'usuarios' && !shown ? [] : [name],
  )

/** Tables of a read that no version which it asks about tells of. */
function forgottenBy(call: string, tables: string[]): string[] {
  const { kinds, texts } = reads.get(call) ?? { kinds: [], texts: new Set() }
  const read = new Set([...texts].flatMap(tablesOf))
  return tables.filter((table) => {
    if (!read.has(table) || table in OTHERWISE) return false
    if (table === 'usuarios' && OWN_ROW.some((path) => call.endsWith(path))) return false
    return !kinds.some((kind) => kindsOf.get(table)?.has(kind))
  })
}

it('every read that is kept asks about a version of each table that it is made of', async () => {
  const rows = await t.database.sql<
    { name: string }[]
  >`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  const tables = rows.map(({ name }) => name)
  expect([...reads.keys()].toSorted()).toEqual([...declaredKept().keys()].map(callOf).toSorted())
  for (const [call, { texts }] of reads) {
    expect([call, texts.size > 0]).toEqual([call, true])
    expect([call, forgottenBy(call, tables)]).toEqual([call, []])
  }
})

it('every kind of version is raised by some table', () => {
  const raised = new Set([...kindsOf.values()].flatMap((kinds) => [...kinds]))
  expect([...raised].toSorted()).toEqual(Object.keys(VERSIONED).toSorted())
})

it('each such table tells of rows that come, that change and that go', async () => {
  const rows = await t.database.sql<{ tabla: string; n: number }[]>`
    SELECT c.relname AS tabla, (bit_or(g.tgtype) & 28)::int AS n FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.prosrc LIKE '%subir_versiones%' GROUP BY 1 ORDER BY 1`
  // INSERT, UPDATE and DELETE are 4, 16 and 8. Of a person only the name can change: a new one is nowhere yet.
  expect(rows.filter(({ n }) => n !== 28)).toEqual([{ tabla: 'usuarios', n: 16 }])
  expect(rows.length).toBeGreaterThan(20)
})

/** What may look at the clock without that its answer grows old: the session's own end, and days in Lima, which a version tells of. */
const DAYS = /\(now\(\) AT TIME ZONE 'America\/Lima'\)::date|accesos\.\w+ [<>]=? now\(\)[^)]*/g

it('one in which hours pass is kept for half a minute at most', () => {
  const clocks = [...reads].filter(([, { texts }]) =>
    [...texts].some((text) => /now\(\)/.test(text.replaceAll(DAYS, ''))),
  )
  expect(clocks.map(([call, { seconds }]) => [call, (seconds ?? 3600) <= 30])).toEqual(
    clocks.map(([call]) => [call, true]),
  )
  expect(clocks.length).toBeGreaterThan(1)
})

it('a version is another one on another day in Lima', async () => {
  const [row] = await t.deps.db.execute<{ today: boolean }>(
    sql`SELECT ${versionOf(sql`'{}'`)} = '0 ' || (now() AT TIME ZONE 'America/Lima')::date AS today`,
  )
  expect(row?.today).toBe(true)
})
