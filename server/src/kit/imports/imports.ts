import {
  IMPORT_DAYS,
  type Import,
  type ImportDoes,
  type ImportForm,
  type ImportKindName,
  type ImportRow,
  type ImportRowsQuery,
  MAX_IMPORT_WHOLE,
  type RunImportBody,
} from '@campus/contract/imports'
import type { Job } from '@campus/contract/jobs'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import {
  type Apply,
  type Cells,
  findJob,
  JOB_COLUMNS,
  jobOf,
  type Kinds,
  startJob,
  visibleTo,
} from '../batches/batches.ts'
import { type List, type ListPage, listRows } from '../lists/lists.ts'

const FILES = limit('importar_usuario', 30, 60 * 60)

/** A file as its kind read it: `fila` is the line, `nombre` of the data what names it. */
type FileRead = {
  parametros: object
  fuera: Import['fuera']
  filas: { fila: number; datos: { nombre: string } }[]
}

/** What a row of a report stores. */
export type RowReport = { hace: Exclude<ImportDoes, 'error'>; texto: string; aviso?: string | undefined }

/** What can be imported. */
export type ImportKind = {
  mayAsk: (db: Db, caller: Caller) => Promise<boolean>
  /** *30 personas* */
  count: (rows: number) => string
  /** @throws IMPORTACION_INVALIDA */
  read: (db: Db, brand: number, bytes: Buffer) => Promise<FileRead>
  cells: (parametros: never) => Cells
  /** Stores a {@link RowReport} with each row, and writes nothing else. */
  report: Apply
  /** Checks each row again and carries it out. */
  run: Apply
}
export type ImportKinds = Record<ImportKindName, ImportKind>

export type ImportParameters = { tipo: ImportKindName; archivo: string; fuera: Import['fuera']; solo_buenas?: boolean }

const parametersOf = (parametros: unknown) => parametros as ImportParameters

/** The two jobs of an import: the report, and what carries it out. */
export function importJobs(kinds: ImportKinds): Pick<Kinds, 'informe' | 'importar'> {
  const shared: Omit<Kinds['informe'], 'apply'> = {
    mayAsk: (db, caller, parametros) => kinds[parametersOf(parametros).tipo].mayAsk(db, caller),
    cells: (parametros) => kinds[parametersOf(parametros).tipo].cells(parametros as never),
    rowDays: IMPORT_DAYS,
  }
  const dispatch =
    (step: 'report' | 'run'): Apply =>
    (tx, job, rows, jobs) =>
      kinds[parametersOf(job.parametros).tipo][step](tx, job, rows, jobs)
  return {
    informe: { ...shared, apply: dispatch('report') },
    importar: {
      ...shared,
      apply: dispatch('run'),
      batch: (parametros) => (parametersOf(parametros).solo_buenas ? 200 : MAX_IMPORT_WHOLE),
    },
  }
}

async function requireKind(db: Db, kinds: ImportKinds, identity: Identity, tipo: ImportKindName): Promise<ImportKind> {
  const kind = kinds[tipo]
  if (!(await kind.mayAsk(db, identity))) throw fail('SIN_PERMISO')
  return kind
}

type Stored = Job & { parametros: ImportParameters; vencido: boolean }

const REPORT = sql`t.parametros, t.creado_en < now() - make_interval(days => ${IMPORT_DAYS}) AS vencido`

/** @throws NO_ENCONTRADO, SIN_PERMISO */
async function findReport(db: Db, kinds: ImportKinds, identity: Identity, id: number): Promise<Stored> {
  const report = await findJob<Stored>(db, identity, id, REPORT)
  if (report.tipo !== 'informe') throw fail('NO_ENCONTRADO')
  await requireKind(db, kinds, identity, report.parametros.tipo)
  return report
}

/** Who sees a report sees the job that carries it out. */
async function runOf(db: Db, id: number): Promise<Job | null> {
  const [job] = await query<Job>(db, sql`SELECT ${JOB_COLUMNS} FROM trabajos t WHERE t.id_informe = ${id}`)
  return job ?? null
}

/** @throws NO_ENCONTRADO, SIN_PERMISO */
export async function findImport(db: Db, kinds: ImportKinds, identity: Identity, id: number): Promise<Import> {
  const { parametros, vencido, ...informe } = await findReport(db, kinds, identity, id)
  const { tipo, archivo, fuera } = parametros
  const { creado_en } = informe
  return { id, tipo, archivo, fuera, vencido, informe, importacion: await runOf(db, id), creado_en }
}

/**
 * Reads a file and starts the job that says what it would change; nothing else is written.
 * @throws SIN_PERMISO, IMPORTACION_INVALIDA, DEMASIADOS_INTENTOS
 */
