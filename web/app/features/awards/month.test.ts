import { describe, expect, it } from 'vitest'
import { isMonth, monthEnd, monthOf, monthWords } from './month'

describe('the month of Lima', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11'],
    ['2026-12-01T04:59:59Z', '2026-11'],
    ['2026-12-01T05:00:00Z', '2026-12'],
    ['2027-01-01T04:59:59Z', '2026-12'],
  ])('at %s is %s', (instant, month) => expect(monthOf(Date.parse(instant))).toBe(month))

  it.each([
    ['2026-11', '2026-12-01T04:59:59.000Z'],
    ['2026-12', '2027-01-01T04:59:59.000Z'],
    ['2028-02', '2028-03-01T04:59:59.000Z'],
  ])('%s ends at 23:59:59 of its last day', (month, end) => {
    expect(new Date(monthEnd(month)).toISOString()).toBe(end)
  })

  it('has words', () => expect(monthWords('2026-11')).toBe('noviembre de 2026'))

  it.each([
    ['2026-11', true],
    ['2026-13', false],
    ['2026-1', false],
    ['1999-01', false],
    ['', false],
    ['2026-11-01', false],
  ])('%s names one: %s', (text, yes) => expect(isMonth(text)).toBe(yes))
})
