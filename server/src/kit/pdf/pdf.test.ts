import { buffer } from 'node:stream/consumers'
import { isPrintable } from '@campus/contract/printable'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { rasterize } from '../../features/certificates/pdf-picture.ts'
import { newDocument, printable, write } from './pdf.ts'

const MARKS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at))
const LETTERS = Array.from({ length: 0x3_2400 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
  /\p{L}/u.test(sign),
)
const COMPOSED = [...'aeiounAEIOUNgysaşơưє'].flatMap((letter) => MARKS.map((mark) => (letter + mark).normalize('NFC')))
const OF_FACES = /[\p{Script=Latin}\p{Script=Cyrillic}]/u
const newSheet = () => newDocument({ size: 'A4', margin: 0 })

it('calls a name printable exactly when the fonts of the certificates have all its letters', async () => {
  const doc = await newSheet()
  const shown = (text: string) => printable(doc, text, 'name')
  const has = (text: string) => shown(text).text.normalize('NFC') === text.normalize('NFC')
  const claimed = [...LETTERS, ...COMPOSED].filter(isPrintable)
  expect(claimed.length).toBeGreaterThan(39_000)
  expect(claimed.filter((letter) => !has(letter))).toEqual([])
  const ofNames = LETTERS.filter((letter) => OF_FACES.test(letter))
  const inFace = (letter: string) => has(letter) && shown(letter).face === 'name'
  expect(ofNames.filter((letter) => inFace(letter) && !isPrintable(letter))).toEqual(['ﬁ', 'ﬂ'])
})

it('claims no letters together that no font has together', async () => {
  const doc = await newSheet()
  const has = (text: string) => printable(doc, text, 'name').text.normalize('NFC') === text.normalize('NFC')
  const pairs = [...LETTERS.filter((letter) => OF_FACES.test(letter)), ...'Ωἀ한李あ'].flatMap((letter) =>
    [...'Ωἀ한李あ'].map((other) => letter + other),
  )
  const claimed = pairs.filter(isPrintable)
  expect(claimed.length).toBeGreaterThan(1000)
  expect(claimed.filter((pair) => !has(pair))).toEqual([])
})

it('prints those letters as they are, in the text layer too', async () => {
  const letters = [...LETTERS, ...COMPOSED].filter((letter) => OF_FACES.test(letter) && isPrintable(letter))
  const doc = await newSheet()
  const bytes = buffer(doc)
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

const SCRIPTS = [
  ...['李明', '李小龍', '髙橋 﨑', '𠮷田', 'さくら', 'ジョージ', '佐々木', '김민수', '박뷁'],
  ...['Γιώργος', 'Ἀριστοτέλης', 'Ana 李', 'José 김', 'Đức 李', 'Анна 李', 'Nguyễn Ἀριστοτέλης'],
]

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
  ...SCRIPTS,
])('takes the name %s', (name) => expect(isPrintable(name)).toBe(true))

it.each([
  ...['ગીતા', 'محمد علي', 'علی‌رضا', 'שרה', 'Արամ', 'ანა', 'अनिता', 'লক্ষ্মী', 'கார்த்திக்', 'ธนพล', 'ኃይለ', 'ᏣᎳᎩ'],
  ...['𝓐𝓷𝓪', 'Ana ગીતા', 'Ma\u0330ria', 'Ɔsei', '李\u0301', '김 李', 'Анна 김', 'Анна Ἀριστοτέλης'],
])('refuses the name %s', (name) => expect(isPrintable(name)).toBe(false))

async function drawn(text: string): Promise<Buffer> {
  const doc = await newSheet()
  const bytes = buffer(doc)
  write(doc, text, { x: 20, y: 20, width: 555, height: 60 }, { face: 'name', size: 20, colour: '#000000' })
  doc.end()
  return bytes
}

const A4_WIDTH = 595.28

/** Where what is printed begins and ends, in points. */
async function inkOf(text: string) {
  const [, widest] = await rasterize(await drawn(text))
  const { info } = await sharp(widest?.bytes)
    .flatten({ background: '#ffffff' })
    .trim()
    .toBuffer({ resolveWithObject: true })
  const points = A4_WIDTH / 1600
  const left = -(info.trimOffsetLeft ?? 0) * points
  return { left, right: left + info.width * points }
}

it.each(['李'.repeat(240), '김민수'.repeat(80), 'Γιώργος '.repeat(30).trim(), 'Ana 李 '.repeat(40).trim()])(
  'keeps %s inside its box',
  async (text) => {
    const { left, right } = await inkOf(text)
    expect(left).toBeGreaterThan(18)
    expect(right).toBeLessThan(577)
    expect(right - left).toBeGreaterThan(400)
  },
)
