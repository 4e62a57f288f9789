import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { sandboxSecret, signNotification } from './sandbox.ts'

const t = useApp()
const { buy, scene, act, order, enrolledIn, settle } = shopping(t)
const stateOf = async (token: string, numero: string) => (await order(token, numero)).estado

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('POST /api/mercadopago/webhook', () => {
  const post = (id: string, headers: Record<string, string>, query = 'type=payment') =>
    t.call('POST', `/api/mercadopago/webhook?data.id=${id}&${query}`, { headers, body: { data: { id } } })
  const signed = async (id: string, requestId: string, ts = String(Date.now())) => ({
    'x-request-id': requestId,
    'x-signature': signNotification(await sandboxSecret(t.deps.db), { requestId, dataId: id }, ts),
  })
  const events = async (id: string) => (await t.database.sql`SELECT id FROM eventos_pago WHERE id_pago = ${id}`).length
  const waiting = async (id: string) =>
    (await t.deps.jobs.listPending<{ id: string }>('pago-evento')).filter(({ data }) => data.id === id).length

  it.each([
    [{}],
    [{ 'x-signature': 'ts=1,v1=00', 'x-request-id': 'a' }],
    [{ 'x-signature': 'basura' }],
    [{ 'x-signature': '', 'x-request-id': '' }],
  ])('refuses %j', async (headers) => {
    expect((await post('1', headers)).status).toBe(401)
  })

  it('refuses a signature of another payment or another request', async () => {
    const id = randomUUID()
    expect((await post(id, await signed(randomUUID(), 'a'))).status).toBe(401)
    expect((await post(id, { ...(await signed(id, 'a')), 'x-request-id': 'b' })).status).toBe(401)
    expect(await events(id)).toBe(0)
  })

  it('stores an event once and leaves the work to a job', async () => {
    const id = randomUUID()
    const headers = await signed(id, randomUUID())
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(id, headers)))
    expect(answers.map((answer) => [answer.status, answer.body.mensaje])).toEqual(Array(10).fill([200, 'Recibido.']))
    expect([await events(id), await waiting(id)]).toEqual([1, 1])
    await settle()
    expect([await events(id), await waiting(id)]).toEqual([1, 0])
    // Repeated by the gateway with another request id: another event.
    await post(id, await signed(id, randomUUID()))
    expect([await events(id), await waiting(id)]).toEqual([2, 1])
  })

  it('keeps an event for a year', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    for (const id of [old, young]) await post(id, await signed(id, id))
    await settle()
    const age = (id: string, days: number) =>
      t.database.sql`UPDATE eventos_pago SET recibido_en = now() - make_interval(days => ${days}) WHERE id_pago = ${id}`
    await age(old, 370)
    await age(young, 360)
    await t.deps.jobs.send(t.deps.db, 'limpiar-eventos', {})
    await settle()
    expect([await events(old), await events(young)]).toEqual([0, 1])
  })

  it('accepts other notifications without acting', async () => {
    const id = randomUUID()
    expect((await post(id, await signed(id, randomUUID()), 'type=merchant_order')).status).toBe(200)
    expect(await events(id)).toBe(0)
  })

  it.each([
    ['?topic=merchant_order&id=55', undefined],
    [
      '?topic=merchant_order&id=55',
      '{"resource":"https://api.mercadolibre.com/merchant_orders/55","topic":"merchant_order"}',
    ],
    ['?type=topic_merchant_order_wh&data.id=55', '{}'],
    ['', '{"topic":"chargebacks","resource":"55"}'],
  ])('answers unsigned notices of other kinds: %s %s', async (query, body) => {
    const headers = { ...(body && { 'content-type': 'application/json' }) }
    const answer = await t.app.inject({ method: 'POST', url: `/api/mercadopago/webhook${query}`, headers, body })
    expect([answer.statusCode, answer.json().mensaje]).toEqual([200, 'Recibido.'])
  })

  it('takes a form, and the kind from it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (query: string, body: string, headers = {}) =>
      t.app.inject({ method: 'POST', url: `/api/mercadopago/webhook${query}`, headers: { ...form, ...headers }, body })
    expect((await send('', 'topic=merchant_order&id=55')).statusCode).toBe(200)
    expect((await send('?topic=payment&id=55', 'topic=payment&id=55')).statusCode).toBe(401)
    const id = randomUUID()
    expect((await send(`?topic=payment&id=${id}`, `topic=payment&id=${id}`, await signed(id, 'f'))).statusCode).toBe(
      200,
    )
    expect([await events(id), await waiting(id)]).toEqual([1, 1])
  })

  it.each([
    ['the newer form', 'type=payment&data.id=', {}],
    ['the older form', 'topic=payment&id=', {}],
    ['the newer form with an empty body', 'type=payment&data.id=', { 'content-type': 'application/json' }],
  ])('reads a payment from an address alone, signed only: %s', async (_what, query, type) => {
    const id = randomUUID()
    const send = (headers: Record<string, string>) =>
      t.app.inject({ method: 'POST', url: `/api/mercadopago/webhook?${query}${id}`, headers: { ...type, ...headers } })
    expect((await send({})).statusCode).toBe(401)
    expect(await events(id)).toBe(0)
    expect((await send(await signed(id, randomUUID()))).statusCode).toBe(200)
    expect([await events(id), await waiting(id)]).toEqual([1, 1])
  })

  it('reads the payment again on a replayed notification, without effect', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar')
    await settle()
    const [payment] = await t.database.sql`SELECT id FROM pagos_de_prueba WHERE referencia = ${orden}`
    await act(orden, 'reembolsar')
    await settle()
    for (const ts of ['1700000000', '1700000000000'])
      expect((await post(payment?.id, await signed(payment?.id, randomUUID(), ts))).status).toBe(200)
    await settle()
    expect(await stateOf(token, orden)).toBe('reembolsada')
    expect(await enrolledIn(token, person.id)).toBe(0)
  })
})

describe('GET /api/pasarela-de-prueba/{numero}', () => {
  it('returns what the payment page needs, and 404 for unknown orders', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    const shown = await t.call('GET', `/api/pasarela-de-prueba/${orden}`)
    expect(shown.body.data).toEqual({
      numero: orden,
      total: 149,
      estado: 'pendiente',
      volver: `http://campus.test/pago?orden=${orden}&vuelta=1`,
    })
    expect((await t.call('GET', `/api/pasarela-de-prueba/${randomUUID()}`)).status).toBe(404)
    expect((await act(randomUUID(), 'aprobar')).status).toBe(404)
    expect((await act(orden, 'regalar')).status).toBe(422)
  })
})
