import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitHighlights } from './search-results'

const hits = (text: string, ...stems: string[]) =>
  splitHighlights(text, { raices: stems, formas: [] }).flatMap((piece) => (piece.hit ? [piece.text] : []))

it.each([
  ['Tres fórmulas y un formulario', ['formul'], ['fórmulas', 'formulario']],
  ['ILUMINACIÓN volumétrica', ['ilumin', 'volumetr'], ['ILUMINACIÓN', 'volumétrica']],
  ['La niñez', ['nin'], ['niñez']],
  ['Una transformación', ['form'], []],
  ['Nada', [], []],
])('%s, %j', (text, stems, found) => {
  expect(hits(text, ...stems)).toEqual(found)
})

it.each([
  ['Luz y luces', ['luz'], ['luc'], ['Luz', 'luces']],
  ['La clase, las clases y la clave', [], ['cla'], ['clase', 'clases']],
  ['Interés en internet', ['interes'], ['inter'], ['Interés']],
  ['Una jirafón'.normalize('NFD'), ['jirafon'], [], ['jirafón'.normalize('NFD')]],
])('%s, beginnings %j, roots %j', (text, raices, formas, found) => {
  expect(splitHighlights(text, { raices, formas }).flatMap((piece) => (piece.hit ? [piece.text] : []))).toEqual(found)
})

it('never loses a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, stems) => {
      expect(
        splitHighlights(text, { raices: stems, formas: stems })
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
