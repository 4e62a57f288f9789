import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COLLECTOR, fakeMercadoPago, REFUNDED_AT } from '../../../test/mercadopago.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { type Gateway, GatewayRefused, GatewayUnavailable } from './gateway.ts'
import { mercadoPago } from './mercadopago.ts'

const SECRET = 'secreto-de-prueba'
const charge = {
  numero: '0b8e7c1e-3f0a-4a57-9d0b-6f4f1f6a1c11',
  correo: 'ana@prueba.pe',
  marca: 'Academia Qhapaq — Perú',
  lineas: [
    { id_curso: 7, nombre: 'Animación', imagen: '/api/storage/imagenes/x.webp', precio_centimos: 14_990 },
    { id_curso: 9, nombre: 'Regalo', imagen: null, precio_centimos: 0 },
  ],
  vence: '2026-11-28T10:00:00.000Z',
}
const PAYMENT = {
  id: 123,
  status: 'approved',
  status_detail: 'accredited',
  external_reference: charge.numero,
  transaction_amount: 149.9,
  currency_id: 'PEN',
  live_mode: true,
  collector_id: COLLECTOR,
  payment_method_id: 'yape',
  date_approved: '2026-11-20T10:00:00.000-04:00',
}

let fake: Awaited<ReturnType<typeof fakeMercadoPago>>
let config: Config
let account: NonNullable<Config['mercadoPago']>
let gateway: Gateway
/** For what the gateway never answers. */
let hurried: Gateway

const bodyOf = (at: number) => JSON.parse(fake.asked[at]?.body ?? '')
const keys = () => fake.asked.map((one) => one.headers['x-idempotency-key'])

beforeAll(async () => {
  fake = await fakeMercadoPago(PAYMENT)
  config = readConfig({
    PUBLIC_URL: 'https://campus.test',
    MERCADOPAGO_ACCESS_TOKEN: fake.token,
    MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    MERCADOPAGO_API_URL: fake.url,
  })
  if (!config.mercadoPago) throw new Error('the account was not read')
  account = config.mercadoPago
  gateway = mercadoPago(config, account)
  hurried = mercadoPago(config, account, { timeout: 400 })
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.asked.length = 0
})

describe('createPreference', () => {
  it('sends amount, reference, return URLs and notification URL', async () => {
    const made = await gateway.createPreference(charge)
    expect(made).toEqual({ id: 'pref-1', init_point: 'https://www.mercadopago.com.pe/checkout/pref-1' })
    const page = `https://campus.test/pago?orden=${charge.numero}&vuelta=1`
    expect([fake.asked[0]?.method, fake.asked[0]?.url]).toEqual(['POST', '/checkout/preferences/'])
    expect(bodyOf(0)).toEqual({
      // MercadoPago refuses prices of 0 and negative ones.
      items: [
        {
          id: '7',
          title: 'Animación',
          category_id: 'learnings',
          quantity: 1,
          currency_id: 'PEN',
          unit_price: 149.9,
          picture_url: 'https://campus.test/api/storage/imagenes/x.webp',
        },
      ],
      payer: { email: 'ana@prueba.pe' },
      external_reference: charge.numero,
      statement_descriptor: 'ACADEMIA QHAP',
      expires: true,
      expiration_date_to: '2026-11-28T10:00:00.000+00:00',
      back_urls: { success: page, pending: page, failure: page },
      auto_return: 'approved',
      notification_url: 'https://campus.test/api/mercadopago/webhook?source_news=webhooks',
    })
  })

  it('uses one idempotency key per order', async () => {
    await gateway.createPreference(charge)
    await gateway.createPreference(charge)
    await gateway.createPreference({ ...charge, numero: '6d1c5f0a-95f4-4a52-9a83-0d6a4a4fb0ce' })
    expect(keys()).toEqual([
      `orden-${charge.numero}`,
      `orden-${charge.numero}`,
      'orden-6d1c5f0a-95f4-4a52-9a83-0d6a4a4fb0ce',
    ])
  })

  it('is one of an instalment for each day, with its own reference and the page of its order', async () => {
    const one = { ...charge, referencia: '0e7b3c52-6ad1-4c1e-8a0f-3f5d2b9c7e11', vence: '2026-12-07T23:59:59-05:00' }
    await gateway.createPreference(one)
    await gateway.createPreference(one)
    await gateway.createPreference({ ...one, vence: '2026-12-14T23:59:59-05:00' })
    const { external_reference, back_urls, expiration_date_to } = bodyOf(0)
    expect([external_reference, expiration_date_to]).toEqual([one.referencia, '2026-12-08T04:59:59.000+00:00'])
    expect(back_urls.success).toContain(`/pago?orden=${charge.numero}`)
    expect(keys()).toEqual([keys()[0], keys()[0], expect.not.stringMatching(String(keys()[0]))])
  })

  it('omits automatic return and notifications for a local URL', async () => {
    const local = mercadoPago(readConfig({ PUBLIC_URL: 'http://localhost:3000' }), account)
    await local.createPreference(charge)
    const body = bodyOf(0)
    expect([body.auto_return, body.notification_url]).toEqual([undefined, undefined])
    expect(body.back_urls.success).toBe(`http://localhost:3000/pago?orden=${charge.numero}&vuelta=1`)
  })

  it('is unavailable on a response without a payment URL, a refused token, an error or a timeout', async () => {
    for (const numero of ['sin-enlace', 'falla'])
      await expect(gateway.createPreference({ ...charge, numero })).rejects.toBeInstanceOf(GatewayUnavailable)
    await expect(hurried.createPreference({ ...charge, numero: 'tarde' })).rejects.toBeInstanceOf(GatewayUnavailable)
    const stranger = mercadoPago(config, { ...account, accessToken: 'APP_USR-otro' })
    await expect(stranger.createPreference(charge)).rejects.toBeInstanceOf(GatewayUnavailable)
  }, 30_000)

  it('retries once on a server error, with the same key', async () => {
    fake.stumble(1)
    await gateway.createPreference(charge)
    expect(keys()).toEqual(Array(2).fill(`orden-${charge.numero}`))
  })
})

