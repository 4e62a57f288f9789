export type CsvRow = { line: number; cells: string[] }

/** A cell and what ends it; quotes only around a whole cell (RFC 4180). */
const CELLS = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r?\n|$)/y,
}

/** Spreadsheets in Spanish separate with semicolons; the first line tells. */
const separatorOf = (text: string): keyof typeof CELLS => (/^[^\r\n]*;/.test(text) ? ';' : ',')

const linesIn = (text: string) => text.split('\n').length - 1

/** Rows with the line where each begins, without the empty ones. `broken` is the line where the quotes are wrong. */
export function readCsv(text: string): { rows: CsvRow[]; broken: number | null } {
  const cell = CELLS[separatorOf(text)]
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (!found) return { rows, broken: line }
    const [whole, quoted, plain = '', end = ''] = found
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += linesIn(whole)
    if (end === ',' || end === ';') continue
    rows.push(row)
    row = { line, cells: [] }
  }
  if (row.cells.length > 0) rows.push(row)
  return { rows: rows.filter(({ cells }) => cells.some(Boolean)), broken: null }
}
