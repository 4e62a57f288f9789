import { expect, it } from 'vitest'
import { parseDraft } from './draft'

const empty = { texto: '', respuesta: null }

it('restores what was stored', () => {
  const draft = { texto: 'Hola', respuesta: { a: 7, nombre: 'Rosa', texto: 'Sí' } }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
})

it.each([null, '', 'no es json', 'null', '3', '{"texto":5,"respuesta":{"a":"7"}}'])(
  'takes %s for nothing',
  (stored) => {
    expect(parseDraft(stored)).toEqual(empty)
  },
)
