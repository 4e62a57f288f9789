import type { CsvRow } from './csv.ts'
import { foldText } from './folding.ts'

const PEOPLE_COLUMNS = ['correo', 'nombres', 'apellidos', 'dni'] as const
type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

/** As registrars, forms and other programs head their lists, folded. */
export const PEOPLE_HEADINGS: Record<PeopleColumn, readonly string[]> = {
  correo: [
    ...['correo', 'correos', 'email', 'e mail', 'mail', 'correo electronico', 'direccion de correo', 'email address'],
    ...['direccion de correo electronico', 'direccion de email', 'correo personal', 'correo institucional'],
  ],
  nombres: [
    ...['nombres', 'nombre', 'nombre s', 'nombre completo', 'nombres y apellidos', 'nombre y apellido'],
    ...['nombre y apellidos', 'nombres completos', 'primer nombre', 'segundo nombre', 'first name', 'name'],
  ],
  apellidos: [
    ...['apellidos', 'apellido', 'apellido s', 'apellido paterno', 'apellido materno', 'primer apellido'],
    ...['segundo apellido', 'ap paterno', 'ap materno', 'last name', 'surname'],
  ],
  dni: [
    ...['dni', 'n dni', 'nro dni', 'numero de dni', 'documento', 'n documento', 'nro documento', 'n de documento'],
    ...['nro de documento', 'numero de documento', 'documento de identidad'],
  ],
}

/** Which column a heading names, whatever its case, accents and signs. */
export function columnsNamed<Column extends string>(names: Record<Column, readonly string[]>) {
  const columns = Object.keys(names) as Column[]
  const known = new Map(columns.flatMap((column) => names[column].map((name) => [name, column] as const)))
  return (heading: string): Column | undefined =>
    known.get(
      foldText(heading)
        .replace(/[^\p{L}\p{N}]+|[ºª]/gu, ' ')
        .replace(/ +/g, ' ')
        .trim(),
    )
}

const columnOf = columnsNamed(PEOPLE_HEADINGS)

export type PeopleHeading = {
  /** By place; undefined for a heading that is not known, and for an empty one. */
  columns: (PeopleColumn | undefined)[]
  /** The headings that are not known, as they were written. */
  unknown: string[]
}

/** Of the first row when it names a column; a row with a mail is a person. */
export function headingOf(row: CsvRow | undefined): PeopleHeading | null {
  if (!row || row.cells.some((cell) => cell.includes('@'))) return null
  const columns = row.cells.map(columnOf)
  if (columns.every((column) => column === undefined)) return null
  return { columns, unknown: row.cells.filter((cell, at) => cell !== '' && columns[at] === undefined) }
}

/** The cells of a row by column; both surnames, or both names, are one. */
export function cellsByColumn<Column extends string>(
  { columns }: { columns: readonly (Column | null | undefined)[] },
  cells: readonly string[],
): Partial<Record<Column, string>> {
  const found: Partial<Record<Column, string>> = {}
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]
    if (!column || !cell) continue
    const joined = column === 'nombres' || column === 'apellidos'
    found[column] = joined && found[column] ? `${found[column]} ${cell}` : (found[column] ?? cell)
  }
  return found
}
