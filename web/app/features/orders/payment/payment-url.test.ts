import { describe, expect, it } from 'vitest'
import { paymentUrl } from './payment-url'

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