export async function startReport(
  db: Db,
  jobs: Jobs,
  kinds: ImportKinds,
  identity: Identity,
  { tipo, envio, archivo, bytes }: z.output<typeof ImportForm> & { archivo: string; bytes: Buffer },
): Promise<Import> {
  const kind = await requireKind(db, kinds, identity, tipo)
  await throttle(db, FILES, String(identity.id))
  const { parametros, fuera, filas } = await kind.read(db, identity.id_cliente, bytes)
  const stored: ImportParameters = { ...parametros, tipo, archivo, fuera }
  await db.transaction(async (tx) => {
    const trabajo = await startJob(tx, jobs, identity, {
      tipo: 'informe',
      titulo: `Leer ${kind.count(filas.length)}`,
      listado: false,
      parametros: stored,
      envio,
      filas: sql`SELECT * FROM ${recordset(filas, 'leidas(fila int, datos jsonb)')}`,
      numbered: true,
    })
    if (trabajo === null) return
    await audit(tx, 'gestion', {
      objeto: `trabajo:${trabajo}`,
      detalle: { hecho: 'archivo leído', tipo, filas: filas.length },
    })
  })
  const { id } = await jobOf(db, identity, envio)
  return findImport(db, kinds, identity, id)
}

const DOES = sql`CASE f.estado WHEN 'error' THEN 'error' ELSE f.resultado ->> 'hace' END`

const ROWS: List<{ hace: ImportRowsQuery['hace'] }> = {
  from: sql`trabajo_filas f`,
  id: sql`f.fila`,
  columns: sql`f.fila, ${DOES} AS hace, f.datos ->> 'nombre' AS nombre, coalesce(f.mensaje, f.resultado ->> 'texto', '') AS texto,
    f.resultado ->> 'aviso' AS aviso`,
  sorts: { fila: { by: sql`f.fila`, type: 'bigint' } },
  defaultSort: 'fila',
  filters: {
    hace: (hace): SQL => {
      if (hace === 'error') return sql`f.estado = 'error'`
      return hace === 'aviso' ? sql`f.resultado ->> 'aviso' IS NOT NULL` : sql`${DOES} = ${hace}`
    },
  },
}

/** What each line would do, in the order of the file. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function importRows(
  db: Db,
  kinds: ImportKinds,
  identity: Identity,
  id: number,
  asked: ImportRowsQuery,
): Promise<ListPage<ImportRow>> {
  await findReport(db, kinds, identity, id)
  return listRows<ImportRow, Pick<ImportRowsQuery, 'hace'>>(
    db,
    ROWS as List<Pick<ImportRowsQuery, 'hace'>>,
    asked,
    sql`f.id_trabajo = ${id} AND f.estado <> 'pendiente'`,
  )
}

const MANY = new Intl.NumberFormat('es-PE').format(MAX_IMPORT_WHOLE)

/** Why a report cannot be carried out this way. @throws INFORME_VENCIDO, DATOS_INVALIDOS under `solo_buenas` */
function checkRun({ estado, vencido, total, hechas, errores }: Stored, solo_buenas: boolean): void {
  const refuse = (why: string) => invalid('solo_buenas', why)
  if (vencido) throw fail('INFORME_VENCIDO')
  if (estado === 'en_cola' || estado === 'en_curso') throw refuse('El informe todavía no termina.')
  if (estado === 'cancelado' || estado === 'fallido') throw refuse('El informe no terminó: sube tu archivo otra vez.')
  if (hechas === errores) throw refuse('Ninguna fila se puede importar.')
  if (solo_buenas) return
  if (errores > 0) throw refuse('Hay filas con errores: corrígelas, o importa solo las correctas.')
  if (total > MAX_IMPORT_WHOLE) throw refuse(`Con más de ${MANY} filas se importan solo las correctas.`)
}

/**
 * Starts the job that carries a report out, once: asked again, it is the same job.
 * @throws NO_ENCONTRADO, SIN_PERMISO, INFORME_VENCIDO, DATOS_INVALIDOS
 */
export async function runImport(
  db: Db,
  jobs: Jobs,
  kinds: ImportKinds,
  identity: Identity,
  id: number,
  { solo_buenas, envio }: RunImportBody,
): Promise<Job> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM trabajos t WHERE t.id = ${id} AND ${visibleTo(identity)} FOR UPDATE`)
    const report = await findReport(tx, kinds, identity, id)
    const before = await runOf(tx, id)
    if (before) return before
    checkRun(report, solo_buenas)
    const { tipo } = report.parametros
    const filas = report.hechas - report.errores
    const trabajo = await startJob(tx, jobs, identity, {
      tipo: 'importar',
      titulo: `Importar ${kinds[tipo].count(filas)}`,
      parametros: { ...report.parametros, solo_buenas } satisfies ImportParameters,
      envio,
      id_informe: id,
      filas: sql`SELECT f.fila, f.datos FROM trabajo_filas f WHERE f.id_trabajo = ${id} AND f.estado = 'hecha' ORDER BY f.fila`,
      numbered: true,
    })
    if (trabajo !== null)
      await audit(tx, 'gestion', {
        objeto: `trabajo:${trabajo}`,
        detalle: { hecho: 'importación pedida', tipo, filas, solo_buenas },
      })
    return jobOf(tx, identity, envio)
  })
}
