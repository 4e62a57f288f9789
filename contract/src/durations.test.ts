import { describe, expect, it } from 'vitest'
import { academicHours, formatMinutes, studyTime, totalMinutes, workload } from './durations.ts'

describe('durations', () => {
  it('tells the minutes of lessons apart from the declared hours', () => {
    expect(studyTime(totalMinutes([16, 12, 13, 15].map((duracion) => ({ duracion }))))).toBe(
      '56 min de video y lectura',
    )
    expect(academicHours(5)).toBe('5 horas académicas')
    expect(academicHours(1)).toBe('1 hora académica')
    expect(academicHours(1.5)).toBe('1.5 horas académicas')
  })

  it('writes hours from sixty minutes on, without an empty part', () => {
    expect([0, 59, 60, 135].map(formatMinutes)).toEqual(['0 min', '59 min', '1 h', '2 h 15 min'])
  })
})

describe('the length of a course', () => {
  it.each([
    [{ horas: 14, minutos: 133 }, ['14 horas académicas', '2 h 13 min de video y lectura']],
    [{ horas: 1, minutos: 60 }, ['1 hora académica', '1 h de video y lectura']],
    [{ horas: 2.5, minutos: 36 }, ['2.5 horas académicas', '36 min de video y lectura']],
    [{ horas: 8, minutos: 0 }, ['8 horas académicas']],
    [{ horas: 0, minutos: 9 }, ['9 min de video y lectura']],
    [{ horas: 0, minutos: 0 }, []],
  ])('of %o is %o', (length, facts) => expect(workload(length)).toEqual(facts))
})
