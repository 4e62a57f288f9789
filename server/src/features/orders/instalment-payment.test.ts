import { daysAfter } from '@campus/contract/instalment-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aPlan, inInstalments } from '../../../test/instalments.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'
import { reconcileUnpaid } from './reconciliation.ts'
import { sandbox } from './sandbox.ts'

const t = useApp()
const shop = shopping(t)
const plans = inInstalments(t)
const today = limaDay()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

type Sold = Awaited<ReturnType<typeof plans.sold>>

async function pageOf(sale: Sold, cuota: number): Promise<string> {
  const answer = await plans.pay(sale, cuota)
  expect(answer.status).toBe(200)
  return plans.referenceIn(answer.body.data.init_point)
}

const chargesOf = (numero: string) =>
  t.database.sql`SELECT m.centimos, m.cuota, m.medio, m.salda FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
    WHERE o.numero = ${numero} AND m.tipo = 'cobro' ORDER BY m.id`

describe('POST /api/ordenes/:numero/cuota', () => {
  it('leads to a payment of that instalment alone', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    const shown = (await t.call('GET', `/api/pasarela-de-prueba/${page}`)).body.data
    expect(shown).toMatchObject({ total: 49.66, volver: expect.stringContaining(sale.numero) })
    expect(await pageOf(sale, 2)).toBe(page)
    await shop.act(page, 'aprobar')
    await shop.settle()
    expect(await chargesOf(sale.numero)).toEqual([
      { centimos: 4968, cuota: 1, medio: 'yape', salda: true },
      { centimos: 4966, cuota: 2, medio: 'mercadopago', salda: true },
    ])
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({ debe: 49.66, cobro_doble: false })
    const mensajes = (await shop.notices(sale.person.id)).map(({ mensaje }) => mensaje)
    expect(mensajes.filter((text) => text.startsWith('Recibimos tu cuota 2'))).toHaveLength(1)
  })

  it('is of the first that is owed, and of the buyer', async () => {
    const sale = await plans.sold()
    expect((await plans.pay(sale, 3)).body.code).toBe('CUOTA_NO_COBRABLE')
    expect((await plans.pay(sale, 1)).body.message).toBe('La cuota 1 ya está pagada.')
    const other = await aPerson(t.deps.db)
    expect((await plans.pay({ ...sale, token: await t.tokenOf(other.id) }, 2)).status).toBe(404)
  })

  it('opens a course that was in pause', async () => {
    const sale = await plans.sold({ dia: daysAfter(today, -50) })
    await plans.review(today)
    expect(await shop.enrolledIn(sale.token, sale.person.id)).toBe(0)
    await shop.act(await pageOf(sale, 2), 'aprobar')
    await shop.settle()
    expect(await shop.enrolledIn(sale.token, sale.person.id)).toBe(1)
  })

  it('says that a payment is on its way, and what was refused is to be paid', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    await shop.act(page, 'rechazar')
    await shop.settle()
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({ estado: 'pagada', debe: 99.32 })
    await shop.act(page, 'dejar_pendiente')
    await shop.settle()
    const { cuotas } = await shop.order(sale.token, sale.numero)
    expect(cuotas[1]).toMatchObject({ estado: 'por_pagar', en_camino: true })
  })

  it('finds a payment that was not notified', async () => {
    const sale = await plans.sold()
    await shop.act(await pageOf(sale, 2), 'aprobar_sin_avisar')
    await shop.settle()
    expect((await shop.order(sale.token, sale.numero)).debe).toBe(99.32)
    await reconcileUnpaid(t.deps.db, t.deps.jobs, sandbox(t.deps.db, t.deps.config))
    expect((await shop.order(sale.token, sale.numero)).debe).toBe(49.66)
  })

  it('is confirmed at once for who comes back', async () => {
    const sale = await plans.sold()
    await shop.act(await pageOf(sale, 2), 'aprobar_sin_avisar')
    const [payment] = await t.database.sql`SELECT id FROM pagos_de_prueba ORDER BY creado_en DESC LIMIT 1`
    const back = await t.call('GET', `/api/mercadopago/verificar-pago?payment_id=${payment?.id}`, { token: sale.token })
    expect(back.body.data).toMatchObject({ numero: sale.numero, debe: 49.66 })
  })

  it('paid twice is money to give back, and giving it back leaves the plan as it is', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    await plans.register(sale, 2)
    await shop.act(page, 'aprobar')
    await shop.settle()
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({
      por_devolver: 49.66,
      debe: 49.66,
      cobro_doble: true,
    })
    const given = await shop.refund(sale.staff.token, sale.numero, { monto: 49.66 })
    expect(given.body.data).toMatchObject({ estado: 'hecha' })
    await shop.settle()
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({
      por_devolver: 0,
      debe: 49.66,
      cobro_doble: false,
    })
    expect(await plans.states(sale)).toEqual(['pagada', 'pagada', 'por_pagar'])
  })

  it('paid twice is what goes back, also once the next one was paid', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    await plans.register(sale, 2)
    await shop.act(page, 'aprobar')
    await shop.settle()
    await plans.register(sale, 3)
    const cash = { via: 'registrada', medio: 'efectivo', monto: 49.66 }
    expect((await shop.refund(sale.staff.token, sale.numero, cash)).status).toBe(200)
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({ por_devolver: 0, debe: 0 })
    expect(await plans.states(sale)).toEqual(['pagada', 'pagada', 'pagada'])
  })

  it('of one that a refund had ended is money to give back, which staff are told', async () => {
    const sale = await plans.sold()
    const owner = await aPerson(t.deps.db, { roles: ['marca'] })
    const page = await pageOf(sale, 2)
    await shop.refund(sale.staff.token, sale.numero, { via: 'registrada', medio: 'efectivo', monto: 10 })
    await shop.act(page, 'aprobar')
    await shop.settle()
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({ debe: 0, por_devolver: 49.66 })
    expect(t.outbox.filter(({ to, text }) => to === owner.correo && text.includes('devuelve S/ 49.66'))).toHaveLength(1)
  })

  it('of the whole order, which stood before it was agreed, pays all of them', async () => {
    const { person, token, ids } = await shop.scene()
    const { orden } = (await shop.buy(token, ids)).body
    const staff = await plans.member()
    const body = aSale({ orden, cuotas: aPlan(2) })
    expect((await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })).status).toBe(200)
    await shop.act(orden, 'aprobar')
    await shop.settle()
    expect(await shop.order(token, orden)).toMatchObject({ debe: 0, por_devolver: 74.5, cobro_doble: true })
    expect(await shop.enrolledIn(token, person.id)).toBe(1)
    const mensajes = (await shop.notices(person.id)).map(({ mensaje }) => mensaje)
    expect(mensajes.filter((text) => text.startsWith('Tu orden se cobró dos veces'))).toHaveLength(1)
    // Giving all of it back leaves what was agreed.
    expect((await shop.refund(staff.token, orden)).body.data).toMatchObject({ estado: 'hecha' })
    expect(await shop.order(token, orden)).toMatchObject({ debe: 74.5, por_devolver: 0 })
  })

  it('is not the same as another instalment of that amount', async () => {
    const sale = await plans.sold()
    await plans.register(sale, 2)
    await shop.act(await pageOf(sale, 3), 'aprobar')
    await shop.settle()
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({ debe: 0, por_devolver: 0 })
    const mensajes = (await shop.notices(sale.person.id)).map(({ mensaje }) => mensaje)
    expect(mensajes.filter((text) => text.startsWith('Tu orden se cobró dos veces'))).toEqual([])
  })

  it('of another amount pays nothing', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    await shop.act(page, 'aprobar_sin_avisar')
    await t.database.sql`UPDATE pagos_de_prueba SET monto_centimos = 4000 WHERE referencia = ${page}`
    const back = await t.call('GET', `/api/mercadopago/verificar-pago?orden=${sale.numero}`, { token: sale.token })
    expect(back.body.data).toMatchObject({ debe: 99.32, por_devolver: 0 })
    expect(await plans.states(sale)).toEqual(['pagada', 'por_pagar', 'por_pagar'])
  })

  it('owes what the bank took back', async () => {
    const sale = await plans.sold()
    const page = await pageOf(sale, 2)
    await shop.act(page, 'aprobar')
    await shop.settle()
    await shop.act(page, 'contracargo')
    await shop.settle()
    expect(await plans.shown(sale)).toMatchObject({ estado: 'pagada', debe: 99.32 })
    expect(await plans.states(sale)).toEqual(['pagada', 'por_pagar', 'por_pagar'])
  })
})
