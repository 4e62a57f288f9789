import { expect, it } from 'vitest'
import { daysAfter, equalParts, monthsAfter } from './instalment-rules.ts'

it.each([
  [10_000, 2, [5000, 5000]],
  [10_000, 3, [3334, 3333, 3333]],
  [14_900, 12, [1249, ...Array.from({ length: 11 }, () => 1241)]],
])('parts %i céntimos into %i', (centimos, parts, expected) => {
  expect(equalParts(centimos, parts)).toEqual(expected)
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
])('finds the day of %s after %i months', (day, months, expected) => {
  expect(monthsAfter(day, months)).toBe(expected)
})

it.each([
  ['2026-12-30', 3, '2027-01-02'],
  ['2026-03-01', -1, '2026-02-28'],
])('finds the day %s and %i days', (day, days, expected) => {
  expect(daysAfter(day, days)).toBe(expected)
})