it('paymentMeans reads what the account accepts', async () => {
  expect(await gateway.paymentMeans()).toEqual(['visa', 'yape'])
})

describe('readPayment and findPayments', () => {
  it('read the payments of the gateway, in céntimos', async () => {
    const payment = {
      id: '123',
      reference: charge.numero,
      status: 'approved',
      detail: 'accredited',
      amountCentimos: 14_990,
      refundedCentimos: 0,
      refunds: [],
      approvedAt: '2026-11-20T10:00:00.000-04:00',
      currency: 'PEN',
      live: true,
      method: 'yape',
    }
    expect(await gateway.readPayment('123')).toEqual(payment)
    expect(await gateway.findPayments(charge.numero)).toEqual([payment])
    expect(fake.asked[1]?.url).toContain(`external_reference=${charge.numero}`)
    expect(fake.asked.map((one) => [one.method, one.headers.authorization])).toEqual(
      Array(2).fill(['GET', `Bearer ${fake.token}`]),
    )
  })

  it('ignore payments collected by another account or by none', async () => {
    expect((await gateway.readPayment(`cuenta-${COLLECTOR}`))?.status).toBe('approved')
    expect(await gateway.readPayment(`cuenta-${COLLECTOR + 1}`)).toBeNull()
    expect(await gateway.readPayment('sin-cuenta')).toBeNull()
    const stranger = await fakeMercadoPago({ ...PAYMENT, collector_id: COLLECTOR + 1 })
    try {
      const other = mercadoPago(config, { ...account, apiUrl: stranger.url })
      expect(await other.findPayments(charge.numero)).toEqual([])
    } finally {
      stranger.close()
    }
  })

  it.each([
    ['authorized', 'pending'],
    ['in_process', 'pending'],
    ['in_mediation', 'pending'],
    ['pending', 'pending'],
    ['rejected', 'rejected'],
    ['cancelled', 'cancelled'],
    ['refunded', 'refunded'],
    ['charged_back', 'charged_back'],
    ['una-palabra-nueva', 'pending'],
  ])('map %s to %s', async (theirs, ours) => {
    expect((await gateway.readPayment(`estado-${theirs}`))?.status).toBe(ours)
  })

  it('read céntimos without float errors', async () => {
    expect((await gateway.readPayment('monto-1.15'))?.amountCentimos).toBe(115)
    expect((await gateway.readPayment('monto-4.35'))?.amountCentimos).toBe(435)
    expect((await gateway.readPayment('monto-1099.99'))?.amountCentimos).toBe(109_999)
  })

  it('read how much of an approved payment came back', async () => {
    expect(await gateway.readPayment('parte-40.1')).toMatchObject({
      status: 'approved',
      detail: 'partially_refunded',
      amountCentimos: 14_990,
      refundedCentimos: 4010,
      // The payment itself listed none.
      refunds: [
        { id: '4001', centimos: 3910, done: true, at: REFUNDED_AT },
        { id: '4002', centimos: 100, done: true, at: null },
      ],
    })
  })

  it('distinguish a missing payment from an unavailable gateway', async () => {
    expect(await gateway.readPayment('404')).toBeNull()
    await expect(gateway.readPayment('500')).rejects.toBeInstanceOf(GatewayUnavailable)
    await expect(hurried.readPayment('tarde')).rejects.toBeInstanceOf(GatewayUnavailable)
  })
})

