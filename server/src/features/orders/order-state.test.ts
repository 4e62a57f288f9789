import { describe, expect, it } from 'vitest'
import type { PaymentStatus } from './gateway.ts'
import { ACCEPTED, PAYMENT_RANK, stateOf } from './order-state.ts'

const asked = { total_centimos: 14_900, moneda: 'PEN' }
const pay = (estado: PaymentStatus, monto_centimos = 14_900, moneda = 'PEN') => ({ estado, monto_centimos, moneda })

describe('stateOf', () => {
  it.each([
    ['pendiente', []],
    ['en_espera', [pay('pending')]],
    ['en_espera', [pay('rejected'), pay('pending')]],
    ['rechazada', [pay('rejected')]],
    ['rechazada', [pay('cancelled'), pay('rejected')]],
    ['pagada', [pay('approved')]],
    ['pagada', [pay('refunded'), pay('approved')]],
    ['pagada', [pay('approved', 1), pay('approved')]],
    ['en_revision', [pay('approved', 14_899)]],
    ['en_revision', [pay('approved', 14_900, 'USD')]],
    ['pagada', [{ ...pay('approved', 1), detalle: ACCEPTED }]],
    ['en_revision', [{ ...pay('approved', 1), detalle: '' }]],
    ['reembolsada', [pay('refunded'), pay('rejected')]],
    ['contracargo', [pay('refunded'), pay('charged_back'), pay('pending')]],
  ])('is %s', (state, payments) => {
    expect(stateOf(asked, payments)).toBe(state)
    expect(stateOf(asked, payments.toReversed())).toBe(state)
  })
})

it('payments move from pending to refused or paid, and from paid to refunded, never back', () => {
  const { pending, rejected, cancelled, approved, refunded, charged_back } = PAYMENT_RANK
  expect(cancelled).toBe(rejected)
  const way = [pending, rejected, approved, refunded, charged_back]
  expect(way.every((rank, at) => at === 0 || rank > (way[at - 1] ?? rank))).toBe(true)
})
