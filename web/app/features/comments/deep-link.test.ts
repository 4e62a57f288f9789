import { expect, it } from 'vitest'
import { targetOf } from './deep-link'

it.each([
  ['#comentario-123', 123],
  ['#comentario-0', null],
  ['#comentario-90071992547409920', null],
  ['#comentario-12a', null],
  ['#contenido', null],
  ['', null],
])('%s links to %s', (hash, target) => {
  expect(targetOf(hash)).toBe(target)
})
