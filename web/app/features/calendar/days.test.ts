import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayName,
  lastDayOf,
  monthName,
  monthOf,
  moveByKey,
  readDay,
  readMonth,
  sameDayIn,
  weekdayOf,
  weeksOf,
} from './days'

const aDay = fc.integer({ min: 0, max: 36_500 }).map((n) => addDays('2000-01-01', n))

describe('days', () => {
  it('cross the ends of months, years and Februaries', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2027-01', -1)).toBe('2026-12')
    expect(addMonths('2026-11', -23)).toBe('2024-12')
    expect([lastDayOf('2026-02'), lastDayOf('2028-02'), lastDayOf('2026-12')]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ])
  })

  it('keep the day in a shorter month as far as it goes', () => {
    expect(sameDayIn('2027-01-31', '2027-02')).toBe('2027-02-28')
    expect(sameDayIn('2026-11-15', '2026-12')).toBe('2026-12-15')
  })

  it('begin the week on Monday', () => {
    expect(weekdayOf('2026-11-23')).toBe(0)
    expect(weekdayOf('2026-11-22')).toBe(6)
    const weeks = weeksOf('2026-11')
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06'])
    expect(weeksOf('2027-02').length).toBe(4)
  })

  it('every grid is whole weeks around its month, each day once', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const all = weeksOf(monthOf(day)).flat()
        expect(all.length % 7).toBe(0)
        expect(all.filter((one) => monthOf(one) === monthOf(day)).length).toBe(Number(lastDayOf(monthOf(day)).slice(8)))
        expect(all).toContain(day)
        expect(new Set(all).size).toBe(all.length)
        expect(weekdayOf(all[0] ?? '')).toBe(0)
      }),
    )
  })

  it('move by keys', () => {
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

  it('read only days and months that exist', () => {
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

  it('say their names', () => {
    expect(dayName('2026-11-23')).toBe('lunes 23 de noviembre')
    expect(monthName('2026-12')).toBe('diciembre de 2026')
  })
})
