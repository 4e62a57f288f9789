import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitHighlights } from './highlight'

const hits = (text: string, ...stems: string[]) =>
  splitHighlights(text, stems).flatMap((piece) => (piece.hit ? [piece.text] : []))

it.each([
  ['Tres fórmulas y un formulario', ['formul'], ['fórmulas', 'formulario']],
  ['ILUMINACIÓN volumétrica', ['ilumin', 'volumetr'], ['ILUMINACIÓN', 'volumétrica']],
  ['La niñez', ['nin'], ['niñez']],
  ['Una transformación', ['form'], []],
  ['Nada', [], []],
])('%s, %j', (text, stems, found) => {
  expect(hits(text, ...stems)).toEqual(found)
})

it('never loses a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, stems) => {
      expect(
        splitHighlights(text, stems)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
