import { describe, expect, it } from 'vitest'
import { couponCode } from './coupon-rules.ts'
import { couponOff } from './discounts.ts'

describe('a coupon’s code as it is typed', () => {
  it.each([
    ['madre20', 'MADRE20'],
    [' «Día de la Niñez» ', 'DIADELANINEZ'],
    ['nin\u0303ez', 'NINEZ'],
    ['ＭＡＤＲＥ-２０', 'MADRE20'],
    ['PREF20', 'PREF20'],
    ['REFUGIO', 'REFUGIO'],
    ['REF123', null],
    ['ref-99999999', null],
    ['AB', null],
    ['A'.repeat(21), null],
    ['мадре20', null],
    ['', null],
  ])('%j is %j', (typed, code) => {
    expect(couponCode(typed)).toBe(code)
  })
})

describe('what a coupon takes off', () => {
  const lines = [
    { id: 1, centimos: 9990 },
    { id: 2, centimos: 5001 },
  ]
  it.each([
    [{ porcentaje: 15, descuento: null, cursos: null }, 2249],
    [{ porcentaje: 15, descuento: null, cursos: [1] }, 1499],
    [{ porcentaje: 100, descuento: null, cursos: [2, 9] }, 5001],
    [{ porcentaje: null, descuento: 29.9, cursos: null }, 2990],
    [{ porcentaje: null, descuento: 60, cursos: [2] }, 5001],
    [{ porcentaje: 50, descuento: null, cursos: [9] }, 0],
  ])('%o is %d', (terms, off) => {
    expect(couponOff(lines, terms)).toBe(off)
  })
})
