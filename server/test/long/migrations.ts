import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { exclusiveIn } from '../../src/platform/db/exclusive.ts'
import { MIGRATIONS, migrateDatabase } from '../../src/platform/db/migrate.ts'
import { openSql, sqlOver, type TestSql } from '../sql.ts'
import { expectBars } from './bars.ts'
import { aFolder } from './program.ts'
import { loadNow } from './restart.ts'
import { aDatabase } from './scratch.ts'

const A_SECOND = 20
const PER_EXAM = 10
/** Longest allowed table lock. */
const LOCK_MS = 2000

type Journal = { entries: { idx: number; when: number; tag: string }[] }
const journalOf = (folder: string): Journal => JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
const writeJournal = (folder: string, journal: Journal) =>
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))

/** Oldest first. */
export const STEPS = journalOf(MIGRATIONS).entries.map(({ tag }) => tag)

/** The first release whose copies may go on serving while the newest migrates (exclusive.ts). */
export const FIRST_BESIDE = Math.max(
  0,
  STEPS.findLastIndex((tag) => tag in exclusiveIn(MIGRATIONS)),
)

function copyOfMigrations(): string {
  const folder = aFolder()
  cpSync(MIGRATIONS, folder, { recursive: true })
  return folder
}

/** Migrations as released at this step. */
export function released(step: number): string {
  const folder = copyOfMigrations()
  const journal = journalOf(folder)
  writeJournal(folder, { ...journal, entries: journal.entries.slice(0, step + 1) })
  return folder
}

/** Made by a test, like the next release's. `exclusive`: what it changes that copies of this release would not bear. */
export type Next = { sql: string; exclusive?: string }

export const NEXT = '9999_siguiente'

export function addNext(folder: string, { sql, exclusive }: Next): void {
  const journal = journalOf(folder)
  const { length } = journal.entries
  const when = (journal.entries.at(-1)?.when ?? 0) + 1
  writeJournal(folder, { ...journal, entries: [...journal.entries, { idx: length, when, tag: NEXT }] })
  writeFileSync(join(folder, `${NEXT}.sql`), sql)
  if (exclusive) writeFileSync(join(folder, 'exclusive.json'), JSON.stringify({ [NEXT]: exclusive }))
}

/** The migrations of the next release. */
export function migrationsWith(next: Next): string {
  const folder = copyOfMigrations()
  addNext(folder, next)
  return folder
}

/** Rewrites no row and holds no table long, on tables that are being read and written. */
const ADDS = `ALTER TABLE respuestas ADD COLUMN siguiente integer DEFAULT 0 NOT NULL;--> statement-breakpoint
  ALTER TABLE usuarios ADD COLUMN siguiente text;--> statement-breakpoint
  CREATE TABLE siguiente (id bigint PRIMARY KEY REFERENCES usuarios)`

/** Enrolled students, half with an exam of ten questions; only columns of the first schema. */
async function fill(sql: TestSql, students: number): Promise<void> {
  await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) OVERRIDING SYSTEM VALUE
    VALUES (2, 'marca-2', 'Marca 2', '#4F46E5', '#F59E0B')`
  await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento)
    SELECT 2, 'Ana ' || n, 'Quispe', n || '@prueba.pe', 'x', lpad(n::text, 8, '0') FROM generate_series(1, ${students}::int) n`
  await sql`INSERT INTO categorias (id_cliente, nombre, orden) VALUES (2, 'Todo', 1)`
  await sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas)
    SELECT 2, (SELECT min(id) FROM categorias), 'c', 'Curso', 'Básico', 14900, 12`
  await sql`INSERT INTO matriculas (id_usuario, id_curso) SELECT id, (SELECT min(id) FROM cursos) FROM usuarios`
  await sql`INSERT INTO evaluaciones (id_curso, clave, nombre, intentos, duracion)
    SELECT id, 'e', 'Examen', 2, 15 FROM cursos`
  await sql`INSERT INTO preguntas (id_evaluacion, pregunta, tipo_pregunta, valor, orden)
    SELECT e.id, 'P' || n, 1, 2, n FROM evaluaciones e, generate_series(1, ${PER_EXAM}::int) n`
  await sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos)
    SELECT e.id, u.id, 1 FROM evaluaciones e, usuarios u WHERE u.id % 2 = 0`
  await sql`INSERT INTO intentos_evaluacion (id_detalle, numero, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado)
    SELECT id, 1, 'calificado', now(), now(), '[]', 20, 20, true FROM detalle_evaluacion`
  await sql`INSERT INTO respuestas (id_intento, id_pregunta, respuesta) SELECT i.id, p.id, 'B' FROM intentos_evaluacion i, preguntas p`
  await sql`ANALYZE`
}

/** What later migrations dropped, renamed or wrote to on purpose, as table or `table.column`; any other difference is a loss. */
const CHANGED = ['avances_cambios']

type Sum = { tabla: string; filas: number; suma: string }

