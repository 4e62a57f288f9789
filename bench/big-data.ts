import { Client } from 'pg'
import { makeDeeds, makeRankings, makeStudents, prepareAcademy, sizeOf } from './big-people.ts'
import { forumsFor, makeForums, makePosts, makeReadings } from './big-talk.ts'

const STUDENTS_AT_ONCE = 10_000
const POSTS_AT_ONCE = 250_000
/** A half-filled database is thrown away, so it needs no durability. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
}
const SESSION = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  maintenance_work_mem: '512MB',
  work_mem: '256MB',
}
/** The demo student's brand has half of the students. */
const MAIN_BRAND = 2
const IDENTITIES = ['usuarios', 'foros', 'posts_foro']

type Options = {
  students: number
  /** Whether the PostgreSQL server may run without durability. */
  onlyUser?: boolean
  log?: (line: string) => void
}
type Task = { name: string; statements: string[] }

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  for (const [name, value] of Object.entries(SESSION)) await client.query(`SET ${name} = '${value}'`)
  return client
}

const runAll = async (client: Client, statements: string[]) => {
  for (const statement of statements) await client.query(statement)
}

/** Sums the seconds of each task by name. */
async function runTasks(clients: Client[], tasks: Task[], seconds: Map<string, number>): Promise<void> {
  const pending = tasks.values()
  const take = async (client: Client) => {
    for (const { name, statements } of pending) {
      const began = performance.now()
      await runAll(client, statements)
      seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - began) / 1000)
    }
  }
  await Promise.all(clients.map(take))
}

/** Building the indexes at the end costs a third of maintaining them. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace AND NOT i.indisunique
      AND t.relname IN ('matriculas', 'asistencias', 'progreso_lecciones', 'puntos', 'puntos_mes', 'notificaciones', 'comentarios', 'posts_foro',
        'lecturas_foro', 'accesos', 'detalle_evaluacion', 'certificados', 'auditoria', 'ordenes', 'pagos', 'movimientos', 'movimiento_lineas')`)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ made }) => made)
}

/** Ranges `0, step, 2 × step, …` below `end`, each with its end. */
const ranges = (end: number, step: number) =>
  Array.from({ length: Math.ceil(end / step) }, (_, n) => [n * step, Math.min(end, (n + 1) * step)] as const)

async function postTasks(client: Client, students: number): Promise<Task[]> {
  const { rows } = await client.query<{ first: number; last: number }>(`
    SELECT min(i) AS first, max(i) AS last FROM crowd.forums GROUP BY before / ${POSTS_AT_ONCE} ORDER BY 1`)
  return rows.map(({ first, last }) => ({ name: 'posts', statements: makePosts(first, last, students) }))
}

async function finish(clients: [Client, Client], indexes: string[], seconds: Map<string, number>): Promise<void> {
  const [client] = clients
  for (const table of IDENTITIES)
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`)
  const builds = indexes.map((statement) => ({ name: 'indexes', statements: [statement] }))
  await runTasks(clients, builds, seconds)
  await client.query('DROP SCHEMA crowd CASCADE')
  const { rows } = await client.query<{ name: string }>(`
    SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_relation_size(oid) DESC`)
  const vacuums = rows.map(({ name }) => ({ name: 'vacuum', statements: [`VACUUM ANALYZE ${name}`] }))
  await runTasks(clients, vacuums, seconds)
}

async function setFast(client: Client, on: boolean): Promise<void> {
  for (const [name, value] of Object.entries(FAST))
    await client.query(on ? `ALTER SYSTEM SET ${name} = '${value}'` : `ALTER SYSTEM RESET ${name}`)
  await client.query('SELECT pg_reload_conf()')
}

async function countRows(client: Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}"`)
  const { rows } = await client.query<{ name: string; n: number }>(`${each.join(' UNION ALL ')} ORDER BY n DESC, name`)
  return Object.fromEntries(rows.flatMap(({ name, n }) => (n > 0 ? [[name, n]] : [])))
}

/** `steps` are seconds by step, on two connections. */
export type Filled = { rows: Record<string, number>; seconds: number; steps: Record<string, number>; megabytes: number }

/** Triggers and foreign keys are off while filling; their effects are computed with the same statements. */
export async function fillCrowd(
  databaseUrl: string,
  { students, onlyUser = false, log = () => undefined }: Options,
): Promise<Filled> {
  const began = performance.now()
  const elapsed = () => Math.round((performance.now() - began) / 1000)
  const { posts } = sizeOf(students)
  const seconds = new Map<string, number>()
  const client = await connect(databaseUrl)
  const clients: [Client, Client] = [client, await connect(databaseUrl)]
  try {
    if (onlyUser) await setFast(client, true)
    const indexes = await dropIndexes(client)
    await runAll(client, [...prepareAcademy(students, MAIN_BRAND), makeStudents(students), 'ANALYZE usuarios'])
    await runAll(client, makeForums(posts, students))
    log(`${students} students, ${forumsFor(posts)} forums: ${elapsed()} s`)
    const deeds = ranges(students, STUDENTS_AT_ONCE).map(([from, to]) => ({
      name: 'deeds',
      statements: makeDeeds(from, to),
    }))
    await runTasks(clients, [...deeds, ...(await postTasks(client, students))], seconds)
    log(`enrolments, attendances, posts: ${elapsed()} s`)
    await runAll(client, [...makeRankings, makeReadings(posts, students)])
    await finish(clients, indexes, seconds)
    log(`indexes, statistics: ${elapsed()} s`)
    if (onlyUser) await setFast(client, false)
    // Triggers were off, so the page cache must be notified.
    await runAll(client, ["SELECT pg_notify('contenido', '')", 'CHECKPOINT'])
    const { rows } = await client.query<{ mb: number }>(
      `SELECT (pg_database_size(current_database()) / 1e6)::int AS mb`,
    )
    const steps = Object.fromEntries([...seconds].map(([name, n]) => [name, Math.round(n)]))
    return { rows: await countRows(client), seconds: elapsed(), steps, megabytes: rows[0]?.mb ?? 0 }
  } finally {
    for (const one of clients) await one.end()
  }
}
