import { daysAfter, monthsAfter } from '@campus/contract/instalment-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aPlan, inInstalments } from '../../../test/instalments.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)
const plans = inInstalments(t)
const today = limaDay()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const movementsOf = (numero: string) =>
  t.database
    .sql`SELECT m.tipo, m.centimos, m.cuota, m.medio, m.salda FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
    WHERE o.numero = ${numero} ORDER BY m.id`
const linesOf = (numero: string) =>
  t.database
    .sql`SELECT l.id_curso, sum(l.centimos)::int AS centimos FROM movimiento_lineas l JOIN ordenes o ON o.id = l.id_orden
    WHERE o.numero = ${numero} GROUP BY 1 ORDER BY 1`

describe('a sale in instalments', () => {
  it('takes the first and opens the course; the rest is owed', async () => {
    const sale = await plans.sold()
    expect(sale.answer.body.data).toMatchObject({ total: 149, cobrado: 49.68 })
    expect(await shop.enrolledIn(sale.token, sale.person.id)).toBe(1)
    expect(await movementsOf(sale.numero)).toEqual([
      { tipo: 'cobro', centimos: 4968, cuota: 1, medio: 'yape', salda: true },
    ])
    const order = await plans.shown(sale)
    expect(order).toMatchObject({
      estado: 'pagada',
      estado_texto: 'En cuotas',
      total: 149,
      cobrado: 49.68,
      debe: 99.32,
    })
    expect(order.cuotas).toEqual([
      { numero: 1, monto: 49.68, vence: today, estado: 'pagada', pagada_el: today, en_camino: false },
      { numero: 2, monto: 49.66, vence: monthsAfter(today, 1), estado: 'por_pagar', pagada_el: null, en_camino: false },
      { numero: 3, monto: 49.66, vence: monthsAfter(today, 2), estado: 'por_pagar', pagada_el: null, en_camino: false },
    ])
    expect(await shop.order(sale.token, sale.numero)).toMatchObject({
      debe: 99.32,
      por_devolver: 0,
      cuotas: order.cuotas,
    })
    expect(order.historia[0].texto).toContain('en 3 cuotas')
  })

  it('says in the mail what was paid and what comes', async () => {
    const sale = await plans.sold()
    await shop.settle()
    const mail = t.outbox.find(({ to, subject }) => to === sale.person.correo && subject.startsWith('Tu compra'))
    expect(mail?.text).toContain('Recibimos S/ 49.68 de los S/ 149.00 de tu compra')
    expect(mail?.text).toContain('Cuota 3')
  })

  it.each([
    ['one part', { cuotas: aPlan(3).slice(0, 1) }, 'cuotas'],
    [
      'thirteen parts',
      { cuotas: Array.from({ length: 13 }, (_, at) => ({ monto: 10, vence: monthsAfter(today, at) })) },
      'cuotas',
    ],
    ['another sum', { cuotas: aPlan(3, 150) }, 'cuotas'],
    [
      'days that go back',
      { cuotas: aPlan(3).map((one, at) => ({ ...one, vence: at === 2 ? today : one.vence })) },
      'cuotas.2.vence',
    ],
    [
      'a second one on the day of the sale',
      { cuotas: aPlan(2).map((one, at) => ({ ...one, vence: daysAfter(today, at - 1) })) },
      'cuotas.1.vence',
    ],
    [
      'an end after two years',
      { cuotas: aPlan(2).map((one, at) => ({ ...one, vence: daysAfter(today, 731 * at) })) },
      'cuotas.1.vence',
    ],
    ['a courtesy', { medio: 'cortesia', operacion: null, motivo: 'Beca.', total: 0 }, 'cuotas'],
  ])('is refused for %s', async (_, change, field) => {
    const { answer, person, token } = await plans.sold({ change })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    expect(await shop.enrolledIn(token, person.id)).toBe(0)
  })

  it('may be of an order that stands unpaid, once', async () => {
    const { person, token, ids } = await shop.scene()
    const { orden } = (await shop.buy(token, ids)).body
    const staff = await plans.member('caja')
    const body = aSale({ orden, cuotas: aPlan(2) })
    const answer = await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })
    expect(answer.body.data).toMatchObject({ numero: orden, cobrado: 74.5 })
    expect((await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })).body.data.numero).toBe(orden)
    expect(await movementsOf(orden)).toHaveLength(1)
    expect(await shop.enrolledIn(token, person.id)).toBe(1)
  })
})

