import { expect, it } from 'vitest'
import { matchesWords } from './match-words'

it('finds words in any order, whatever their case and accents', () => {
  expect(matchesWords('Categorías', 'categoria')).toBe(true)
  expect(matchesWords('Órdenes en revisión', 'revision orden')).toBe(true)
  expect(matchesWords('Sesiones', '')).toBe(true)
  expect(matchesWords('Sesiones', 'sesiones x')).toBe(false)
})
