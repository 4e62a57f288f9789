import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobRow } from '@campus/contract/jobs'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { trabajos } from './batches.tables.ts'

const BATCH = 200
/** One queue for jobs of every type: each brand has one at a time. */
export const JOBS_QUEUE = 'trabajos'

export const JOB_COLUMNS = sql`t.id, t.tipo, t.titulo, t.estado, t.total, t.hechas, t.errores, t.resultado, t.creado_en, t.terminado_en,
  (SELECT json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) FROM usuarios u WHERE u.id = t.pedido_por) AS pedido_por`

/** Everyone sees the jobs they started; who runs the academy sees all of the brand. */
export const visibleTo = (identity: Identity): SQL =>
  sql`t.id_cliente = ${identity.id_cliente} AND (t.pedido_por = ${identity.id} OR ${can(identity, 'academia')}::boolean)`

const WRONG_DAYS = 7

/** Jobs of the last days that failed or have rows that could not be done. */
export const wrongJobs = (identity: Identity): SQL =>
  sql`trabajos t WHERE ${visibleTo(identity)} AND t.listado AND t.estado IN ('con_errores', 'fallido')
    AND t.terminado_en > now() - make_interval(days => ${WRONG_DAYS})`

/** `more`: further columns of `trabajos t`. @throws NO_ENCONTRADO */
export async function findJob<More = unknown>(db: Db, identity: Identity, id: number, more?: SQL): Promise<Job & More> {
  const columns = more ? sql`${JOB_COLUMNS}, ${more}` : JOB_COLUMNS
  const [job] = await query<Job & More>(
    db,
    sql`SELECT ${columns} FROM trabajos t WHERE t.id = ${id} AND ${visibleTo(identity)}`,
  )
  if (!job) throw fail('NO_ENCONTRADO')
  return job
}

/** Ends a job that is not over, with one audit line; the runner acts for its requester. */
export async function end(tx: Db, id: number, estado: Job['estado']): Promise<void> {
  const [job] = await tx
    .update(trabajos)
    .set({ estado, terminado_en: sql`now()` })
    .where(and(eq(trabajos.id, id), sql`${trabajos.estado} IN ('en_cola', 'en_curso')`))
    .returning()
  if (!job) return
  const { total, hechas, errores, resultado } = job
  const actor = estado === 'cancelado' ? {} : { id_usuario: job.pedido_por, id_cliente: job.id_cliente }
  const detalle = { campos: ['estado'], estado, total, hechas, errores, ...resultado }
  await audit(tx, 'gestion', { objeto: `trabajo:${id}`, detalle, ...actor })
}

export const enqueue = (tx: Db, jobs: Jobs, { id_cliente }: Identity, id: number) =>
  jobs.send(tx, JOBS_QUEUE, { id }, { singletonKey: String(id_cliente) })

type NewJob = {
  tipo: Job['tipo']
  titulo: string
  listado?: boolean
  parametros: object
  envio: string
  /** The report that it carries out. */
  id_informe?: number
  filas: SQL
  /** Whether `filas` selects the number of each row, too. */
  numbered?: boolean
}

/**
 * Stores a job with its rows and starts it; `filas` selects `datos`, in order. Returns null when this request was made
 * before.
 */
export async function startJob(tx: Db, jobs: Jobs, identity: Identity, job: NewJob): Promise<number | null> {
  const { filas, numbered, ...values } = job
  const fila = sql.raw(numbered ? 'fila' : 'row_number() OVER ()')
  const [made] = await tx
    .insert(trabajos)
    .values({ ...values, id_cliente: identity.id_cliente, pedido_por: identity.id })
    .onConflictDoNothing({ target: trabajos.envio })
    .returning({ id: trabajos.id })
  if (!made) return null
  await tx.execute(sql`WITH filas AS (INSERT INTO trabajo_filas (id_trabajo, fila, datos)
      SELECT ${made.id}, ${fila}, datos FROM (${filas}) elegidas RETURNING 1)
    UPDATE trabajos SET total = (SELECT count(*) FROM filas) WHERE id = ${made.id}`)
  await enqueue(tx, jobs, identity, made.id)
  return made.id
}

