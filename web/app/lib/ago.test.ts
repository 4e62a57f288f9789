import { expect, it } from 'vitest'
import { formatAgo } from './ago'

const now = Date.parse('2026-11-21T20:00:00Z')

it.each([
  ['2026-11-21T20:00:03Z', 'ahora mismo'],
  ['2026-11-21T19:59:30Z', 'ahora mismo'],
  ['2026-11-21T19:59:00Z', 'hace 1 minuto'],
  ['2026-11-21T19:01:00Z', 'hace 59 minutos'],
  ['2026-11-21T18:00:00Z', 'hace 2 horas'],
  ['2026-11-20T20:01:00Z', 'hace 23 horas'],
  ['2026-11-20T20:00:00Z', '20 nov 2026, 15:00'],
  ['2026-11-14T03:00:00Z', '13 nov 2026, 22:00'],
])('%s is %s', (instant, text) => {
  expect(formatAgo(instant, now)).toBe(text)
})
