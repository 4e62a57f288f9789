import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'
import { amountCell, csvLine, timeCell } from './csv-text.ts'

it.each([
  ['Rosa Díaz', 'Rosa Díaz'],
  ['20131312955', '20131312955'],
  ['=1+1', "'=1+1"],
  ['+51 971 717 171', "'+51 971 717 171"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'=1+1"],
  ['\r\n@x', "'@x"],
  [' =cmd', "'=cmd"],
  ['una\nlínea', 'una línea'],
  ['a;b "c"', '"a;b ""c"""'],
  ['=a;b', '"\'=a;b"'],
  // What would lose its zeros or digits, or become a day.
  ['01234567', "'01234567"],
  ['1234567890123456', "'1234567890123456"],
  ['1234E567', "'1234E567"],
  ['10-11', "'10-11"],
  ['12/2026', "'12/2026"],
  ['F001-25', 'F001-25'],
  ['', ''],
])('%j is the cell %s', (text, cell) => expect(csvLine([text])).toBe(`${cell}\r\n`))

it('amounts and days are numbers and days', () => {
  expect(csvLine([timeCell('2026-11-05'), timeCell('06:40'), amountCell(-4005), amountCell(149_000), null])).toBe(
    '2026-11-05;06:40;-40.05;1490.00;\r\n',
  )
})

it('what was written is read', () => {
  const cells = ['a;b', 'dice "sí"', '=1', 'x']
  expect(readCsv(csvLine(cells)).rows[0]?.cells).toEqual(['a;b', 'dice "sí"', "'=1", 'x'])
})
