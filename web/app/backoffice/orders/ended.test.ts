import { expect, it } from 'vitest'
import { endedText } from './ended'

const part = { monto: 49.5, vence: '2027-01-05', pagada_el: null, en_camino: false }

it.each([
  [['pagada', 'por_pagar', 'vencida'], 99, 'Las 2 cuotas que faltan (S/ 99.00) ya no se cobrarán.'],
  [['pagada', 'pagada', 'vencida'], 49.5, 'La cuota que falta (S/ 49.50) ya no se cobrará.'],
  [['pagada', 'cerrada', 'cerrada'], 0, null],
  [[], 0, null],
] as const)('a refund of %j ends what is owed', (states, debe, expected) => {
  const cuotas = states.map((estado, at) => ({ ...part, estado, numero: at + 1 }))
  expect(endedText({ cuotas, debe })).toBe(expected)
})
