import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDayOf,
  formatDayOfYear,
  formatMoney,
  formatNumber,
} from './format'

describe('formatClock', () => {
  it.each([
    [0, '00:00'],
    [5, '00:05'],
    [205.9, '03:25'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3805, '1:03:25'],
    [-4, '00:00'],
  ])('%d seconds are %s', (seconds, text) => expect(formatClock(seconds)).toBe(text))
})

describe('a date', () => {
  it.each([
    ['2026-11-22T00:30:00Z', '21 nov 2026, 19:30'],
    ['2026-09-01T05:00:00Z', '1 set 2026, 00:00'],
    [null, 'Fecha no disponible'],
  ])('%s is %s: a short month in Spanish and the time of Lima', (instant, text) =>
    expect(formatDateTime(instant)).toBe(text),
  )

  it('is what the browser writes in each month, at the ends of a day', () => {
    const browser = new Intl.DateTimeFormat('es-PE', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'America/Lima',
    })
    for (const month of Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')))
      for (const time of ['00:00', '04:59', '05:00', '23:59']) {
        const instant = `2027-${month}-01T${time}:00Z`
        expect(formatDateTime(instant)).toBe(browser.format(new Date(instant)).replace('.', ''))
      }
  })

  it('without the time', () => {
    expect([formatDate('2026-11-22T00:30:00Z'), formatDate(undefined)]).toEqual(['21 nov 2026', 'Fecha no disponible'])
  })

  it('in words is what the browser writes in each month', () => {
    const browser = new Intl.DateTimeFormat('es-PE', { dateStyle: 'long', timeZone: 'America/Lima' })
    for (const month of Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')))
      for (const time of ['04:59', '05:00']) {
        const instant = `2027-${month}-01T${time}:00Z`
        expect(formatDayOf(instant)).toBe(browser.format(new Date(instant)))
      }
    expect(formatDayOfYear('2026-09-01')).toBe('1 de setiembre')
  })
})

it('money is soles with two decimals', () => expect(formatMoney(1234.5)).toBe('S/ 1,234.50'))

it.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [12.5, '12.5'],
  [-3, '-3'],
])('%d is written %s', (value, text) => expect(formatNumber(value)).toBe(text))
