import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayName,
  monthName,
  monthOf,
  moveByKey,
  readDay,
  readMonth,
  weekdayName,
  weeksOf,
} from './days'

const aDay = fc.integer({ min: 0, max: 36_500 }).map((n) => addDays('2000-01-01', n))

describe('days', () => {
  it('crosses the ends of months, years and Februaries', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2027-01', -1)).toBe('2026-12')
    expect(addMonths('2026-11', -23)).toBe('2024-12')
  })

  it('moves to the last day of a shorter month', () => {
    expect(moveByKey('2027-01-31', 'PageDown')).toBe('2027-02-28')
    expect(moveByKey('2028-03-31', 'PageUp')).toBe('2028-02-29')
    expect(moveByKey('2026-11-15', 'PageDown')).toBe('2026-12-15')
  })

  it('begins the week on Monday', () => {
    const weeks = weeksOf('2026-11')
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06'])
    expect(weeksOf('2027-02').length).toBe(4)
  })

  it('the grid has whole weeks around its month, each day once', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const all = weeksOf(monthOf(day)).flat()
        expect(all.length % 7).toBe(0)
        expect(all.filter((date) => monthOf(date) === monthOf(day)).length).toBe(
          new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate(),
        )
        expect(all).toContain(day)
        expect(new Set(all).size).toBe(all.length)
        expect(new Date(all[0] ?? '').getUTCDay()).toBe(1)
      }),
    )
  })

  it('moves by keys', () => {
    const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a']
    expect(moves.map((key) => moveByKey('2026-12-31', key))).toEqual([
      '2026-12-30',
      '2027-01-01',
      '2026-12-24',
      '2027-01-07',
      '2026-12-28',
      '2027-01-03',
      '2026-11-30',
      '2027-01-31',
      null,
    ])
  })

  it('reads only days and months that exist', () => {
    expect(['2026-12', '2026-13', '2026-00', '1999-01', 'x', null].map(readMonth)).toEqual([
      '2026-12',
      null,
      null,
      null,
      null,
      null,
    ])
    expect(['2026-12-31', '2026-11-31', '2026-02-29', '2028-02-29', '2026-11-00', null].map(readDay)).toEqual([
      '2026-12-31',
      null,
      null,
      '2028-02-29',
      null,
      null,
    ])
  })

  it('formats days, months and weekdays', () => {
    expect(dayName('2026-11-23')).toBe('lunes 23 de noviembre')
    expect(monthName('2026-12')).toBe('diciembre de 2026')
    expect(weekdayName('2026-11-25')).toBe('mié')
  })
})
