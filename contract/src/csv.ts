/** `text` is the row as it was written. */
export type CsvRow = { line: number; cells: string[]; text: string }

/** A cell and what ends it, for each delimiter; quotes only around a whole cell (RFC 4180). */
const CELL = {
  '\t': / *"([^"]*(?:""[^"]*)*)" *(\t|\r\n|\n|\r|$)|([^"\t\r\n]*)(\t|\r\n|\n|\r|$)/y,
  ';': / *"([^"]*(?:""[^"]*)*)" *(;|\r\n|\n|\r|$)|([^";\r\n]*)(;|\r\n|\n|\r|$)/y,
  ',': / *"([^"]*(?:""[^"]*)*)" *(,|\r\n|\n|\r|$)|([^",\r\n]*)(,|\r\n|\n|\r|$)/y,
  '|': / *"([^"]*(?:""[^"]*)*)" *(\||\r\n|\n|\r|$)|([^"|\r\n]*)(\||\r\n|\n|\r|$)/y,
}
type Delimiter = keyof typeof CELL

/** Copied cells have tabs, spreadsheets in Spanish write semicolons, the others commas. */
const DELIMITERS = ['\t', ';', ','] as const satisfies Delimiter[]
/** Excel writes it for itself: it is no row. */
const SEP = /^(?:"sep=([\t;,|])"|sep=([\t;,|]))(?:\r\n|\n|\r|$)/i
const LINE_END = /\r\n|\n|\r/

const delimiterIn = (line: string): Delimiter | undefined => {
  const bare = line.replace(/"[^"]*"?/g, '')
  return DELIMITERS.find((delimiter) => bare.includes(delimiter))
}

function delimiterOf(text: string): Delimiter {
  for (const line of text.split(LINE_END)) {
    const found = delimiterIn(line)
    if (found) return found
  }
  return ','
}

const firstLine = (text: string): string => {
  const end = text.search(LINE_END)
  return end < 0 ? text : text.slice(0, end)
}

/** The cells from `from` to the end of the row, and where the next one begins; null where the quotes are wrong. */
function readRow(text: string, from: number, delimiter: Delimiter): { cells: string[]; next: number } | null {
  const pattern = CELL[delimiter]
  pattern.lastIndex = from
  const cells: string[] = []
  for (;;) {
    const found = pattern.exec(text)
    if (!found) return null
    const [, quoted, afterQuoted, plain = '', afterPlain] = found
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if ((afterQuoted ?? afterPlain) !== delimiter) return { cells, next: pattern.lastIndex }
  }
}

const linesIn = (text: string): number => text.split(LINE_END).length - 1

/**
 * Rows with the line where each begins, without the empty ones. The delimiter is that of `sep=`, or of the first line that has
 * one; a pasted row without it may have its own. `broken` is the line where the quotes are wrong.
 */
export function readCsv(content: string): { rows: CsvRow[]; broken: number | null } {
  const whole = content.replace(/^\ufeff/, '')
  const [first = '', quoted, told = quoted] = SEP.exec(whole) ?? []
  const usual = (told as Delimiter | undefined) ?? delimiterOf(whole)
  const rows: CsvRow[] = []
  let line = first === '' ? 1 : 2
  for (let at = first.length; at < whole.length; ) {
    const begins = firstLine(whole.slice(at))
    const own = told || begins.includes(usual) ? usual : delimiterIn(begins)
    const row = readRow(whole, at, own ?? usual)
    if (!row) return { rows, broken: line }
    const text = whole.slice(at, row.next)
    if (row.cells.some(Boolean)) rows.push({ line, cells: row.cells, text: text.trim() })
    line += linesIn(text)
    at = row.next
  }
  return { rows, broken: null }
}
