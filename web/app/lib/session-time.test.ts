import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeSession, formatDeadline, startText, zoneMark } from './session-time'

const NOW = Date.parse('2026-11-21T18:00:00-05:00')
const says = (inicio: string, fin: string) => describeSession({ inicio, fin }, NOW)

it('says that a course begins until its day is over in Lima', () => {
  const lateThatDay = Date.parse('2026-11-21T23:59:00-05:00')
  expect(startText('2026-11-22', NOW)).toBe('Empieza el 22 de noviembre de 2026')
  expect(startText('2026-11-21', lateThatDay)).toBe('Empieza el 21 de noviembre de 2026')
  expect(startText('2026-11-21', lateThatDay + 60_000)).toBe('Inició el 21 de noviembre de 2026')
})

describe('describeSession', () => {
  it('speaks of days as people in Lima do', () => {
    expect(says('2026-11-22T00:30:00Z', '2026-11-22T01:30:00Z').text).toBe('Hoy, 19:30')
    expect(says('2026-11-22T23:00:00-05:00', '2026-11-23T00:00:00-05:00').text).toBe('Mañana, 23:00')
    expect(says('2026-11-27T19:30:00-05:00', '2026-11-27T20:30:00-05:00').text).toBe('viernes 27 nov, 19:30')
  })

  it('knows what is going on and what is over', () => {
    expect(says('2026-11-21T17:30:00-05:00', '2026-11-21T18:30:00-05:00')).toEqual({
      text: 'En vivo ahora, desde las 17:30',
      live: true,
      over: false,
    })
    expect(says('2026-11-21T16:00:00-05:00', '2026-11-21T18:00:00-05:00')).toEqual({
      text: 'Terminó: Hoy, 16:00',
      live: false,
      over: true,
    })
  })
})

describe('abroad', () => {
  afterEach(() => vi.unstubAllEnvs())

  // New York has Lima's hour in winter only.
  it.each([
    ['America/Lima', '2026-11-27T19:30:00-05:00', ''],
    ['America/New_York', '2026-12-27T19:30:00-05:00', ''],
    ['America/New_York', '2026-07-27T19:30:00-05:00', ' (hora de Lima)'],
    ['Europe/Madrid', '2026-12-27T19:30:00-05:00', ' (hora de Lima)'],
    ['UTC', '2026-12-27T19:30:00-05:00', ' (hora de Lima)'],
  ])('%s at %s', (zone, instant, mark) => {
    vi.stubEnv('TZ', zone)
    expect(zoneMark(instant)).toBe(mark)
    expect(formatDeadline(instant)).toMatch(/ 2026, 19:30/)
    expect(formatDeadline(instant).endsWith(`19:30${mark}`)).toBe(true)
  })

  it('a session says whose hour it is, and days stay those of Lima', () => {
    vi.stubEnv('TZ', 'Europe/Madrid')
    const at = '2026-11-22T23:00:00-05:00'
    expect(says(at, '2026-11-23T00:00:00-05:00').text).toBe('Mañana, 23:00 (hora de Lima)')
    expect(says('2026-11-21T17:30:00-05:00', '2026-11-21T18:30:00-05:00').text).toBe(
      'En vivo ahora, desde las 17:30 (hora de Lima)',
    )
    expect(formatDeadline(null)).toBe('Fecha no disponible')
  })
})
