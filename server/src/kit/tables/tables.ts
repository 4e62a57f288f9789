import { type CsvRow, readCsv } from '@campus/contract/csv'
import { plainCell } from '@campus/contract/csv-text'
import { MAX_IMPORT_ROWS } from '@campus/contract/imports'
import { fail } from '../../platform/failures.ts'

/** Why a file is not read, in the middle of a sentence. */
export const unreadable = (why: string) =>
  fail('IMPORTACION_INVALIDA', { message: `No pudimos leer el archivo: ${why}.` })

const COUNT = new Intl.NumberFormat('es-PE')
/** What no text has; UTF-16 is full of the first. */
const BINARY = /(?![\t\n\v\f\r])\p{Cc}/u

/** Spreadsheets save as UTF-8, or as Windows does. @throws IMPORTACION_INVALIDA */
function textOf(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  if (BINARY.test(text)) throw unreadable('no es un CSV. En tu hoja de cálculo elige Guardar como, CSV UTF-8')
  return text
}

export type Table = { headings: string[]; rows: CsvRow[] }

/** The lines of a CSV file below its headings. @throws IMPORTACION_INVALIDA */
export function readTable(bytes: Buffer): Table {
  const { rows, broken } = readCsv(textOf(bytes))
  if (broken !== null) throw unreadable(`las comillas de la línea ${broken} están mal puestas`)
  const [heading, ...lines] = rows
  if (!heading) throw unreadable('está vacío')
  if (lines.length === 0) throw unreadable('tiene solo los títulos')
  if (lines.length > MAX_IMPORT_ROWS)
    throw unreadable(`tiene ${COUNT.format(lines.length)} filas y se leen hasta ${COUNT.format(MAX_IMPORT_ROWS)}`)
  for (const row of lines) row.cells = row.cells.map(plainCell)
  return { headings: heading.cells, rows: lines }
}