describe('POST /api/gestion/ordenes/:numero/cuotas', () => {
  it('registers each in its turn, to the céntimo of each course', async () => {
    const sale = await plans.sold({ courses: 2, parts: 7 })
    for (const cuota of [2, 3, 4, 5, 6, 7]) expect((await plans.register(sale, cuota)).status).toBe(200)
    expect(await plans.shown(sale)).toMatchObject({ debe: 0, cobrado: 298, estado_texto: 'Pagada' })
    expect(await linesOf(sale.numero)).toEqual(sale.ids.map((id_curso) => ({ id_curso, centimos: 14_900 })))
    const mensajes = (await shop.notices(sale.person.id)).map(({ mensaje }) => mensaje)
    expect(
      mensajes.some((text) => text.startsWith('Recibimos tu cuota 7') && text.includes('Terminaste de pagar')),
    ).toBe(true)
  })

  it('answers a repetition with what the first did, and refuses another', async () => {
    const sale = await plans.sold()
    const number = { medio: 'yape', operacion: `${Date.now()}` }
    expect((await plans.register(sale, 2, number)).status).toBe(200)
    expect((await plans.register(sale, 2, number)).status).toBe(200)
    expect(await movementsOf(sale.numero)).toHaveLength(2)
    const again = await plans.register(sale, 2)
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'CUOTA_NO_COBRABLE',
      'La cuota 2 ya está pagada.',
    ])
    const taken = await plans.register(sale, 3, number)
    expect([taken.status, taken.body.code]).toEqual([409, 'OPERACION_REPETIDA'])
  })

  it.each([
    ['the third before the second', 3, {}, 409, 'CUOTA_NO_COBRABLE'],
    ['another amount', 2, { monto: 50 }, 422, 'DATOS_INVALIDOS'],
    ['a day that has not come', 2, { dia: daysAfter(today, 1) }, 422, 'DATOS_INVALIDOS'],
    ['Yape without a number', 2, { medio: 'yape' }, 422, 'DATOS_INVALIDOS'],
    ['a courtesy', 2, { medio: 'cortesia' }, 422, 'DATOS_INVALIDOS'],
  ])('refuses %s', async (_, cuota, change, status, code) => {
    const sale = await plans.sold()
    const answer = await plans.register(sale, cuota, change)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await movementsOf(sale.numero)).toHaveLength(1)
  })

  it('refuses a sale that is paid at once, and one of another academy', async () => {
    const staff = await plans.member()
    const { person, token, ids } = await shop.scene()
    const body = aSale({ id_usuario: person.id, cursos: ids })
    const { numero } = (await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })).body.data
    const sale = { staff, token, numero }
    expect((await plans.register(sale, 1, { monto: 149 })).body.code).toBe('CUOTA_NO_COBRABLE')
    const other = await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'] })
    const foreign = { ...(await plans.sold()), staff: { token: await t.tokenOf(other.id) } }
    const answer = await t.call('POST', `/api/gestion/ordenes/${foreign.numero}/cuotas`, {
      ...{ token: foreign.staff.token, body: { cuota: 2, medio: 'efectivo', dia: today, monto: 49.66 } },
    })
    expect(answer.status).toBe(404)
  })

  it('is paid once by 50 at the same time', async () => {
    const sale = await plans.sold()
    const members = await Promise.all(Array.from({ length: 50 }, () => plans.member('caja')))
    const body = { cuota: 2, medio: 'efectivo', dia: today, monto: 49.66 }
    const answers = await Promise.all(
      members.map(({ token }) => t.call('POST', `/api/gestion/ordenes/${sale.numero}/cuotas`, { token, body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    expect(await movementsOf(sale.numero)).toHaveLength(2)
  })
})

describe('money that goes back', () => {
  const refund = (sale: { staff: { token: string }; numero: string }, body: object) =>
    shop.refund(sale.staff.token, sale.numero, { via: 'registrada', medio: 'efectivo', ...body })

  it('ends what is owed, and a refund by mistake did not', async () => {
    const sale = await plans.sold()
    await plans.register(sale, 2)
    expect((await refund(sale, { monto: 20 })).status).toBe(200)
    expect(await plans.states(sale)).toEqual(['pagada', 'pagada', 'cerrada'])
    expect(await plans.shown(sale)).toMatchObject({ debe: 0, estado_texto: 'Devuelta en parte' })
    expect((await plans.register(sale, 3)).body.code).toBe('CUOTA_NO_COBRABLE')
    const { movimientos } = await plans.shown(sale)
    const body = { id_movimiento: movimientos.at(-1).id, motivo: 'No se devolvió.' }
    await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, { token: sale.staff.token, body })
    expect(await plans.states(sale)).toEqual(['pagada', 'pagada', 'por_pagar'])
  })

  it('of all closes the course, and nothing is owed', async () => {
    const sale = await plans.sold()
    expect((await refund(sale, { monto: 49.68, cierra: sale.ids })).status).toBe(200)
    expect(await plans.shown(sale)).toMatchObject({ estado: 'reembolsada', debe: 0 })
    expect(await plans.states(sale)).toEqual(['cerrada', 'cerrada', 'cerrada'])
    expect(await shop.enrolledIn(sale.token, sale.person.id)).toBe(0)
  })

  it('owes an instalment again whose charge was a mistake', async () => {
    const sale = await plans.sold()
    await plans.register(sale, 2)
    const { movimientos } = await plans.shown(sale)
    const body = { id_movimiento: movimientos.at(-1).id, motivo: 'Era de otra persona.' }
    const annulled = await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, {
      token: sale.staff.token,
      body,
    })
    expect(annulled.body.data).toMatchObject({ estado: 'pagada', debe: 99.32 })
    expect((await plans.register(sale, 2)).status).toBe(200)
  })

  it('is not registered again by who had registered what it gives back', async () => {
    const sale = await plans.sold()
    await plans.register(sale, 2)
    await refund(sale, { monto: 49.66 })
    expect((await plans.register(sale, 2)).body.code).toBe('CUOTA_NO_COBRABLE')
  })

  it('ends what is owed as long as one refund of several was done', async () => {
    const sale = await plans.sold()
    await plans.register(sale, 2)
    for (const monto of [20, 5]) expect((await refund(sale, { monto })).status).toBe(200)
    const backs = (await plans.shown(sale)).movimientos.filter(({ tipo }: { tipo: string }) => tipo === 'devolucion')
    const states = []
    for (const { id } of backs) {
      const body = { id_movimiento: id, motivo: 'No se devolvió.' }
      await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, { token: sale.staff.token, body })
      states.push(await plans.states(sale))
    }
    expect(states).toEqual([
      ['pagada', 'pagada', 'cerrada'],
      ['pagada', 'pagada', 'por_pagar'],
    ])
  })

  it('leaves each course its price, to the céntimo, once all is paid', async () => {
    const sale = await plans.sold({ courses: 2, parts: 5 })
    for (const gone of [2, 3]) {
      const page = plans.referenceIn((await plans.pay(sale, gone)).body.data.init_point)
      for (const accion of ['aprobar', 'contracargo']) {
        await shop.act(page, accion)
        await shop.settle()
      }
      await plans.register(sale, gone)
    }
    for (const cuota of [4, 5]) await plans.register(sale, cuota)
    expect(await linesOf(sale.numero)).toEqual(sale.ids.map((id_curso) => ({ id_curso, centimos: 14_900 })))
  })

  it('owes nothing where the sale was a mistake, and cannot be collected again', async () => {
    const sale = await plans.sold()
    const { movimientos } = await plans.shown(sale)
    const body = { id_movimiento: movimientos[0].id, motivo: 'Era de otra persona.' }
    await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, { token: sale.staff.token, body })
    expect(await plans.shown(sale)).toMatchObject({ estado: 'cancelada', debe: 0 })
    expect((await plans.register(sale, 1)).body.message).toBe('Esta venta ya no tiene cuotas por cobrar.')
    const again = aSale({ orden: sale.numero })
    const answer = await t.call('POST', '/api/gestion/ventas', { token: sale.staff.token, body: again })
    expect([answer.status, answer.body.errors.orden]).toEqual([
      422,
      ['Esta venta era en cuotas y se anuló: registra una venta nueva.'],
    ])
  })
})

