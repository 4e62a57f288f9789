/** Files of rows that a spreadsheet opens: semicolons, BOM, `.` for decimals. */

export const CSV_BEGINNING = '\ufeff'

const COMPUTED = /^[=+\-@]/
const WHOLE_NUMBER = /^[1-9]\d{0,14}$/
/** A number with signs, or a day. */
const NUMBERLIKE = /^[\d\s.,:/eE+%-]+$/

/** What a spreadsheet would compute, or read as a number or a day although it is a text. */
const isChanged = (text: string): boolean =>
  COMPUTED.test(text) || (NUMBERLIKE.test(text) && /\d/.test(text) && !WHOLE_NUMBER.test(text))

const quotedCell = (text: string): string => (/[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A text that stays what it is: in one line, and behind an apostrophe where a spreadsheet would change it. */
function textCell(text: string): string {
  const inLine = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return quotedCell(isChanged(inLine) ? `'${inLine}` : inLine)
}

/** What {@link textCell} stood behind an apostrophe, without it. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && isChanged(cell.slice(1)) ? cell.slice(1) : cell

/** An amount of céntimos, which is to be summed. */
export const amountCell = (centimos: number): { exact: string } => ({ exact: (centimos / 100).toFixed(2) })

/** A day (`2026-11-03`) or an hour (`06:40`) as every spreadsheet reads it, wherever: `03/11` is March or November. */
export const timeCell = (written: string): { exact: string } => ({ exact: written })

type CsvCell = string | null | { exact: string }

const cellOf = (cell: CsvCell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? textCell(cell) : cell.exact
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(';')}\r\n`
