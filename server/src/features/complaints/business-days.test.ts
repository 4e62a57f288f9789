import { describe, expect, it } from 'vitest'
import { businessDaysAfter, businessDaysUntil, isBusinessDay, isHoliday } from './business-days.ts'

describe('isHoliday', () => {
  it.each([
    ['2026-01-01', 'Año Nuevo'],
    ['2026-04-02', 'Jueves Santo'],
    ['2026-04-03', 'Viernes Santo'],
    ['2024-03-28', 'Jueves Santo'],
    ['2027-03-26', 'Viernes Santo'],
    ['2038-04-22', 'Jueves Santo, the latest Easter of the century'],
    ['2285-03-20', 'Viernes Santo, the earliest possible Easter'],
    ['2026-05-01', 'Día del Trabajo'],
    ['2026-06-07', 'Batalla de Arica'],
    ['2026-06-29', 'San Pedro y San Pablo'],
    ['2026-07-23', 'Fuerza Aérea'],
    ['2026-07-28', 'Fiestas Patrias'],
    ['2026-07-29', 'Fiestas Patrias'],
    ['2026-08-06', 'Batalla de Junín'],
    ['2026-08-30', 'Santa Rosa'],
    ['2026-10-08', 'Angamos'],
    ['2026-11-01', 'Todos los Santos'],
    ['2026-12-08', 'Inmaculada'],
    ['2026-12-09', 'Batalla de Ayacucho'],
    ['2026-12-25', 'Navidad'],
  ])('%s is one: %s', (day) => expect(isHoliday(day)).toBe(true))

  it.each(['2026-04-01', '2026-04-04', '2026-04-05', '2026-06-24', '2026-07-27', '2026-12-24', '2027-04-02'])(
    '%s is none',
    (day) => expect(isHoliday(day)).toBe(false),
  )

  it('has sixteen a year', () => {
    for (let year = 2024; year < 2044; year++) {
      const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i)).toISOString().slice(0, 10))
      expect(days.filter((day) => day.startsWith(String(year)) && isHoliday(day))).toHaveLength(16)
    }
  })
})

describe('businessDaysAfter', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-23', 'a Friday: Monday is the first'],
    ['2026-11-21', 1, '2026-11-23', 'a Saturday'],
    ['2026-11-22', 1, '2026-11-23', 'a Sunday'],
    ['2026-11-20', 15, '2026-12-15', 'over 8 and 9 December'],
    ['2026-03-20', 15, '2026-04-14', 'over Holy Thursday and Good Friday'],
    ['2026-07-20', 15, '2026-08-14', 'over 23, 28 and 29 July and 6 August'],
    ['2026-05-29', 15, '2026-06-19', '7 June is a Sunday and takes nothing away'],
    ['2027-05-31', 15, '2027-06-22', '7 June is a Monday'],
    ['2026-12-18', 15, '2027-01-12', 'over Christmas, New Year and into the next year'],
    ['2028-02-25', 3, '2028-03-01', 'over 29 February'],
    ['2026-11-20', 0, '2026-11-20', 'no term at all'],
  ])('%s and %i business days are %s: %s', (day, count, due) => expect(businessDaysAfter(day, count)).toBe(due))

  it('always ends on a business day', () => {
    for (let i = 0; i < 400; i++) {
      const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
      expect(isBusinessDay(businessDaysAfter(day, 15))).toBe(true)
    }
  })
})

describe('businessDaysUntil', () => {
  it.each([
    ['2026-11-27', '2026-11-30', 1, 'over a weekend'],
    ['2026-11-28', '2026-11-30', 1, 'from a Saturday'],
    ['2026-12-04', '2026-12-10', 2, 'over 8 and 9 December'],
    ['2026-11-27', '2026-11-27', 0, 'the same day'],
    ['2026-11-27', '2026-11-20', 0, 'a day that has passed'],
  ])('from %s until %s are %i: %s', (day, last, count) => expect(businessDaysUntil(day, last)).toBe(count))

  it('undoes businessDaysAfter', () => {
    for (let count = 1; count < 40; count++)
      expect(businessDaysUntil('2026-11-21', businessDaysAfter('2026-11-21', count))).toBe(count)
  })
})
