import { lettersAndDigits } from '@campus/contract/codes'
import type { CsvRow } from '@campus/contract/csv'
import { foldText } from '@campus/contract/folding'
import { cellsByColumn, columnsNamed, PEOPLE_HEADINGS } from '@campus/contract/people-columns'
import { cutText } from '@campus/contract/shorten'
import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { readTable, type Table, unreadable } from '../../kit/tables/tables.ts'
import { type Db, query } from '../../platform/db/database.ts'

const REQUIRED = ['correo', 'nombres', 'apellidos'] as const

const { correo, nombres, apellidos, dni } = PEOPLE_HEADINGS
/** `motivo` is of the file of errors, which is corrected and sent again. */
const HEADINGS = {
  ...{ correo, nombres, apellidos },
  tipo_documento: ['tipo documento', 'tipo de documento', 'tipo doc'],
  numero_documento: [...dni, 'numero documento', 'numero de documento'],
  telefono: [
    'telefono',
    'telefonos',
    'celular',
    'movil',
    'whatsapp',
    'telefono celular',
    'numero de telefono',
    'phone',
  ],
  pais: ['pais', 'country'],
  ciudad: ['ciudad', 'city'],
  curso: ['curso', 'nombre del curso', 'id curso', 'course'],
  grupo: ['grupo', 'seccion'],
  vence: ['vence', 'vencimiento', 'fecha de vencimiento', 'ultimo dia'],
  motivo: ['motivo'],
} as const satisfies Record<string, readonly string[]>

export type PeopleColumn = keyof typeof HEADINGS
const columnOf = columnsNamed<PeopleColumn>(HEADINGS)

/** By place; null for a column that is not read. */
export type PeopleParameters = { titulos: string[]; columnas: (PeopleColumn | null)[] }

/** A line as it was written. `error`: what the file alone says of it; `antes`: a line before has the same person. */
export type PeopleRow = { nombre: string; celdas: string[]; curso?: number; antes?: true; error?: string }

const list = (names: readonly string[]): string => names.map(quoted).join(' y ')

/** @throws IMPORTACION_INVALIDA */
function readHeadings(titulos: string[]): PeopleParameters {
  const columnas = titulos.map((heading) => columnOf(heading) ?? null)
  const missing = REQUIRED.filter((column) => !columnas.includes(column))
  if (missing.length > 0)
    throw unreadable(`${missing.length === 1 ? 'falta la columna' : 'faltan las columnas'} ${list(missing)}`)
  const joined = new Set<unknown>(['nombres', 'apellidos', 'motivo', null])
  for (const [at, column] of columnas.entries()) {
    const first = columnas.indexOf(column)
    const twice = foldText(titulos[first] ?? '') === foldText(titulos[at] ?? '') || !joined.has(column)
    if (column && first < at && twice) throw unreadable(`${quoted(column)} está en dos columnas`)
  }
  return { titulos, columnas }
}

/** Columns that are not read, with how many lines have something there. */
function leftOut({ headings, rows }: Table, { columnas }: PeopleParameters) {
  return headings.flatMap((columna, at) =>
    columnas[at] === null && columna !== ''
      ? [{ columna: cutText(columna, 80), datos: rows.filter(({ cells }) => cells[at]).length }]
      : [],
  )
}

const plainName = (name: string): string => foldText(name).replace(/\s+/g, ' ').trim()

/** A course by its number or its name; a text says why there is none. */
async function courseFinder(db: Db, brand: number): Promise<(cell: string) => number | string> {
  const courses = await query<{ id: number; nombre: string; archivado: boolean }>(
    db,
    sql`SELECT c.id, c.nombre, c.archivado_en IS NOT NULL AS archivado FROM cursos c WHERE c.id_cliente = ${brand}`,
  )
  const found = new Map<string, number | string>()
  for (const { id, nombre, archivado } of courses.toSorted((a, b) => Number(b.archivado) - Number(a.archivado))) {
    const name = plainName(nombre)
    const other = courses.find((one) => one.id !== id && !one.archivado && !archivado && plainName(one.nombre) === name)
    found.set(name, other ? `Hay dos cursos que se llaman así: escribe su número, ${id} o ${other.id}.` : id)
  }
  const ids = new Set(courses.map(({ id }) => String(id)))
  return (cell) => {
    if (ids.has(cell)) return Number(cell)
    return found.get(plainName(cell)) ?? `No hay un curso ${quoted(cutText(cell, 80))}.`
  }
}

/** What lines say of each other: a person twice in a course, a document of two people, a person with two documents. */
function createRepeated() {
  const places = new Map<string, number>()
  const owners = new Map<string, { mail: string; fila: number }>()
  const documents = new Map<string, { document: string; fila: number }>()
  return (fila: number, mail: string, document: string, course: number | string): string | undefined => {
    const place = `${mail} ${course}`
    const before = places.get(place)
    if (before) return `Es la misma persona de la fila ${before}.`
    places.set(place, fila)
    if (document === '') return undefined
    const owner = owners.get(document)
    if (owner && owner.mail !== mail) return `Su documento es el de la fila ${owner.fila}, que tiene otro correo.`
    const other = documents.get(mail)
    if (other && other.document !== document) return `En la fila ${other.fila} tiene otro documento.`
    owners.set(document, { mail, fila })
    documents.set(mail, { document, fila })
    return undefined
  }
}

/** Makes a {@link PeopleRow} of each line, in their order. */
function createRows({ columnas }: PeopleParameters, courseOf: (cell: string) => number | string) {
  const repeated = createRepeated()
  const known = new Set<string>()
  return ({ line: fila, cells: celdas }: CsvRow) => {
    const cells = cellsByColumn({ columns: columnas }, celdas)
    const { correo: mail = '', numero_documento: number = '', tipo_documento: kind = '' } = cells
    const course = cells.curso ? courseOf(cells.curso) : undefined
    const correo = mail.toLowerCase()
    const twice = mail && repeated(fila, correo, number && lettersAndDigits(kind + number), course ?? '')
    const error = typeof course === 'string' ? course : twice
    const datos: PeopleRow = {
      nombre: cutText(mail || [cells.nombres, cells.apellidos].join(' ').trim(), 200),
      celdas,
      ...(typeof course === 'number' && { curso: course }),
      ...(known.has(correo) && { antes: true }),
      ...(error && { error }),
    }
    known.add(correo)
    return { fila, datos }
  }
}

/** The lines of a file of people. @throws IMPORTACION_INVALIDA */
export async function readPeople(db: Db, brand: number, bytes: Buffer) {
  const table = readTable(bytes)
  const parametros = readHeadings(table.headings)
  const rowOf = createRows(parametros, await courseFinder(db, brand))
  return { parametros, fuera: leftOut(table, parametros), filas: table.rows.map(rowOf) }
}

/** The cells of a line below the headings of its file. */
export const peopleCells = ({ titulos, columnas }: PeopleParameters) => {
  const kept = columnas.map((column) => column !== 'motivo')
  const only = (cells: readonly string[]) => titulos.map((_, at) => cells[at] ?? '').filter((_, at) => kept[at])
  return { headings: only(titulos), of: (datos: unknown) => only((datos as PeopleRow).celdas) }
}