/** The job that a request made before. @throws NO_ENCONTRADO for another's */
export async function jobOf(db: Db, identity: Identity, envio: string): Promise<Job> {
  const [made] = await db.select({ id: trabajos.id }).from(trabajos).where(eq(trabajos.envio, envio))
  if (!made) throw fail('NO_ENCONTRADO')
  return findJob(db, identity, made.id)
}

export type RunningJob = typeof trabajos.$inferSelect
type Row = { fila: number; datos: unknown }

/**
 * Applies some rows; returns what to add to the job's result, what to store with rows, and those that could not be done.
 * `undone`: for these errors nothing was done at all, and the job fails.
 */
export type Apply = (
  tx: Db,
  job: RunningJob,
  rows: Row[],
  jobs: Jobs,
) => Promise<{
  resultado: Record<string, number>
  filas?: { fila: number; resultado: unknown }[]
  errores?: JobRow[]
  undone?: boolean
}>

/** The cells of a row as its sender wrote them, below their headings. */
export type Cells = { headings: string[]; of: (datos: unknown, fila: number) => string[] }

type Kind = {
  apply: Apply
  /** Whether a person may ask for a job with these parameters now; asked again whenever it runs. */
  mayAsk: (db: Db, caller: Caller, parametros: unknown) => Promise<boolean>
  /** How many rows are one transaction, where it is not {@link BATCH}. */
  batch?: (parametros: unknown) => number
  /** For the file of the rows that could not be done. */
  cells?: (parametros: unknown) => Cells
  /** How many days its rows are kept, where they hold what people wrote. */
  rowDays?: number
}

export type Kinds = Record<Job['tipo'], Kind>

const sumOfResults = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  )

/** Locked until the batch ends, so that a job delivered twice is not done twice. */
async function lockJob(tx: Db, id: number): Promise<RunningJob | undefined> {
  const [job] = await tx
    .select()
    .from(trabajos)
    .where(and(eq(trabajos.id, id), sql`${trabajos.estado} IN ('en_cola', 'en_curso')`))
    .for('update')
  return job
}

/** In whose name something runs later, with the roles of now; undefined once they may not log in. */
export async function callerOf(
  tx: Db,
  { pedido_por, id_cliente }: Pick<RunningJob, 'pedido_por' | 'id_cliente'>,
): Promise<Caller | undefined> {
  const [asker] = await query<Caller>(
    tx,
    sql`SELECT u.id, ${id_cliente}::bigint AS id_cliente, array_agg(r.rol) AS roles
      FROM usuarios u JOIN roles_personal r ON r.id_usuario = u.id WHERE u.id = ${pedido_por} AND u.estado = 1 GROUP BY u.id
      HAVING u.id_cliente = ${id_cliente} OR bool_or(r.rol = 'plataforma')`,
  )
  return asker
}

type Outcome = Awaited<ReturnType<Apply>>

/** Marks the rows that were applied, those that could not be done with their reason. */
const markRows = (tx: Db, id: number, rows: number[], { filas = [], errores = [] }: Outcome) =>
  tx.execute(sql`UPDATE trabajo_filas f SET estado = CASE WHEN e.fila IS NULL THEN 'hecha' ELSE 'error' END, mensaje = e.mensaje,
      resultado = x.resultado
    FROM unnest(${sql.param(rows)}::int[]) AS r (fila)
    LEFT JOIN ${recordset(errores, 'e(fila int, mensaje text)')} USING (fila)
    LEFT JOIN ${recordset(filas, 'x(fila int, resultado jsonb)')} USING (fila)
    WHERE f.id_trabajo = ${id} AND f.fila = r.fila`)

