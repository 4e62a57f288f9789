import { afterEach, expect, it, vi } from 'vitest'
import { goToPay } from './purchase'

afterEach(() => vi.unstubAllGlobals())

it.each([undefined, null, '', 'javascript:alert(1)', 'https://malo.pe/pagar'])('%j is no place to pay', (address) => {
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { origin: 'https://campus.pe', assign } })
  const thrown = vi.fn()
  try {
    goToPay(address)
  } catch (error) {
    thrown(error)
  }
  const [[error]] = thrown.mock.calls as [[Error]]
  expect(error).toMatchObject({
    message: 'Hubo un problema al procesar el pago.',
    cause: 'No se recibió una URL de pago válida',
  })
  expect(assign).not.toHaveBeenCalled()
})