describe('refund', () => {
  it('asks for the amount with the key, once more after a failure', async () => {
    fake.stumble(1)
    expect(await gateway.refund('123', 4010, 'devolucion-7')).toEqual({
      ...{ id: '4001', centimos: 4010, done: true, at: REFUNDED_AT },
    })
    expect(fake.asked.map(({ method, url }) => [method, url])).toEqual(
      Array(2).fill(['POST', '/v1/payments/123/refunds']),
    )
    expect([keys(), bodyOf(1)]).toEqual([Array(2).fill('devolucion-7'), { amount: 40.1 }])
    expect(fake.asked[1]?.headers['x-render-in-process-refunds']).toBe('true')
    expect((await gateway.refund('despacio', 100, 'devolucion-8')).done).toBe(false)
  })

  it.each([
    ['antiguo', 'MercadoPago ya no devuelve un pago tan antiguo: devuélvelo por otro medio y regístralo aquí.'],
    ['entero', 'MercadoPago no devuelve solo una parte de este pago.'],
    ['devuelto', 'MercadoPago dice que este pago ya no se puede devolver. Revisa si ya se devolvió.'],
    ['otro', 'MercadoPago no aceptó la devolución.'],
    ['rechazado', 'MercadoPago no aceptó la devolución.'],
  ])('says in words why it is refused: %s, asked once', async (id, text) => {
    const refused = gateway.refund(id, 100, 'devolucion-9')
    await expect(refused).rejects.toBeInstanceOf(GatewayRefused)
    await expect(refused).rejects.toThrow(text)
    expect(fake.asked).toHaveLength(1)
  })

  it.each([
    ['approved', { id: 'approved', centimos: 100, done: true, at: null }],
    ['in_process', { id: 'in_process', centimos: 100, done: false, at: null }],
    ['pending', { id: 'pending', centimos: 100, done: false, at: null }],
    ['rejected', new GatewayRefused('MercadoPago no aceptó la devolución.')],
    ['cancelled', new GatewayRefused('MercadoPago canceló la devolución.')],
    ['500', new GatewayUnavailable('MercadoPago did not respond')],
    ['404', null],
  ])('that it has begun is read: %s', async (id, expected) => {
    expect(await gateway.readRefund('123', id).catch((error) => error)).toEqual(expected)
    expect(fake.asked[0]).toMatchObject({ method: 'GET', url: `/v1/payments/123/refunds/${id}` })
    expect(fake.asked[0]?.headers['x-render-in-process-refunds']).toBe('true')
  })

  it('is unavailable without an answer', async () => {
    await expect(hurried.refund('silencio', 100, 'devolucion-10')).rejects.toBeInstanceOf(GatewayUnavailable)
  })
})

describe('a redirect', () => {
  it('is never followed, so the access token does not leak', async () => {
    const stranger = await fakeMercadoPago({ ...PAYMENT, status: 'approved' })
    fake.sendTo(stranger.url)
    try {
      await expect(gateway.readPayment('123')).rejects.toBeInstanceOf(GatewayUnavailable)
      await expect(gateway.findPayments(charge.numero)).rejects.toBeInstanceOf(GatewayUnavailable)
      await expect(gateway.createPreference(charge)).rejects.toBeInstanceOf(GatewayUnavailable)
    } finally {
      fake.sendTo(undefined)
      stranger.close()
    }
    expect(stranger.asked).toEqual([])
    expect(fake.asked.length).toBeGreaterThanOrEqual(3)
    // The first server works as before.
    expect((await gateway.readPayment('123'))?.id).toBe('123')
  })
})

describe('live', () => {
  it('is true for a production token, false for a test one', () => {
    expect(gateway.live).toBe(true)
    expect(mercadoPago(config, { ...account, accessToken: 'TEST-1234567890' }).live).toBe(false)
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
