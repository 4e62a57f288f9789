import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { type Gateway, GatewayAway } from './gateway.ts'
import { mercadoPago } from './mercadopago.ts'

const SECRET = 'secreto-de-prueba'
const charge = {
  numero: '0b8e7c1e-3f0a-4a57-9d0b-6f4f1f6a1c11',
  correo: 'ana@prueba.pe',
  lineas: [{ id_curso: 7, nombre: 'Animación', imagen: '/api/storage/imagenes/x.webp', precio_centimos: 14_990 }],
  descuento_centimos: 0,
}
const PAYMENT = {
  id: 123,
  status: 'approved',
  status_detail: 'accredited',
  external_reference: charge.numero,
  transaction_amount: 149.9,
  currency_id: 'PEN',
  live_mode: true,
}

/** Behaves as MercadoPago's documentation says of the three calls that are used. */
const asked: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []
let server: Server
let gateway: Gateway

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers, body: await readBody(request) })
    const json = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.headers.authorization !== 'Bearer APP_USR-de-prueba') return json(401, { message: 'invalid token' })
    if (request.url?.startsWith('/checkout/preferences'))
      return json(201, { id: 'pref-1', init_point: 'https://www.mercadopago.com.pe/checkout/pref-1' })
    if (request.url === '/v1/payments/123') return json(200, PAYMENT)
    if (request.url?.startsWith('/v1/payments/search')) return json(200, { results: [PAYMENT], paging: { total: 1 } })
    if (request.url === '/v1/payments/500') return json(500, { message: 'internal' })
    return json(404, { message: 'not found', error: 'not_found', status: 404 })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const config = readConfig({
    PUBLIC_URL: 'https://campus.test',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-de-prueba',
    MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    MERCADOPAGO_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  if (!config.mercadoPago) throw new Error('the account was not read')
  gateway = mercadoPago(config, config.mercadoPago)
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

describe('createPreference', () => {
  it('asks for the order’s amount with its reference and an idempotency key of its own', async () => {
    const made = await gateway.createPreference(charge)
    await gateway.createPreference(charge)
    expect(made).toEqual({ id: 'pref-1', init_point: 'https://www.mercadopago.com.pe/checkout/pref-1' })
    expect(new Set(asked.map((one) => one.headers['x-idempotency-key']))).toEqual(new Set([`orden-${charge.numero}`]))
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      items: [{ id: '7', title: 'Animación', quantity: 1, currency_id: 'PEN', unit_price: 149.9 }],
      external_reference: charge.numero,
      notification_url: 'https://campus.test/api/mercadopago/webhook',
      back_urls: { success: `https://campus.test/pago?orden=${charge.numero}` },
    })
  })
})

describe('readPayment and findPayments', () => {
  it('read what the gateway says, in céntimos', async () => {
    const payment = {
      id: '123',
      reference: charge.numero,
      status: 'approved',
      detail: 'accredited',
      amountCentimos: 14_990,
      currency: 'PEN',
      live: true,
    }
    expect(await gateway.readPayment('123')).toEqual(payment)
    expect(await gateway.findPayments(charge.numero)).toEqual([payment])
    expect(asked[1]?.url).toContain(`external_reference=${charge.numero}`)
  })

  it('tell what is not there from a gateway that is away', async () => {
    expect(await gateway.readPayment('404')).toBeNull()
    await expect(gateway.readPayment('500')).rejects.toBeInstanceOf(GatewayAway)
  })
})

describe('isAuthentic', () => {
  const sign = (id: string, requestId: string, ts: string, secret = SECRET) =>
    `ts=${ts},v1=${createHmac('sha256', secret).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')}`

  it.each([
    ['seconds', '123', String(Math.floor(Date.now() / 1000))],
    ['milliseconds', '123', String(Date.now())],
    ['an id signed in lower case', 'ABC', String(Date.now())],
  ])('accepts the gateway’s signature with %s', async (_what, dataId, ts) => {
    expect(
      await gateway.isAuthentic({ signature: sign(dataId.toLowerCase(), 'req-1', ts), requestId: 'req-1', dataId }),
    ).toBe(true)
  })

  it.each([
    ['no signature', undefined],
    ['nonsense', 'hola'],
    ['another secret', sign('123', 'req-1', '1700000000', 'otro')],
    ['another payment', sign('999', 'req-1', '1700000000')],
    ['another request', sign('123', 'req-2', '1700000000')],
  ])('refuses %s', async (_what, signature) => {
    expect(await gateway.isAuthentic({ signature, requestId: 'req-1', dataId: '123' })).toBe(false)
  })
})
