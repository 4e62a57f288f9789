import { buffer } from 'node:stream/consumers'
import { isPrintable } from '@campus/contract/printable'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { outlinedIn } from '../../../test/outlined.ts'
import { rasterize } from '../../features/certificates/pdf-picture.ts'
import { newDocument, printable, typeOf } from './faces.ts'
import { write } from './pdf.ts'
import { hasJoined } from './scripts.ts'

const MARKS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at))
const SIGNS = Array.from({ length: 0x3_2400 }, (_, code) => String.fromCodePoint(code))
const LETTERS = SIGNS.filter((sign) => /\p{L}/u.test(sign))
const COMPOSED = [...'aeiounAEIOUNgysaşơưє'].flatMap((letter) => MARKS.map((mark) => (letter + mark).normalize('NFC')))
const MARKED = [...'אبअঅகก'].flatMap((letter) =>
  SIGNS.filter((sign) => /\p{M}/u.test(sign)).map((mark) => letter + mark),
)
const OF_FACES = /[\p{Script=Latin}\p{Script=Cyrillic}]/u

const newSheet = (words: string) => newDocument({ size: 'A4', margin: 0 }, words)

it('calls a name printable exactly when the fonts of the certificates have all its letters', async () => {
  const doc = await newSheet(LETTERS.join(''))
  const has = (letter: string) => {
    const { text, face } = printable(doc, letter, 'name')
    return face === 'name' && text.normalize('NFC') === letter.normalize('NFC')
  }
  const claimed = [...LETTERS, ...COMPOSED, ...MARKED].filter(isPrintable)
  expect(claimed.length).toBeGreaterThan(42_000)
  expect(claimed.filter((letter) => !has(letter))).toEqual([])
  const ofNames = LETTERS.filter((letter) => OF_FACES.test(letter))
  expect(ofNames.filter((letter) => has(letter) && !isPrintable(letter))).toEqual(['ﬁ', 'ﬂ'])
})

it('knows of every sign that HarfBuzz lays out, and that Latin texts need none', async () => {
  await newSheet('')
  const isLaidOut = (sign: string) => {
    const type = typeOf(sign, 'text')
    return type !== null && 'file' in type && type.joined
  }
  expect(SIGNS.slice(0, 0x1_0000).filter((sign) => isLaidOut(sign) && !hasJoined(sign))).toEqual([])
  expect(hasJoined(JSON.stringify('«Diseño» · 12 h — ¿cómo? 100 % Ḥasan Анна'))).toBe(false)
})

it('prints those letters as they are, in the text layer too', async () => {
  const letters = [...LETTERS, ...COMPOSED].filter((letter) => OF_FACES.test(letter) && isPrintable(letter))
  const doc = await newSheet(letters.join(''))
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
  ...['محمد علي', 'مُحَمَّد', 'علی‌رضا پژمان', 'ٹیپو بھٹو', 'שרה כהן', 'שָׂרָה', 'Γιώργος', 'Ἀριστοτέλης'],
  ...['Արամ Խաչատրյան', 'ანა', 'अनिता शर्मा', 'লক্ষ্মী', 'கார்த்திக்', 'ธนพล', 'น้ำฝน', 'ኃይለ ሥላሴ', 'Ana 李'],
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

it.each(['ગીતા', 'సీత', 'ಗೀತಾ', 'മീര', 'සීතා', 'သီတာ', 'សុភា', 'ᏣᎳᎩ', '𝓐𝓷𝓪', 'Ana ગીતા', 'Ma\u0330ria', 'Ɔsei', '李\u0301'])(
  'refuses the name %s',
  (name) => expect(isPrintable(name)).toBe(false),
)

async function drawn(text: string): Promise<Buffer> {
  const doc = await newDocument({ size: 'A4', margin: 0 }, text)
  const bytes = buffer(doc)
  write(doc, text, { x: 20, y: 20, width: 555, height: 60 }, { face: 'name', size: 20, colour: '#000000' })
  doc.end()
  return bytes
}

/** The pieces of a text from left to right. */
async function written(text: string): Promise<string[]> {
  const bytes = await drawn(text)
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const letters = items.flatMap((item) => ('str' in item ? [{ text: item.str, x: item.transform[4] }] : []))
  const outlines = outlinedIn(bytes)
  const pieces = [...letters, ...outlines].toSorted((one, other) => Number(one.x) - Number(other.x))
  return pieces.map((piece) => piece.text.trim()).filter(Boolean)
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

it.each([
  ['Ana שרה כהן Paz', ['Ana', 'שרה כהן', 'Paz']],
  ['שרה כהן Ana Paz', ['Ana Paz', 'שרה כהן']],
  ['محمد علي Ana', ['Ana', 'محمد علي']],
  ['Ana 李', ['Ana', '李']],
  ['Ana ، Paz', ['Ana', '،', 'Paz']],
])('lays out %s as it is read', async (text, fromLeft) => {
  expect(await written(text)).toEqual(fromLeft)
})

it.each(['محمد', 'क्ष', 'শ্রী'])('joins the letters of %s', async (text) => {
  const widthOf = async (part: string) => {
    const { left, right } = await inkOf(part)
    return right - left
  }
  const apart = await Promise.all([...text].filter((sign) => /\p{L}/u.test(sign)).map(widthOf))
  expect(await widthOf(text)).toBeLessThan(0.9 * apart.reduce((sum, width) => sum + width, 0))
})

it.each(['李'.repeat(240), 'ธนพล'.repeat(60), 'شركة '.repeat(48).trim(), 'अनिता शर्मा '.repeat(20).trim()])(
  'keeps %s inside its box',
  async (text) => {
    const { left, right } = await inkOf(text)
    expect(left).toBeGreaterThan(18)
    expect(right).toBeLessThan(577)
    expect(right - left).toBeGreaterThan(400)
  },
)
