import { readFileSync } from 'node:fs'
import { Email } from '@campus/contract/common'
import { readCsv } from '@campus/contract/csv'
import { nameOfMail, splitName } from '@campus/contract/enrollee-names'
import { foldText } from '@campus/contract/folding'
import { cellsByColumn, headingOf, PEOPLE_COLUMNS, type PeopleHeading } from '@campus/contract/people-columns'
import { Dni } from '@campus/contract/registration'
import { Invited } from '@campus/contract/team'
import { z } from 'zod'
import type { Enrollee } from '../features/learning/enrollees.ts'

/** Nothing was written. */
export class PeopleError extends Error {
  readonly mistakes: string[]
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** `place` is a file and its line, or the argument; `guessed` where the name was taken from the mail. */
export type Listed = Enrollee & { place: string; guessed: boolean }

type Cells = ReturnType<typeof cellsByColumn>
type Entry = { place: string; cells: Cells }

const DAY_TEXT = 'Escribe la fecha como 2026-12-31, o «nunca».'
/** As spreadsheets in Spanish write it. */
const SPANISH_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const isoOf = (text: string) =>
  text.replace(SPANISH_DAY, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** Null for an enrolment without an end. */
export const LastDay = z
  .string()
  .trim()
  .transform((text) => (foldText(text) === 'nunca' ? null : isoOf(text)))
  .pipe(z.iso.date(DAY_TEXT).nullable())

const Row = Invited.extend({
  correo: Email.transform((mail) => mail.toLowerCase()),
  dni: Dni.optional(),
  hasta: LastDay.optional(),
})

/** Without a last name, which the owner writes. */
const GuessedRow = Row.extend({ apellidos: z.string() })

const NAMED_MAIL = /^([^<>]*)<([^<>]+)>$/

/** Who is removed is known by the mail alone. */
function givenOf({ correo = '', nombres, apellidos, ...rest }: Cells, removing: boolean) {
  const [, name = '', mail = correo] = NAMED_MAIL.exec(correo) ?? []
  if (removing) return { correo: mail, guessed: true, ...nameOfMail(mail) }
  if (nombres || apellidos) return { ...rest, correo: mail, nombres, apellidos, guessed: false }
  const guessed = name.trim() === ''
  return { ...rest, correo: mail, guessed, ...(guessed ? nameOfMail(mail.trim()) : splitName(name)) }
}

/** Null when a cell is wrong. */
function personOf({ place, cells }: Entry, mistakes: string[], removing: boolean): Listed | null {
  const { guessed, ...given } = givenOf(cells, removing)
  const parsed = (guessed ? GuessedRow : Row).safeParse(given)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) mistakes.push(`${place}: ${path.join('.')}: ${message}`)
    return null
  }
  const { dni: numero_documento, ...person } = parsed.data
  return { ...person, numero_documento, place, guessed }
}

/** For as many people as one call takes. */
const MAX_BYTES = 2_000_000

function textOf(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    throw new PeopleError([`${file}: no se puede leer el archivo`])
  }
  if (bytes.length > MAX_BYTES) throw new PeopleError([`${file}: el archivo tiene más de ${MAX_BYTES / 1e6} MB`])
  try {
    // Also removes the mark that spreadsheets write first.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PeopleError([`${file}: no está en UTF-8; en Excel guárdalo como «CSV UTF-8»`])
  }
}

function readFile(file: string, mistakes: string[]): Entry[] {
  const { rows, broken } = readCsv(textOf(file))
  if (broken !== null) mistakes.push(`${file}:${broken}: las comillas están mal puestas`)
  const heading = headingOf(rows[0])
  const unknown = heading?.unknown.map((name) => `«${name}»`) ?? []
  if (unknown.length > 0)
    throw new PeopleError([
      `${file}:1: no conozco ${unknown.join(', ')}: las columnas son ${PEOPLE_COLUMNS.join(', ')}`,
    ])
  const columns: PeopleHeading['columns'] = heading?.columns ?? [...PEOPLE_COLUMNS]
  const data = heading ? rows.slice(1) : rows
  if (data.length === 0 && broken === null) mistakes.push(`${file}: no tiene personas`)
  return data.flatMap(({ line, cells }) => {
    const place = `${file}:${line}`
    const extra = cells.some((cell, at) => cell !== '' && columns[at] === undefined)
    if (extra) mistakes.push(`${place}: tiene más celdas que columnas`)
    return extra ? [] : [{ place, cells: cellsByColumn({ columns }, cells) }]
  })
}

const isFile = (word: string) => /\.csv$/i.test(word)

type Asked = { hasta?: string | null | undefined; removing: boolean }

/**
 * The people of the arguments: mails, `Nombres Apellidos <correo>`, and CSV files. `hasta` counts where a row has none.
 * @throws PeopleError with every mistake
 */
export function readPeople(words: string[], { hasta, removing }: Asked): Listed[] {
  const mistakes: string[] = []
  const entries = words.flatMap((word) =>
    isFile(word) ? readFile(word, mistakes) : [{ place: word, cells: { correo: word } }],
  )
  const people = entries.flatMap((entry) => personOf(entry, mistakes, removing) ?? [])
  if (mistakes.length > 0) throw new PeopleError(mistakes)
  return people.map((person) => ({ ...person, hasta: person.hasta === undefined ? hasta : person.hasta }))
}
