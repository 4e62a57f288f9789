import { expect, it } from 'vitest'
import { isOver, offerOf } from './offer'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const LATER = '2026-12-01T05:00:00.000Z'
const BEFORE = '2026-11-26T12:00:00.000Z'
const PROMOTED = { costo: 149, promocion: 99.9, promocion_hasta: LATER }
const PLAIN = { costo: 149, promocion: null, promocion_hasta: null }

it.each([
  ['shows a promotion', PROMOTED, 'real', [99.9, 149, LATER]],
  ['whose end has not come', { ...PROMOTED, promocion_hasta: BEFORE }, 'real', [149, null, null]],
  ['that is free', { ...PROMOTED, promocion: 0 }, 'real', [0, 149, LATER]],
  ['and none without one', PLAIN, 'real', [149, null, null]],
  ['strikes a higher price everywhere', PROMOTED, 'especificacion', [149, 178.8, null]],
  ['rounded to cents', { ...PLAIN, costo: 99.99 }, 'especificacion', [99.99, 119.99, null]],
  ['but none beside a free course', { ...PLAIN, costo: 0 }, 'especificacion', [0, null, null]],
  ['or offers nothing', PROMOTED, 'ninguna', [149, null, null]],
] as const)('the shop %s', (_, price, oferta, [costo, precio_regular, oferta_hasta]) => {
  expect(offerOf(price, oferta, NOW)).toEqual({ costo, precio_regular, oferta_hasta })
})

it('says that a promotion is over from its last moment on', () => {
  expect([isOver(PROMOTED, NOW), isOver({ promocion_hasta: BEFORE }, NOW), isOver(PLAIN, NOW)]).toEqual([
    false,
    true,
    false,
  ])
})