/** Does the next rows; false when the job is over. */
async function runBatch(tx: Db, jobs: Jobs, id: number, kinds: Kinds): Promise<boolean> {
  const job = await lockJob(tx, id)
  if (!job) return false
  const asker = await callerOf(tx, job)
  if (!asker || !(await kinds[job.tipo].mayAsk(tx, asker, job.parametros))) {
    await end(tx, id, 'fallido')
    return false
  }
  const { apply, batch } = kinds[job.tipo]
  const rows = await query<Row>(
    tx,
    sql`SELECT fila, datos FROM trabajo_filas WHERE id_trabajo = ${id} AND estado = 'pendiente' ORDER BY fila
      LIMIT ${batch?.(job.parametros) ?? BATCH}`,
  )
  if (rows.length === 0) {
    await end(tx, id, job.errores > 0 ? 'con_errores' : 'terminado')
    return false
  }
  const outcome = await apply(tx, job, rows, jobs)
  const { resultado, errores = [], undone = false } = outcome
  const done = (undone ? errores : rows).map(({ fila }) => fila)
  await markRows(tx, id, done, outcome)
  await tx
    .update(trabajos)
    .set({
      estado: 'en_curso',
      hechas: job.hechas + done.length,
      errores: job.errores + errores.length,
      resultado: sumOfResults(job.resultado, resultado),
    })
    .where(eq(trabajos.id, id))
  if (undone) await end(tx, id, 'fallido')
  return !undone
}

/** How long the next batch took, in milliseconds; null when the job is over. */
async function timedBatch(db: Db, jobs: Jobs, id: number, kinds: Kinds): Promise<number | null> {
  const began = performance.now()
  const more = await db.transaction((tx) => runBatch(tx, jobs, id, kinds))
  return more ? performance.now() - began : null
}

/**
 * Runs a job in batches of 200 rows, each one transaction: whatever happens between them, it goes on with the rows that
 * are not done. It rests as long as each batch took, because requests share its processor. `last`: after this try no
 * other follows, so a failure ends the job.
 */
export async function runJob(db: Db, jobs: Jobs, id: number, kinds: Kinds, last: boolean): Promise<void> {
  const next = () => timedBatch(db, jobs, id, kinds)
  try {
    for (let took = await next(); took !== null; took = await next()) await sleep(took)
  } catch (error) {
    if (last) await db.transaction((tx) => end(tx, id, 'fallido'))
    throw error
  }
}

/**
 * Ends the jobs that will not be delivered again, such as one whose process was killed at its last try: their queue has
 * none that waits or runs.
 */
export async function endLostJobs(db: Db, jobs: Jobs): Promise<void> {
  // Before the queue is read: a job is sent in the transaction that opens it.
  const open = await query<{ id: number }>(
    db,
    sql`SELECT t.id FROM trabajos t WHERE t.estado IN ('en_cola', 'en_curso') ORDER BY t.id LIMIT ${BATCH}`,
  )
  if (open.length === 0) return
  const pending = new Set((await jobs.listPending<{ id: number }>(JOBS_QUEUE)).map(({ data }) => data.id))
  for (const { id } of open) if (!pending.has(id)) await db.transaction((tx) => end(tx, id, 'fallido'))
}

const KEPT_DAYS = 90

/** Removes jobs that ended long ago, with their rows, and sooner the rows with people's data; what they did is in the audit log. */
export async function sweepJobs(db: Db, kinds: Kinds): Promise<void> {
  const sooner = Object.entries(kinds).flatMap(([tipo, { rowDays }]) => (rowDays ? [{ tipo, dias: rowDays }] : []))
  await db.execute(sql`DELETE FROM trabajo_filas f USING trabajos t, ${recordset(sooner, 's(tipo text, dias int)')}
    WHERE f.id_trabajo = t.id AND t.tipo = s.tipo AND t.terminado_en < now() - make_interval(days => s.dias)`)
  await db.delete(trabajos).where(sql`${trabajos.terminado_en} < now() - make_interval(days => ${KEPT_DAYS})`)
}
