import { hashPassword } from '../server/src/features/accounts/passwords.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { makeDeeds, makeRankings, makeStudents, prepareAcademy, sizeOf } from './big-people.ts'
import { COUNT_ROOTS, forumsFor, makeForums, makePosts, makeReadings } from './big-talk.ts'

/** Students of one piece of work, and posts. */
const STUDENTS_AT_ONCE = 10_000
const POSTS_AT_ONCE = 250_000
/** Connections that fill. */
const LANES = 2
/** Without these a fill waits for the disk at each commit; nobody needs a half-filled database back. */
const HASTE = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
}

type Options = {
  students: number
  /** Whose half of the students are. */
  mainBrand?: number
  /** Whether the whole server may be unsafe meanwhile: only of one that nobody else uses. */
  haste?: boolean
  say?: (line: string) => void
}
type Lane = Awaited<ReturnType<Database['sql']['reserve']>>
type Work = { name: string; statements: string[] }

/** What a connection that fills is like: nothing of this outlives it. */
const SESSION = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  maintenance_work_mem: '512MB',
  work_mem: '256MB',
}

async function openLane(sql: Database['sql']): Promise<Lane> {
  const lane = await sql.reserve()
  for (const [name, value] of Object.entries(SESSION)) await lane.unsafe(`SET ${name} = '${value}'`)
  return lane
}

const serial = async (lane: Lane, statements: string[]) => {
  for (const statement of statements) await lane.unsafe(statement)
}

/** Does pieces of work on all lanes, in order, and adds up their seconds by name. */
async function doAll(lanes: Lane[], works: Work[], seconds: Map<string, number>): Promise<void> {
  const waiting = works.values()
  const take = async (lane: Lane) => {
    for (const { name, statements } of waiting) {
      const began = performance.now()
      await serial(lane, statements)
      seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - began) / 1000)
    }
  }
  await Promise.all(lanes.map(take))
}

/** Indexes that only help to find: built again at the end they cost a third of being kept up, and are the same. */
async function dropIndexes(sql: Lane): Promise<string[]> {
  const found = await sql<{ name: string; made: string }[]>`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace AND NOT i.indisunique
      AND t.relname IN ('matriculas', 'asistencias', 'progreso_lecciones', 'puntos', 'puntos_mes', 'notificaciones', 'comentarios', 'posts_foro',
        'lecturas_foro', 'accesos', 'detalle_evaluacion', 'certificados', 'auditoria', 'ordenes', 'pagos')`
  for (const { name } of found) await sql.unsafe(`DROP INDEX ${name}`)
  return found.map(({ made }) => made)
}

/** Steps `0, step, 2 × step, …` below `end`, each with where it ends. */
const pieces = (end: number, step: number) =>
  Array.from({ length: Math.ceil(end / step) }, (_, n) => [n * step, Math.min(end, (n + 1) * step)] as const)

async function postWorks(sql: Lane, students: number): Promise<Work[]> {
  const chunks = await sql<{ first: number; last: number }[]>`
    SELECT min(i) AS first, max(i) AS last FROM crowd.forums GROUP BY before / ${POSTS_AT_ONCE}::int ORDER BY 1`
  return chunks.map(({ first, last }) => ({ name: 'posts', statements: makePosts(first, last, students) }))
}

const IDENTITIES = ['usuarios', 'foros', 'posts_foro']

async function finish(lanes: [Lane, Lane], indexes: string[], seconds: Map<string, number>): Promise<void> {
  const [lane] = lanes
  for (const table of IDENTITIES)
    await lane.unsafe(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`)
  const made = indexes.map((statement) => ({ name: 'indexes', statements: [statement] }))
  await doAll(lanes, made, seconds)
  await lane.unsafe('DROP SCHEMA crowd CASCADE')
  const tables = await lane.unsafe<{ name: string }[]>(`
    SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_relation_size(oid) DESC`)
  const swept = tables.map(({ name }) => ({ name: 'vacuum', statements: [`VACUUM ANALYZE ${name}`] }))
  await doAll(lanes, swept, seconds)
}

async function setHaste(sql: Lane, on: boolean): Promise<void> {
  for (const [name, value] of Object.entries(HASTE))
    await sql.unsafe(on ? `ALTER SYSTEM SET ${name} = '${value}'` : `ALTER SYSTEM RESET ${name}`)
  await sql`SELECT pg_reload_conf()`
}

/** Rows of every table that is not empty, counted. */
async function countRows(sql: Lane): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}"`)
  const counted = await sql.unsafe<{ name: string; n: number }[]>(`${each.join(' UNION ALL ')} ORDER BY n DESC, name`)
  return Object.fromEntries(counted.flatMap(({ name, n }) => (n > 0 ? [[name, n]] : [])))
}

/** What a fill made: rows by table, seconds in all, and seconds of work by step on two connections. */
export type Filled = { rows: Record<string, number>; seconds: number; steps: Record<string, number>; megabytes: number }

/**
 * Fills a migrated database, beside what is in it, with an academy of so many students (see {@link sizeOf}). Triggers and the
 * checks of foreign keys are off meanwhile; sums that triggers keep are made with the triggers' own sentences.
 */
export async function fillCrowd(
  databaseUrl: string,
  { students, mainBrand = 2, haste = false, say = () => undefined }: Options,
): Promise<Filled> {
  const began = performance.now()
  const passed = () => `${Math.round((performance.now() - began) / 1000)} s`
  const { posts } = sizeOf(students)
  const seconds = new Map<string, number>()
  const { sql, close } = openDatabase(databaseUrl, { pool: LANES, name: 'bench-fill' })
  try {
    const lane = await openLane(sql)
    const lanes: [Lane, Lane] = [lane, await openLane(sql)]
    if (haste) await setHaste(lane, true)
    const indexes = await dropIndexes(lane)
    await serial(lane, prepareAcademy(students, mainBrand))
    await serial(lane, [makeStudents(students, await hashPassword('Clave-de-muchos-1')), 'ANALYZE usuarios'])
    await serial(lane, makeForums(posts, students))
    say(`${students} students, ${forumsFor(posts)} forums: ${passed()}`)
    const deeds = pieces(students, STUDENTS_AT_ONCE).map(([from, to]) => ({
      name: 'deeds',
      statements: makeDeeds(from, to),
    }))
    await doAll(lanes, [...deeds, ...(await postWorks(lane, students))], seconds)
    say(`what they did and wrote: ${passed()}`)
    await serial(lane, [...makeRankings, makeReadings(posts, students), COUNT_ROOTS])
    await finish(lanes, indexes, seconds)
    say(`indexes, statistics: ${passed()}`)
    if (haste) await setHaste(lane, false)
    // The public pages that are kept were made of what was there before.
    await serial(lane, ["SELECT pg_notify('contenido', '')", 'CHECKPOINT'])
    const whole = Math.round((performance.now() - began) / 1000)
    const [size] = await lane<{ mb: number }[]>`SELECT (pg_database_size(current_database()) / 1e6)::int AS mb`
    const steps = Object.fromEntries([...seconds].map(([name, n]) => [name, Math.round(n)]))
    return { rows: await countRows(lane), seconds: whole, steps, megabytes: size?.mb ?? 0 }
  } finally {
    await close()
  }
}
