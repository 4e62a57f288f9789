import { describe, expect, it } from 'vitest'
import { isSure } from './departures'

describe('isSure', () => {
  it.each([
    ['pendiente', 0, 0, false],
    ['pendiente', 0, null, false],
    // The rejection of the attempt before this one.
    ['rechazada', 1, 1, false],
    ['rechazada', 2, 1, true],
    ['rechazada', 1, null, true],
    ['en_espera', 1, 1, false],
    ['en_espera', 1, 0, true],
    ['pagada', 1, 1, true],
    ['en_revision', 1, 1, true],
    ['reembolsada', 1, 1, true],
  ] as const)('%s with %i payments, %s before leaving: %s', (estado, intentos, before, sure) =>
    expect(isSure({ estado, intentos, debe: 0 }, before)).toBe(sure),
  )

  it.each([
    [1, 1, false],
    [2, 1, true],
    [1, null, true],
  ])('of an order that owes instalments with %i payments, %s before leaving: %s', (intentos, before, sure) =>
    expect(isSure({ estado: 'pagada', intentos, debe: 99 }, before)).toBe(sure),
  )
})