describe('the points of a referral', () => {
  /** In two parts, both paid, the second in cash or online, with another person's code. */
  async function invited({ online = false } = {}) {
    const { owner, codigo } = await shop.referral(10)
    const { person, token, ids } = await shop.scene()
    const { orden } = (await shop.buy(token, ids, { codigo })).body
    const staff = await plans.member()
    const body = aSale({ orden, total: 134.1, cuotas: aPlan(2, 134.1) })
    expect((await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })).status).toBe(200)
    const points = async () =>
      (await t.database.sql`SELECT coalesce(sum(puntos), 0)::int AS n FROM puntos WHERE id_usuario = ${owner.id}`)[0]?.n
    expect([await points(), await shop.enrolledIn(token, person.id)]).toEqual([0, 1])
    const sale = { staff, token, numero: orden as string, ids }
    const page = online ? plans.referenceIn((await plans.pay({ token, numero: orden }, 2)).body.data.init_point) : ''
    if (online) await shop.act(page, 'aprobar')
    else await plans.register(sale, 2)
    await shop.settle()
    expect(await points()).toBeGreaterThan(0)
    return { sale, points, page }
  }

  it('come with the last instalment, and go where it was a mistake', async () => {
    const { sale, points } = await invited()
    const { movimientos } = await plans.shown(sale)
    const body = { id_movimiento: movimientos.at(-1).id, motivo: 'Era de otra persona.' }
    await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, { token: sale.staff.token, body })
    expect(await points()).toBe(0)
  })

  it('go with what the bank took back', async () => {
    const { page, points } = await invited({ online: true })
    await shop.act(page, 'contracargo')
    await shop.settle()
    expect(await points()).toBe(0)
  })

  it('stay with a part given back, and go with the last course', async () => {
    const { sale, points } = await invited()
    const cash = { via: 'registrada', medio: 'efectivo', monto: 10 }
    await shop.refund(sale.staff.token, sale.numero, cash)
    expect(await points()).toBeGreaterThan(0)
    await shop.refund(sale.staff.token, sale.numero, { ...cash, cierra: sale.ids })
    expect(await points()).toBe(0)
  })
})

