import { describe, expect, it } from 'vitest'
import { FOLLOWING, missingText, partsOf, planIn, resized } from './instalment-draft'

const DAY = '2026-11-30'
const three = resized([], 3)
const edited = (change: object) => three.map((part, at) => (at === 1 ? { ...part, ...change } : part))

describe('the instalments of a sale', () => {
  it('are equal parts, the same day of each month', () => {
    expect(partsOf(three, 149, DAY)).toEqual([
      { monto: '49.68', vence: '2026-11-30' },
      { monto: '49.66', vence: '2026-12-30' },
      { monto: '49.66', vence: '2027-01-30' },
    ])
  })

  it('follow the total and the day, but for what was edited', () => {
    const parts = edited({ monto: '20' })
    expect(partsOf(parts, 149, DAY).map(({ monto }) => monto)).toEqual(['64.50', '20', '64.50'])
    expect(partsOf(parts, 100, DAY).map(({ monto }) => monto)).toEqual(['40.00', '20', '40.00'])
    const days = partsOf(edited({ vence: '2026-12-15' }), 149, DAY).map(({ vence }) => vence)
    expect(days).toEqual(['2026-11-30', '2026-12-15', '2027-01-15'])
    expect(partsOf(three, 149, '2026-11-02').map(({ vence }) => vence)).toEqual([
      '2026-11-02',
      '2026-12-02',
      '2027-01-02',
    ])
  })

  it('have no day while that of the sale is being typed', () => {
    expect(partsOf(three, 149, '').map(({ vence }) => vence)).toEqual(['', '', ''])
  })

  it('keep what was edited when their number changes', () => {
    expect(resized(edited({ monto: '20' }), 2)).toEqual([FOLLOWING, { monto: '20', vence: null }])
  })

  it.each([
    [{ monto: '20' }, null],
    [{ monto: '200' }, 'Las cuotas pasan del total por S/ 51.00.'],
    [{ monto: 'veinte' }, null],
  ])('with %o say by how much they are not the total: %s', (change, missing) => {
    expect(missingText(partsOf(edited(change), 149, DAY), 149)).toBe(missing)
  })

  it('say what they lack once all are edited', () => {
    const parts = ['50', '50', '40'].map((monto) => ({ monto, vence: null }))
    expect(missingText(partsOf(parts, 149, DAY), 149)).toBe('A las cuotas les faltan S/ 9.00 para el total.')
    expect(missingText([], 149)).toBeNull()
  })

  it('are sent as numbers; what is none is refused', () => {
    expect(planIn(partsOf(edited({ monto: 'S/ 20' }), 149, DAY))[1]).toEqual({ monto: 20, vence: '2026-12-30' })
    expect(planIn([{ monto: 'veinte', vence: DAY }])).toEqual([{ monto: Number.NaN, vence: DAY }])
  })
})
