import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedText } from './compared.ts'
import { firstLetter } from './names.ts'
import { cutText, shorten } from './shorten.ts'
import { line, prose, unfinished, writtenLine, writtenProse } from './text-fields.ts'
import { cleanLine, cleanText, isolate, isWritten, quoted, seenText } from './texts.ts'

const FAMILY = '👩‍👩‍👧'
const INVISIBLE = [
  '\u200b',
  '\u200e',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\u2060',
  '\u200d',
  '\ufe0f',
  '\uffa0',
  '\u034f',
  '\u115f',
]

/** Letters, marks, emoji, blanks and the signs that make trouble, mixed. */
const troublesome = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...INVISIBLE,
        '\u202e',
        '\u2066',
        '\u0301',
        '\u0338',
        '\r\n',
        '\u2028',
        '\0',
        ' ',
        '\ud83d',
        FAMILY,
        'ﬁ',
        '\u0958',
      ),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))

describe('texts as they are kept', () => {
  it.each([
    ['composed', 'Cigu\u0308en\u0303a', 'Cigüeña'],
    ['controls, soft hyphens and blanks of no width', 'a\0b\u0007c\u00add\u200be\ufefff', 'abcdef'],
    ['signs that turn the writing round', 'Tarea \u202egpj.otof\u2066x\u2069', 'Tarea gpj.otofx'],
    ['the place of a pasted picture', 'a\ufffcb', 'ab'],
    ['half a letter', 'a\ud83db', 'ab'],
    ['line ends', 'uno\r\ndos\rtres\u2028cuatro\u0085cinco', 'uno\ndos\ntres\ncuatro\ncinco'],
    ['joiners of Persian and of emoji', `می\u200cخواهم ${FAMILY}`, `می\u200cخواهم ${FAMILY}`],
    ['blanks around', ' \t\n uno  dos \n', 'uno  dos'],
  ])('%s', (_what, typed, kept) => expect(cleanText(typed)).toBe(kept))

  it.each([
    ['Sesión\nDTSTART:20200101T000000Z', 'Sesión DTSTART:20200101T000000Z'],
    ['  uno \t\r\n dos\u3000tres ', 'uno dos tres'],
    ['S/\u00a020', 'S/\u00a020'],
  ])('one line: %j is %j', (typed, kept) => expect(cleanLine(typed)).toBe(kept))

  it('are the same when they come in again', () => {
    fc.assert(
      fc.property(troublesome, (text) => {
        for (const clean of [cleanText, cleanLine, seenText]) expect(clean(clean(text))).toBe(clean(text))
        expect(cleanText(text)).toBe(cleanText(text).normalize('NFC'))
        expect(cleanLine(text)).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
        expect(cleanText(text).isWellFormed()).toBe(true)
      }),
    )
  })

  it('are the same in both forms of Unicode', () => {
    fc.assert(
      fc.property(troublesome, (text) => {
        expect(cleanText(text.normalize('NFD'))).toBe(cleanText(text.normalize('NFC')))
      }),
    )
  })
})

describe('written', () => {
  it.each([...INVISIBLE, '', ' \n', '\u0301', INVISIBLE.join('')])('%j is not', (text) =>
    expect(isWritten(text)).toBe(false),
  )
  it.each(['a', '7', '…', '👍', FAMILY, '中', `${INVISIBLE.join('')}a`])('%j is', (text) =>
    expect(isWritten(text)).toBe(true),
  )
  it.each([
    ['a\u200b', 'a'],
    ['Cafe\u0301', 'Café'],
    ['a\u200d b', 'a  b'],
  ])('%j looks like %j', (one, other) => expect(seenText(one)).toBe(seenText(other)))
})