/** Rows and checksum of each table, over the current or the given columns. */
async function sumsOf(sql: TestSql, columns: { tabla: string; lista: string }[]): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const { tabla, lista } of columns) {
    const [row] = await sql.unsafe<{ filas: number; suma: string }[]>(
      `SELECT count(*)::int AS filas, coalesce(sum(hashtextextended(ROW(${lista})::text, 0)::numeric), 0)::text AS suma FROM "${tabla}"`,
    )
    if (row) sums.push({ tabla, ...row })
  }
  return sums
}

const columnsOf = (sql: TestSql) => sql<{ tabla: string; lista: string }[]>`
  SELECT c.table_name AS tabla, string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS lista
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' AND c.table_name <> 'notificaciones'
    AND c.table_name::text <> ALL (${CHANGED}::text[]) AND c.table_name || '.' || c.column_name <> ALL (${CHANGED}::text[])
  GROUP BY c.table_name ORDER BY 1`

/** Typical reads in the first schema, with the timeouts of the app but not its name, beside which some migrations are refused. */
function serve(url: string, students: number) {
  const { pool, close } = openDatabase(url, { pool: 10, name: 'lecturas' })
  const sql = sqlOver(pool)
  const asks: ((n: number) => Promise<unknown>)[] = [
    (id) => sql`SELECT id, nombres, estado FROM usuarios WHERE id = ${id}`,
    (id) => sql`SELECT m.id, c.nombre FROM matriculas m JOIN cursos c ON c.id = m.id_curso WHERE m.id_usuario = ${id}`,
    (id) => sql`SELECT r.id, r.respuesta FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
      JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${id}`,
    () => sql`SELECT id, nombre FROM clientes`,
    (id) =>
      sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave) VALUES (${id}, 'Otro', 'x', gen_random_uuid()::text)`,
  ]
  const tally = { asked: 0, failed: [] as string[], slowest: 0 }
  const underWay: Promise<void>[] = []
  let over = false
  const one = async (n: number) => {
    const began = performance.now()
    await asks[n % asks.length]?.(1 + (n % students)).catch((error: Error) => void tally.failed.push(error.message))
    tally.slowest = Math.max(tally.slowest, Math.round(performance.now() - began))
  }
  const asking = (async () => {
    for (; !over; await sleep(1000 / A_SECOND)) underWay.push(one(tally.asked++))
  })()
  return async () => {
    over = true
    await asking
    await Promise.all(underWay)
    await close()
    return tally
  }
}

/** Locks that block writers or readers. */
const IN_THE_WAY = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
const LOOK_MS = 15

/** The longest lock of a migration on these tables. */
async function watchLocks(url: string, tables: string[]) {
  const sql = await openSql(url)
  const since = new Map<string, number>()
  const longest = { ms: 0, table: 'none' }
  let over = false
  const look = async () => {
    const held = await sql<{ turn: string; tabla: string }[]>`
      SELECT l.virtualtransaction || ' ' || c.relname AS turn, c.relname AS tabla FROM pg_locks l
      JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database() JOIN pg_class c ON c.oid = l.relation
      WHERE a.application_name = 'campus-migrate' AND l.granted AND l.mode = ANY (${IN_THE_WAY}) AND c.relname = ANY (${tables})`
    const now = performance.now()
    for (const { turn, tabla } of held) {
      const ms = now - (since.get(turn) ?? now)
      since.set(turn, now - ms)
      if (ms >= longest.ms) Object.assign(longest, { ms: Math.round(ms), table: tabla })
    }
  }
  const looking = (async () => {
    for (; !over; await sleep(LOOK_MS)) await look()
  })()
  return async () => {
    over = true
    await looking
    await sql.end()
    return longest
  }
}

/** To the newest and the next release: nothing is lost, from any. From one whose copies may go on serving, nothing fails and no table is held long. */
export async function migrateFrom(step: number, students: number): Promise<void> {
  const url = await aDatabase()
  await migrateDatabase(url, released(step))
  const sql = await openSql(url)
  await fill(sql, students)
  const columns = await columnsOf(sql)
  const before = await sumsOf(sql, columns)
  const end = serve(url, students)
  await sleep(1000)
  const endOfLocks = await watchLocks(
    url,
    columns.map(({ tabla }) => tabla),
  )
  let locked = 0
  const began = performance.now()
  await migrateDatabase(url, migrationsWith({ sql: ADDS }), { onLocked: () => (locked += 1) })
  const ms = Math.round(performance.now() - began)
  const held = await endOfLocks()
  await sleep(1000)
  const { asked, failed, slowest } = await end()
  const after = await sumsOf(sql, columns)
  await sql.end()
  const answers = before.find(({ tabla }) => tabla === 'respuestas')?.filas
  console.log(
    `> ${STEPS[step]} → ${NEXT}, ${students} students, ${answers} answers: ${ms} ms, ${locked} tries waited for a lock; ` +
      `${held.table} held longest, ${held.ms} ms; ` +
      `${asked} asked, ${failed.length} failed, slowest ${slowest} ms; ${before.length} tables alike; ${loadNow()}`,
  )
  expect(failed).toEqual([])
  expect(after).toEqual(before)
  if (step < FIRST_BESIDE) return
  expectBars({
    [`${held.table} held, ms`]: { met: held.ms, most: LOCK_MS },
    'slowest answer, ms': { met: slowest, most: LOCK_MS },
  })
}
