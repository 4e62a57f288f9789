import { buffer } from 'node:stream/consumers'
import { isPrintable } from '@campus/contract/printable'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { newDocument, printable } from './faces.ts'
import { write } from './pdf.ts'

const MARKS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at))
const LETTERS = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
  /\p{L}/u.test(sign),
)
const COMPOSED = [...'aeiounAEIOUNgysaşơưє'].flatMap((letter) => MARKS.map((mark) => (letter + mark).normalize('NFC')))

const newSheet = () => newDocument({ size: 'A4', margin: 0 })

it('calls a name printable exactly when the font of the certificates has all its letters', async () => {
  const doc = await newSheet()
  const has = (letter: string) => {
    const { text, face } = printable(doc, letter, 'name')
    return face === 'name' && text.normalize('NFC') === letter.normalize('NFC')
  }
  expect([...LETTERS, ...COMPOSED].filter((letter) => isPrintable(letter) && !has(letter))).toEqual([])
  const ofNames = LETTERS.filter((letter) => /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter))
  expect(ofNames.filter((letter) => has(letter) && !isPrintable(letter))).toEqual(['ﬁ', 'ﬂ'])
})

it('prints those letters as they are, in the text layer too', async () => {
  const doc = await newSheet()
  const bytes = buffer(doc)
  const letters = [...LETTERS, ...COMPOSED].filter(isPrintable)
  expect(letters.length).toBeGreaterThan(600)
  for (let at = 0; at * 25 < letters.length; at++) {
    const box = { x: 20, y: 20 + at * 14, width: 560, height: 14 }
    write(doc, letters.slice(at * 25, at * 25 + 25).join(' '), box, { face: 'name', size: 9, colour: '#000000' })
  }
  doc.end()
  const pdf = await getDocument({ data: new Uint8Array(await bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  // Below another mark the dots of i and j go.
  const dotted = (words: string) => words.normalize('NFD').replaceAll('ı', 'i').replaceAll('ȷ', 'j')
  expect(dotted(text).split(/\s+/).filter(Boolean)).toEqual(letters.map(dotted))
})

it.each([
  'Ñusta Güíza Ávalos',
  'Nguyễn Thị Ánh Trần Đức Phượng',
  'Øystein Þórðarson Ærø',
  'Işık Çağlar',
  'Łukasz Żółć',
  'Ștefan Țăran',
  'Kateřina Dvořáková',
  'Győző Űrhajó',
  'Māris Ķēniņš',
  'Ḥasan Ṣāliḥ',
  'Анна Їжак',
  "D’Angelo-O'Neil Jr.",
  'Jose\u0301 Nun\u0303ez',
])('takes the name %s', (name) => expect(isPrintable(name)).toBe(true))

it.each(['李小龍', 'محمد', 'Γιώργος', 'אברהם', 'आरव', '김민준', 'たろう', '𝓐𝓷𝓪', 'Ana 李', 'Ma\u0330ria', 'Ɔsei'])(
  'refuses the name %s',
  (name) => expect(isPrintable(name)).toBe(false),
)
