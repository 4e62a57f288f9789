import { expect, it } from 'vitest'
import { envioFor, forgetEnvio } from './envio'

it('is the same for the same content until it was sent, and another for another content or form', () => {
  const first = envioFor('soporte-1', 'No puedo entrar a mi curso.')
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(envioFor('soporte-1', 'No puedo entrar a mi curso.')).toBe(first)
  expect(envioFor('soporte-2', 'No puedo entrar a mi curso.')).not.toBe(first)
  const changed = envioFor('soporte-1', 'No puedo entrar a mi curso desde ayer.')
  expect(changed).not.toBe(first)
  forgetEnvio('soporte-1')
  expect(envioFor('soporte-1', 'No puedo entrar a mi curso desde ayer.')).not.toBe(changed)
})