describe('the list of sales', () => {
  it('finds those that owe, and those whose day is over', async () => {
    const [owes, late] = [await plans.sold(), await plans.sold({ dia: daysAfter(today, -60) })]
    const dia = daysAfter(today, -10)
    // The first is due when it is paid; the day of the second is not over yet.
    const cuotas = [-20, 0].map((days) => ({ monto: 74.5, vence: daysAfter(today, days) }))
    const now = await plans.sold({ dia, change: { cuotas } })
    expect((await plans.shown(now)).cuotas).toMatchObject([{ vence: dia }, { vence: today, estado: 'por_pagar' }])
    const find = async (cuotas: string) =>
      (await t.call('GET', `/api/gestion/ordenes?cuotas=${cuotas}`, { token: owes.staff.token })).body.data.data
    const numbers = (rows: { numero: string }[]) => rows.map(({ numero }) => numero)
    expect(numbers(await find('por_cobrar'))).toEqual(expect.arrayContaining([owes.numero, late.numero]))
    const overdue = await find('vencidas')
    expect(numbers(overdue)).toContain(late.numero)
    for (const { numero } of [owes, now]) expect(numbers(overdue)).not.toContain(numero)
    expect(overdue.find((row: { numero: string }) => row.numero === late.numero)).toMatchObject({
      ...{ debe: 99.32, estado_texto: 'En cuotas' },
    })
    const inbox = (await t.call('GET', '/api/gestion/bandeja', { token: owes.staff.token })).body.data
    expect(inbox.cuotas_vencidas).toBe(overdue.length)
  })
})
