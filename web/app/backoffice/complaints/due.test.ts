import type { ComplaintRow } from '@campus/contract/complaints.staff'
import { expect, it } from 'vitest'
import { dueOf } from './due'

/** A Friday in Lima. */
const NOW = Date.parse('2026-11-27T23:30:00-05:00')

const due = (estado: ComplaintRow['estado'], vence: string, dias_habiles: number | null) =>
  dueOf({ estado, vence, dias_habiles, respondido_en: '2026-11-20T10:00:00-05:00' }, NOW)

it.each([
  ['pendiente', '2026-12-04', 5, 'Vence en 5 días hábiles', 'plain'],
  ['por_vencer', '2026-12-01', 2, 'Vence en 2 días hábiles', 'wait'],
  // The next business day is Monday, not tomorrow.
  ['por_vencer', '2026-11-30', 1, 'Vence en 1 día hábil', 'wait'],
  ['por_vencer', '2026-11-28', 1, 'Vence mañana', 'wait'],
  ['por_vencer', '2026-11-27', 0, 'Vence hoy', 'bad'],
  ['vencido', '2026-11-26', 0, 'Vencido desde el 26 de noviembre de 2026', 'bad'],
  ['respondido', '2026-11-26', null, 'Respondido el 20 nov 2026', 'done'],
] as const)('%s on %s', (estado, vence, left, text, tone) => {
  expect(due(estado, vence, left)).toEqual({ text, tone })
})
