import { CSV_BEGINNING, csvLine, timeCell } from '@campus/contract/csv-text'
import { ENROLMENT_NAMES, ORIGIN_NAMES, RISK_NAMES } from '@campus/contract/enrolment-names'
import type { EnrolmentsExport } from '@campus/contract/enrolments.staff'
import { limaClock } from '@campus/contract/formats'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database.ts'
import { rowsInParts } from '../../platform/db/parts.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { search } from '../../platform/http/searches.ts'
import { FACTS, type Facts, followingOf } from './at-risk.ts'
import { type ListedEnrolment, listToExport } from './enrolments.ts'

type Row = Omit<ListedEnrolment, 'comprada'> & { hechos: Facts | null }
type Cell = Parameters<typeof csvLine>[0][number]

const HEADING = [
  ...['Nombres', 'Apellidos', 'Correo', 'Curso', 'Grupo', 'Matrícula', 'Desde', 'Último día', 'Avance (%)', 'Origen'],
]
/** Of one course. */
const FOLLOWING = ['Última actividad', 'Exámenes aprobados', 'Exámenes', 'Certificado', 'En riesgo', 'Motivos']

const dayCell = (day: string | null): Cell => day && timeCell(day)
const limaDayCell = (instant: string | null): Cell => instant && timeCell(limaClock(instant).slice(0, 10))
const numberCell = (value: number): Cell => ({ exact: String(value) })

function followingCells(facts: Facts): Cell[] {
  const { ultima_actividad, aprobados, examenes, certificado, riesgo } = followingOf(facts)
  return [
    ...[limaDayCell(ultima_actividad), numberCell(aprobados), numberCell(examenes), certificado ? 'Sí' : 'No'],
    ...[riesgo && RISK_NAMES[riesgo.nivel], riesgo?.motivos.join('. ') ?? null],
  ]
}

const lineOf = (row: Row): string =>
  csvLine([
    ...[row.nombres, row.apellidos, row.correo, row.curso, row.grupo, ENROLMENT_NAMES[row.estado]],
    ...[limaDayCell(row.desde), dayCell(row.vence), numberCell(row.avance), row.origen && ORIGIN_NAMES[row.origen]],
    ...(row.hechos ? followingCells(row.hechos) : []),
  ])

/** The rows of the file, in the order of the list. */
export async function exportedRows(db: Db, caller: Caller, asked: EnrolmentsExport): Promise<SQL> {
  const { from, columns, found } = await listToExport(db, caller, asked)
  const direction = sql.raw(asked.orden === 'fecha' ? 'ASC' : 'DESC')
  return sql`SELECT ${columns}, ${asked.curso ? FACTS : sql`NULL::json`} AS hechos
    FROM ${from} WHERE ${found} ORDER BY matriculas.fecha_matricula ${direction}, matriculas.id ${direction}`
}

/** How many rows the file has. */
export async function countExported(db: Db, caller: Caller, asked: EnrolmentsExport): Promise<number> {
  const { from, found } = await listToExport(db, caller, asked)
  const read = async (tx: Db) => {
    const [row] = await query<{ filas: number }>(tx, sql`SELECT count(*)::int AS filas FROM ${from} WHERE ${found}`)
    return row?.filas ?? 0
  }
  return asked.q ? search(db, read) : read(db)
}

/** The list as a file, part by part. */
export async function* enrolmentLines(database: Database, caller: Caller, asked: EnrolmentsExport) {
  yield CSV_BEGINNING + csvLine(asked.curso ? [...HEADING, ...FOLLOWING] : HEADING)
  const rows = await exportedRows(database.db, caller, asked)
  for await (const part of rowsInParts<Row>(database, rows)) yield part.map(lineOf).join('')
}
