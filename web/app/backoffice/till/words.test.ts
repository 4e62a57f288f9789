import { expect, it } from 'vitest'
import { differenceText } from './words'

it.each([
  [0, null],
  [0.1 + 0.2 - 0.3, null],
  [-5, 'Faltan S/ 5.00.'],
  [12.5, 'Sobran S/ 12.50.'],
])('a difference of %d is «%s»', (soles, text) => expect(differenceText(soles)).toBe(text))
