import { afterEach, expect, it, vi } from 'vitest'
import { client } from '../../../lib/client'
import { goToPay, startPurchase } from './purchase'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([undefined, null, '', 'javascript:alert(1)', 'https://malo.pe/pagar'])(
  '%j is no payment address',
  (address) => {
    const assign = vi.fn()
    vi.stubGlobal('window', { location: { origin: 'https://campus.pe', assign } })
    const thrown = vi.fn()
    try {
      goToPay(address, 'numero', 0)
    } catch (error) {
      thrown(error)
    }
    const [[error]] = thrown.mock.calls as [[Error]]
    expect(error).toMatchObject({
      message: 'Hubo un problema al procesar el pago.',
      cause: 'No se recibió una URL de pago válida',
    })
    expect(assign).not.toHaveBeenCalled()
  },
)

it("sends name, price, quantity one and picture, and follows the answer's address", async () => {
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { origin: 'https://campus.pe', assign } })
  const setItem = vi.fn()
  vi.stubGlobal('sessionStorage', { setItem })
  const init_point = 'https://campus.pe/pasarela-de-prueba/1'
  const asked = vi
    .spyOn(client, 'POST')
    .mockResolvedValue({ data: { init_point, orden: 'o', intentos: 2 }, response: new Response() })
  const course = { descripcion: '', costo: 149, imagen: null }
  await startPurchase([
    { ...course, id: 7, nombre: 'Cerámica', imagen: '/a.webp' },
    { ...course, id: 8, nombre: '' },
  ])
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/mercadopago/preference', {
    body: {
      items: [
        { id: 7, nombre: 'Cerámica', costo: 149, quantity: 1, imagen: '/a.webp' },
        { id: 8, nombre: 'Producto sin nombre', costo: 149, quantity: 1, imagen: null },
      ],
    },
  })
  expect(assign).toHaveBeenCalledExactlyOnceWith(init_point)
  // The page of the return waits for a third payment.
  expect(setItem).toHaveBeenCalledExactlyOnceWith('pago-o', '2')
})