describe('a typed answer', () => {
  it.each([
    ...[
      'Sant’Anna',
      'sant‘anna',
      'SANT´ANNA',
      'sant`anna',
      'Santʼanna',
      'Sant′Anna',
      'Sant＇Anna',
      'Sant\u1ffdAnna',
      " Sant\u200b'Anna ",
    ].map((typed) => ["Sant'Anna", typed]),
    ...['co–crear', 'co‑crear', 'Co—crear', 'co−crear', 'co‐crear', 'co\u00ad-crear'].map((typed) => [
      'co-crear',
      typed,
    ]),
    ...['«Hola»', '“hola”', '„Hola“', '＂Hola＂'].map((typed) => ['"hola"', typed]),
    ...['el\u00a0sol', 'EL\n SOL', 'el\u2009sol', ' el  sol\t', 'el\u202fsol', 'él sol'].map((typed) => [
      'el sol',
      typed,
    ]),
    ['m2', 'm²'],
    ['fin', 'ﬁn'],
    ['Ñandú', 'n\u0303andu'],
    ['３Ｄ', '3d'],
    ['…', '...'],
  ])('%j is the same as %j', (one, other) => expect(comparedText(String(other))).toBe(comparedText(String(one))))

  it.each([
    ['co-crear', 'cocrear'],
    ['co-crear', 'co crear'],
    ["Sant'Anna", 'Santanna'],
    ['el sol', 'elsol'],
    ['sol.', 'sol'],
  ])('%j is not %j', (one, other) => expect(comparedText(other)).not.toBe(comparedText(one)))

  it('is compared alike however often, and in both forms of Unicode', () => {
    fc.assert(
      fc.property(troublesome, (text) => {
        expect(comparedText(comparedText(text))).toBe(comparedText(text))
        expect(comparedText(text.normalize('NFD'))).toBe(comparedText(text))
      }),
    )
  })
})

describe('fields', () => {
  const says = (
    schema: { safeParse(text: string): { error?: { issues: { message: string }[] } | undefined } },
    text: string,
  ) => schema.safeParse(text).error?.issues.map(({ message }) => message)

  it.each([...INVISIBLE, ' '])('%j is nothing in a field that must be written', (text) => {
    expect(says(writtenLine('Escribe algo.', 9), text)).toEqual(['Escribe algo.'])
    expect(says(writtenProse('Escribe algo.', 9), text)).toEqual(['Escribe algo.'])
  })

  it('never keep more than they may', () => {
    const fields = [line(12), prose(12), unfinished(12), writtenLine('x', 12), writtenProse('x', 12)]
    fc.assert(
      fc.property(troublesome, (text) => {
        for (const field of fields) expect([...(field.safeParse(text).data ?? '')].length).toBeLessThanOrEqual(12)
      }),
    )
  })

  it('leave the blanks of what is still being written', () => expect(unfinished(9).parse(' a\r\n b ')).toBe(' a\n b '))
})

describe('cutting', () => {
  it.each([
    ['corto', 10, 'corto'],
    ['uno dos tres cuatro', 12, 'uno dos…'],
    ['uno, dos tres', 7, 'uno…'],
    ['palabralarguísima', 8, 'palabra…'],
    [`hola 😀 amigos`, 7, 'hola…'],
    [`ab${FAMILY}cd`, 6, 'ab…'],
  ])('%j in %i is %j', (text, most, cut) => expect(shorten(text, most)).toBe(cut))

  it('is no longer than the limit and ends with a whole letter', () => {
    const letters = new Intl.Segmenter('es', { granularity: 'grapheme' })
    fc.assert(
      fc.property(troublesome, fc.integer({ min: 1, max: 30 }), (text, most) => {
        const starts = [...letters.segment(text)].map(({ index }) => index)
        const cut = cutText(text, most)
        expect(text.startsWith(cut)).toBe(true)
        expect([...starts, text.length]).toContain(cut.length)
        for (const short of [cut, shorten(text, most)]) expect([...short].length).toBeLessThanOrEqual(most)
      }),
    )
  })

  it.each([
    ['😀 Ana', 'A'],
    ['n\u0303', 'n\u0303'],
    ['«3D»', '3'],
    ['👩‍👧', ''],
  ])('the first letter of %j is %j', (name, letter) => expect(firstLetter(name)).toBe(letter))
})

describe('names in our sentences', () => {
  it.each([
    ['Ana', 'Ana'],
    ['Ana\u202e', 'Ana'],
    ['محمد', '\u2068محمد\u2069'],
    ['א\u2067', '\u2068א\u2069'],
  ])('%j stands as %j', (name, shown) => {
    expect(isolate(name)).toBe(shown)
    expect(quoted(name)).toBe(`«${shown}»`)
  })
})
