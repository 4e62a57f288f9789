import { afterEach, describe, expect, it, vi } from 'vitest'
import { client } from '../../../lib/client'
import { goToPay, paymentUrl, startPurchase } from './purchase'

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

const HOME = 'https://campus.pe'

describe('paymentUrl', () => {
  it.each([
    'https://www.mercadopago.com.pe/checkout/v1/redirect?pref_id=1-a',
    'https://sandbox.mercadopago.com.pe/checkout/v1/redirect?pref_id=1-a',
    'https://mercadopago.com/checkout',
    'https://www.mercadopago.cl/checkout',
    'https://campus.pe/pasarela-de-prueba/0b8e7c1e',
    'https://campus.pe/pago?orden=0b8e7c1e',
  ])('follows %s', (address) => expect(paymentUrl(address, HOME)).toBe(address))

  it('follows its own origin without https, as in development', () =>
    expect(paymentUrl('http://localhost:3000/pago?orden=1', 'http://localhost:3000')).toBe(
      'http://localhost:3000/pago?orden=1',
    ))

  it.each([
    undefined,
    null,
    '',
    7,
    {},
    '/pago?orden=1',
    'javascript:alert(1)',
    'data:text/html,hola',
    'http://www.mercadopago.com.pe/checkout',
    'http://campus.pe/pago',
    'https://campus.pe:8443/pago',
    'https://www.mercadopago.com.pe:8443/checkout',
    'https://mercadopago.com.evil.pe/checkout',
    'https://mercadopago.com.tk/checkout',
    'https://evilmercadopago.com/checkout',
    'https://www.mercadopago.com.pe@evil.pe/checkout',
    'https://evil.pe/www.mercadopago.com.pe',
    'https://evil.pe\\@www.mercadopago.com.pe/',
    'https://user:clave@www.mercadopago.com.pe/checkout',
    '//www.mercadopago.com.pe/checkout',
  ])('does not follow %j', (address) => expect(paymentUrl(address, HOME)).toBeNull())
})
