import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'

const cellsIn = (text: string) => readCsv(text).rows.map(({ cells }) => cells)
const ROWS = [
  ['correo', 'nombres'],
  ['luz@prueba.pe', 'Luz'],
]

it.each([
  ['commas', 'correo,nombres\nluz@prueba.pe,Luz'],
  ['semicolons', 'correo;nombres\r\nluz@prueba.pe;Luz\r\n'],
  ['tabs', 'correo\tnombres\nluz@prueba.pe\tLuz'],
  ['a mark before the text', '\ufeffcorreo;nombres\nluz@prueba.pe;Luz'],
  ['sep=;', 'sep=;\ncorreo;nombres\nluz@prueba.pe;Luz'],
  ['SEP= and a mark', '\ufeffSEP=,\r\ncorreo,nombres\r\nluz@prueba.pe,Luz'],
  ['sep= in quotes', '"sep=;"\r\ncorreo;nombres\r\nluz@prueba.pe;Luz'],
  ['sep= of a tab', 'sep=\t\ncorreo\tnombres\nluz@prueba.pe\tLuz'],
  ['sep= of another sign', 'sep=|\ncorreo|nombres\nluz@prueba.pe|Luz'],
  ['line ends of old spreadsheets', 'correo;nombres\rluz@prueba.pe;Luz\r'],
  ['blanks and empty rows', '\n correo ; nombres \n;\n\nluz@prueba.pe; "Luz" \n'],
])('%s', (_, text) => expect(cellsIn(text)).toEqual(ROWS))

it.each([
  [
    'a semicolon decides over commas',
    'a, b;c\nd, e;f',
    [
      ['a, b', 'c'],
      ['d, e', 'f'],
    ],
  ],
  ['a tab decides over both', 'a;b\tc,d', [['a;b', 'c,d']]],
  [
    'a delimiter in quotes is none',
    '"a;b",c\n"d""e",f',
    [
      ['a;b', 'c'],
      ['d"e', 'f'],
    ],
  ],
  ['a first line without one', 'correo\nluz@prueba.pe;Luz', [['correo'], ['luz@prueba.pe', 'Luz']]],
  [
    'a row with its own',
    'a\tb\nc, d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['sep= holds for every row', 'sep=;\na,b\nc;d', [['a,b'], ['c', 'd']]],
  ['sep= alone is no row', 'sep=;', []],
  ['what only begins like it is one', 'sep=;x\n', [['sep=', 'x']]],
  ['nothing', '', []],
])('%s', (_, text, rows) => expect(cellsIn(text)).toEqual(rows))

it('counts lines, also those of sep= and of quoted cells', () => {
  const { rows, broken } = readCsv('sep=;\na;"b\r\nc"\n\nd;e')
  expect(rows.map(({ line, cells, text }) => [line, cells, text])).toEqual([
    [2, ['a', 'b\r\nc'], 'a;"b\r\nc"'],
    [5, ['d', 'e'], 'd;e'],
  ])
  expect(broken).toBeNull()
})

it.each([
  ['a;b\n"c;d', 2],
  ['a,b"c', 1],
  ['"a"b,c', 1],
])('%j has wrong quotes in line %d', (text, line) => expect(readCsv(text).broken).toBe(line))

it('reads two megabytes of rows', () => {
  const { rows } = readCsv('luz@prueba.pe;Luz;Rojas\n'.repeat(90_000))
  expect(rows.length).toBe(90_000)
})
