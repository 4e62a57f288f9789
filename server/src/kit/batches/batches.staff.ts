import { CSV_BEGINNING, csvLine } from '@campus/contract/csv-text'
import type { Job, JobRow } from '@campus/contract/jobs'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { type List, type ListPage, listRows } from '../lists/lists.ts'
import { trabajo_filas, trabajos } from './batches.tables.ts'
import { type Cells, end, enqueue, findJob, JOB_COLUMNS, type Kinds, type RunningJob, visibleTo } from './batches.ts'

type Filters = { estado?: Job['estado'] | undefined; mios?: '1' | undefined }
type Asked = Filters & { orden?: string | undefined; desde?: string | undefined }

const jobsOf = ({ id }: Identity): List<Filters> => ({
  from: sql`trabajos t`,
  id: sql`t.id`,
  columns: JOB_COLUMNS,
  sorts: { creado: { by: sql`t.creado_en`, type: 'timestamptz' } },
  defaultSort: '-creado',
  filters: { estado: (estado) => sql`t.estado = ${estado}`, mios: () => sql`t.pedido_por = ${id}` },
})

const ROWS: List<object> = {
  from: sql`trabajo_filas f`,
  id: sql`f.fila`,
  columns: sql`f.fila, f.mensaje`,
  sorts: { fila: { by: sql`f.fila`, type: 'bigint' } },
  defaultSort: 'fila',
  filters: {},
}

export const listJobs = (db: Db, identity: Identity, asked: Asked): Promise<ListPage<Job>> =>
  listRows<Job, Filters>(db, jobsOf(identity), asked, sql`${visibleTo(identity)} AND t.listado`)

const NOT_ANY_MORE = 'Ya no tienes permiso para este trabajo. Pídelo a quien administra la academia.'

/** The right may have ended since the job began. @throws NO_ENCONTRADO, SIN_PERMISO */
async function requireRight(db: Db, kinds: Kinds, identity: Identity, id: number) {
  const [job] = await query<Pick<RunningJob, 'tipo' | 'parametros'>>(
    db,
    sql`SELECT t.tipo, t.parametros FROM trabajos t WHERE t.id = ${id} AND ${visibleTo(identity)}`,
  )
  if (!job) throw fail('NO_ENCONTRADO')
  if (!(await kinds[job.tipo].mayAsk(db, identity, job.parametros)))
    throw fail('SIN_PERMISO', { message: NOT_ANY_MORE })
  return job
}

/** The rows that could not be done, which name people. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function failedRows(
  db: Db,
  kinds: Kinds,
  identity: Identity,
  id: number,
  asked: Asked,
): Promise<ListPage<JobRow>> {
  await requireRight(db, kinds, identity, id)
  return listRows<JobRow, object>(db, ROWS, asked, sql`f.id_trabajo = ${id} AND f.estado = 'error'`)
}

const CSV_ROWS = 500

type FailedRow = JobRow & { datos: unknown }

/** The rows after `fila` that could not be done. */
const failedAfter = (db: Db, id: number, fila: number) =>
  query<FailedRow>(
    db,
    sql`SELECT f.fila, f.mensaje, f.datos FROM trabajo_filas f
      WHERE f.id_trabajo = ${id} AND f.estado = 'error' AND f.fila > ${fila} ORDER BY f.fila LIMIT ${CSV_ROWS}`,
  )

async function* csvOf(db: Db, id: number, cells: Cells): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine([...cells.headings, 'Motivo'])
  for (let last: number | undefined = -1; last !== undefined; ) {
    const rows: FailedRow[] = await failedAfter(db, id, last)
    yield rows.map(({ datos, mensaje, fila }) => csvLine([...cells.of(datos, fila), mensaje])).join('')
    last = rows.at(-1)?.fila
  }
}

const NUMBER_ALONE: Cells = { headings: ['Fila'], of: (_, fila) => [String(fila)] }

/**
 * The rows that could not be done as a file, to be corrected and sent again, page by page.
 * @throws NO_ENCONTRADO, SIN_PERMISO
 */
export async function failedCsv(db: Db, kinds: Kinds, identity: Identity, id: number): Promise<AsyncGenerator<string>> {
  const { tipo, parametros } = await requireRight(db, kinds, identity, id)
  return csvOf(db, id, kinds[tipo].cells?.(parametros) ?? NUMBER_ALONE)
}

/** Ends a job between two batches; what is done stays. @throws NO_ENCONTRADO */
export async function cancelJob(db: Db, identity: Identity, id: number): Promise<Job> {
  await findJob(db, identity, id)
  return db.transaction(async (tx) => {
    await end(tx, id, 'cancelado')
    return findJob(tx, identity, id)
  })
}

/**
 * Does again what failed, in the caller's name: rows that are done stay as they are.
 * @throws NO_ENCONTRADO, SIN_PERMISO
 */
export async function retryJob(db: Db, jobs: Jobs, kinds: Kinds, identity: Identity, id: number): Promise<Job> {
  return db.transaction(async (tx) => {
    await requireRight(tx, kinds, identity, id)
    const hechas = sql`${trabajos.hechas} - ${trabajos.errores}`
    const [again] = await tx
      .update(trabajos)
      .set({ estado: 'en_cola', terminado_en: null, hechas, errores: 0, pedido_por: identity.id })
      .where(and(eq(trabajos.id, id), sql`${trabajos.estado} IN ('fallido', 'con_errores')`))
      .returning({ id: trabajos.id })
    if (again) {
      await tx
        .update(trabajo_filas)
        .set({ estado: 'pendiente', mensaje: null })
        .where(and(eq(trabajo_filas.id_trabajo, id), eq(trabajo_filas.estado, 'error')))
      await audit(tx, 'gestion', { objeto: `trabajo:${id}`, detalle: { campos: ['estado'], estado: 'en_cola' } })
      await enqueue(tx, jobs, identity, id)
    }
    return findJob(tx, identity, id)
  })
}
