import { expect, it } from 'vitest'
import { excerptOf } from './audit.ts'

it.each([
  ['Hola a todos', 'Hola a todos'],
  ['Escríbeme a ana.q@prueba.pe, gracias', 'Escríbeme a [correo] gracias'],
  ['(ana@prueba.pe)', '[correo]'],
  ['Gracias @Ana Quispe', 'Gracias @Ana Quispe'],
  ['Mi número es +51 971 717 171.', 'Mi número es [número].'],
  ['DNI 71717171', 'DNI [número]'],
  ['En 2026 sacó 18.50 de 20', 'En 2026 sacó 18.50 de 20'],
  ['', ''],
])('shortens «%s» to «%s»', (text, kept) => expect(excerptOf(text)).toBe(kept))

it('keeps 200 whole characters, and no half of an email', () => {
  expect(excerptOf('ñ'.repeat(300))).toBe('ñ'.repeat(200))
  expect(excerptOf('🎬'.repeat(300))).toBe('🎬'.repeat(200))
  expect(excerptOf(`${'a '.repeat(96)}ana.maria.quispe@prueba.pe`)).toBe(`${'a '.repeat(96)}[correo]`)
})

it('takes linear time for any long text', () => {
  for (const text of ['a'.repeat(100_000), 'a@'.repeat(50_000), '1 '.repeat(50_000), '1'.repeat(100_000)])
    expect(excerptOf(text).length).toBeLessThanOrEqual(400)
})
