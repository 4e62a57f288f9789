import { type CsvRow, readCsv } from '@campus/contract/csv'
import { nameOfMail, splitName } from '@campus/contract/enrollee-names'
import { ListedPerson, MAX_ENROLLED } from '@campus/contract/enrolments.staff'
import { plainSigns } from '@campus/contract/folding'
import { cellsByColumn, headingOf, type PeopleHeading } from '@campus/contract/people-columns'

/** A person of a pasted list, and its line, counted from 1. */
export type PastedPerson = ListedPerson & { line: number }
/** `ignored` are the headings of columns that are not read. */
export type Pasted = { people: PastedPerson[]; mistakes: string[]; ignored: string[] }

const NAMED_MAIL = /^([^<>]*)<([^<>]+)>$/

/** A row of a spreadsheet: the cell with an @ is the mail, the one with digits the DNI, the others the name. */
function personOf({ text, cells }: CsvRow): ListedPerson {
  const [, name = '', mail = ''] = NAMED_MAIL.exec(text) ?? []
  if (mail) return { correo: mail.trim(), ...(name.trim() && { nombres: name.trim() }) }
  const correo = cells.find((cell) => cell.includes('@')) ?? ''
  const numero_documento = cells.find((cell) => /^\d[\d\s.-]*$/.test(plainSigns(cell)))
  const [nombres, ...rest] = cells.filter((cell) => cell !== '' && cell !== correo && cell !== numero_documento)
  const apellidos = rest.join(' ')
  return {
    correo,
    ...(nombres && { nombres }),
    ...(apellidos && { apellidos }),
    ...(numero_documento && { numero_documento }),
  }
}

/** By its heading; a row that is written another way, as one without it. */
function headedPerson(row: CsvRow, heading: PeopleHeading): ListedPerson {
  const { correo = '', nombres, apellidos, dni } = cellsByColumn(heading, row.cells)
  const hasColumn = heading.columns.includes('correo')
  const elsewhere = hasColumn && !correo.includes('@') && row.text.includes('@')
  if (elsewhere || NAMED_MAIL.test(row.text)) return personOf(row)
  return {
    correo: hasColumn ? correo : (row.cells.find((cell) => cell.includes('@')) ?? ''),
    ...(nombres && { nombres }),
    ...(apellidos && { apellidos }),
    ...(dni && { numero_documento: dni }),
  }
}

/** One person a line: a mail, `Nombre Apellidos <correo>`, or a row copied from a spreadsheet, with or without its heading. */
export function readPasted(text: string): Pasted {
  const { rows, broken } = readCsv(text)
  const people: PastedPerson[] = []
  const mistakes: string[] = []
  const heading = headingOf(rows[0])
  for (const row of heading ? rows.slice(1) : rows) {
    const person = heading ? headedPerson(row, heading) : personOf(row)
    const checked = ListedPerson.safeParse(person)
    const said = person.correo === '' ? 'Falta el correo.' : checked.error?.issues[0]?.message
    if (said) mistakes.push(`Línea ${row.line}: ${said}`)
    people.push({ ...person, line: row.line })
  }
  if (broken !== null) mistakes.push(`Línea ${broken}: las comillas están mal puestas.`)
  if (people.length > MAX_ENROLLED)
    mistakes.unshift(`Son ${people.length} personas: van ${MAX_ENROLLED} por vez como máximo.`)
  return { people, mistakes, ignored: heading?.unknown ?? [] }
}

/** As the enrolment gives them to a new account; the server does the same. */
export function namesOf({ correo, nombres, apellidos }: ListedPerson): { nombres: string; apellidos: string } {
  if (!nombres) return nameOfMail(correo)
  return apellidos ? { nombres, apellidos } : splitName(nombres)
}

/** The server's mistakes, whose fields name a position of the list, at the lines where they stand. */
export function linesOf(errors: Record<string, string[]>, people: readonly PastedPerson[]): string[] {
  return Object.entries(errors).flatMap(([field, texts]) => {
    const line = people[Number(/(?:^|\.)(\d+)(?:\.|$)/.exec(field)?.[1] ?? Number.NaN)]?.line
    return texts.map((said) => (line === undefined ? said : `Línea ${line}: ${said}`))
  })
}
