import type { Instalment } from '@campus/contract/instalments'
import { describe, expect, it } from 'vitest'
import { instalmentText, isSoon, nextOf } from './instalments'

const owed: Instalment = {
  numero: 2,
  monto: 50,
  vence: '2027-01-05',
  estado: 'por_pagar',
  pagada_el: null,
  en_camino: false,
}

describe('an instalment', () => {
  it.each([
    ['2026-12-01', 'Vence el 5 ene 2027', false],
    ['2026-12-29', 'Vence en 7 días', true],
    ['2027-01-04', 'Vence mañana', true],
    ['2027-01-05', 'Vence hoy', true],
    ['2027-01-06', 'Venció ayer', true],
    ['2027-01-08', 'Venció hace 3 días', true],
    ['2027-03-01', 'Venció el 5 ene 2027', true],
  ])('says on %s: %s', (today, text, soon) => {
    expect([instalmentText(owed, today), isSoon(owed, today)]).toEqual([text, soon])
  })

  it.each([
    [{ estado: 'pagada', pagada_el: '2026-12-03' }, 'Pagada el 3 dic 2026'],
    [{ estado: 'cerrada' }, 'Ya no se cobra'],
    [{ estado: 'vencida', en_camino: true }, 'Pago en camino'],
  ] as const)('with %o says %s', (change, text) =>
    expect(instalmentText({ ...owed, ...change }, '2026-12-10')).toBe(text),
  )

  it('is the next one when the others are paid or ended', () => {
    const [paid, ended] = [
      { ...owed, estado: 'pagada' as const },
      { ...owed, estado: 'cerrada' as const },
    ]
    expect(nextOf([paid, owed])).toBe(owed)
    expect(nextOf([paid, ended])).toBeUndefined()
  })
})
