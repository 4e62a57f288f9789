import { describe, expect, it } from 'vitest'
import type { PaymentStatus } from './gateway.ts'
import { type Charge, stateOf } from './order-state.ts'

const charge = (queda: number, more: Partial<Charge> = {}): Charge => ({
  ...{ centimos: 14_900, queda, salda: true, contracargo: false, anulado: false },
  ...more,
})
const wrong = (queda: number) => charge(queda, { centimos: 100, salda: false })
const charged = charge(0, { contracargo: true })
const annulled = charge(0, { anulado: true })

describe('stateOf', () => {
  it.each<[string, Charge[], PaymentStatus[], boolean]>([
    ['pendiente', [], [], true],
    ['en_espera', [], ['rejected', 'pending'], true],
    ['rechazada', [], ['rejected', 'cancelled'], true],
    ['pagada', [charge(14_900)], ['rejected'], true],
    ['pagada', [charge(10_900)], [], true],
    ['pagada', [charge(14_900), charge(0)], [], true],
    ['pagada', [wrong(100), charge(14_900)], [], false],
    ['pagada', [charge(0, { centimos: 0 })], [], true],
    ['en_revision', [wrong(100)], ['pending'], true],
    ['en_revision', [wrong(100), charge(0)], [], true],
    ['en_revision', [], ['approved'], true],
    ['contracargo', [charged], ['pending'], true],
    ['contracargo', [charge(0), charged], [], false],
    ['reembolsada', [charge(0)], [], false],
    ['pagada', [charge(0)], [], true],
    ['reembolsada', [wrong(0)], [], true],
    ['reembolsada', [], ['refunded'], true],
    ['cancelada', [annulled], ['pending'], true],
    ['cancelada', [charge(0, { centimos: 0, anulado: true })], [], true],
    ['pagada', [annulled, charge(14_900)], [], true],
    ['reembolsada', [annulled, charge(0)], [], false],
  ])('%s', (state, charges, others, open) => {
    expect(stateOf({ charges, others, open })).toBe(state)
    expect(stateOf({ charges: charges.toReversed(), others: others.toReversed(), open })).toBe(state)
  })
})
