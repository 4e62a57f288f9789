import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { checkout } from './checkout.ts'
import { type Charge, GatewayUnavailable } from './gateway.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { buy, scene, act, order, enrolledIn, settle, referral, notices } = shopping(t)
const price = (id: number, costo_centimos: number) =>
  t.deps.db.update(cursos).set({ costo_centimos }).where(eq(cursos.id, id))
const orders = async (token: string) => (await t.call('GET', '/api/ordenes', { token })).body.data.total
const lettersTo = (correo: string) => t.outbox.filter((letter) => letter.to === correo)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('POST /api/mercadopago/preference', () => {
  it('creates the order first, at the server’s prices whatever the body says, and returns the payment URL', async () => {
    const { token, ids } = await scene(2)
    const answer = await buy(token, ids, { costo: 0.01, nombre: 'Otro', quantity: 99 })
    expect(answer.status).toBe(200)
    expect(answer.body.init_point).toBe(`http://campus.test/pasarela-de-prueba/${answer.body.orden}`)
    expect(await order(token, answer.body.orden)).toMatchObject({
      estado: 'pendiente',
      estado_texto: 'Por pagar',
      subtotal: 298,
      descuento: 0,
      total: 298,
      codigo_referido: null,
      motivo: null,
      pagada_en: null,
      init_point: answer.body.init_point,
      lineas: [
        { nombre: 'Curso 1', precio: 149 },
        { nombre: 'Curso 2', precio: 149 },
      ],
    })
  })

  it('refuses owned, unavailable and foreign courses, naming them', async () => {
    const { person, token, ids } = await scene(2)
    const [one = 0, two = 0] = ids
    await anEnrolment(t.deps.db, person.id, two)
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    expect((await buy(token, [two])).body.errors.items).toEqual(['Ya tienes «Curso 2».'])
    const gone = await buy(token, [foreign.id])
    expect([gone.status, gone.body.errors.items]).toEqual([422, ['Uno de los cursos ya no está a la venta.']])
    expect((await buy(token, [])).body.errors.items).toEqual(['Hubo un problema al procesar el pago.'])
    const many = Array.from({ length: 21 }, (_, n) => n + 1)
    expect((await buy(token, many)).body.errors.items).toEqual(['Puedes comprar hasta 20 cursos a la vez.'])
    expect((await t.call('POST', '/api/mercadopago/preference', { body: { items: [{ id: one }] } })).status).toBe(401)
  })

  it('charges a course that stands twice once, in the order of that course alone', async () => {
    const { token, ids } = await scene(2)
    const [one = 0, two = 0] = ids
    const single = await buy(token, [one])
    const twice = await buy(token, [one, one])
    expect([twice.status, twice.body.orden]).toEqual([200, single.body.orden])
    const mixed = (await buy(token, [two, one, two, one])).body.orden
    expect(await order(token, mixed)).toMatchObject({
      subtotal: 298,
      total: 298,
      lineas: [{ nombre: 'Curso 1' }, { nombre: 'Curso 2' }],
    })
    // More lines than courses are no reason to refuse.
    expect(
      (
        await buy(
          token,
          Array.from({ length: 21 }, () => one),
        )
      ).body.orden,
    ).toBe(single.body.orden)
  })

  it('creates one order for 30 concurrent requests', async () => {
    const { token, ids } = await scene()
    const answers = await Promise.all(Array.from({ length: 30 }, () => buy(token, ids)))
    expect(new Set(answers.map((answer) => answer.body.orden)).size).toBe(1)
    expect(await orders(token)).toBe(1)
  })

  it('applies the promotion while it lasts', async () => {
    const course = await aCourse(t.deps.db, { id_cliente: 3 })
    await t.database.sql`UPDATE clientes SET oferta = 'real' WHERE id = 3`
    await t.database
      .sql`UPDATE cursos SET promocion_centimos = 9900, promocion_hasta = now() + interval '1 hour' WHERE id = ${course.id}`
    const person = await aPerson(t.deps.db, { id_cliente: 3 })
    const token = await t.tokenOf(person.id)
    const first = (await buy(token, [course.id])).body.orden
    expect((await order(token, first)).total).toBe(99)
    await t.database.sql`UPDATE cursos SET promocion_hasta = now() - interval '1 second' WHERE id = ${course.id}`
    const second = (await buy(token, [course.id])).body.orden
    expect((await order(token, second)).total).toBe(149)
    expect((await order(token, first)).estado).toBe('cancelada')
  })

  it('reuses an order only with the same courses, prices, code and discount, before expiry', async () => {
    const { token, ids } = await scene(2)
    const { codigo } = await referral(10)
    const orderOf = async (options = {}) => (await buy(token, ids, options)).body.orden
    const plain = await orderOf()
    expect(await orderOf()).toBe(plain)
    const coded = await orderOf({ codigo })
    expect(coded).not.toBe(plain)
    expect((await order(token, plain)).estado).toBe('cancelada')
    expect(await orderOf({ codigo: ` ${codigo.toLowerCase()} ` })).toBe(coded)
    await t.database.sql`UPDATE clientes SET descuento_referido = 20 WHERE id = 2`
    const dearer = await orderOf({ codigo })
    expect(dearer).not.toBe(coded)
    // Same sum, other prices.
    await price(ids[0] ?? 0, 14_800)
    await price(ids[1] ?? 0, 15_000)
    const other = await orderOf({ codigo })
    expect(other).not.toBe(dearer)
    await t.database.sql`UPDATE ordenes SET creada_en = now() - interval '7 days 1 second' WHERE numero = ${other}`
    expect((await order(token, other)).init_point).toBeNull()
    expect(await orderOf({ codigo })).not.toBe(other)
  })

  it('throttles the purchases of a user', async () => {
    const { token, ids } = await scene()
    const answers = []
    for (let n = 0; n < 61; n++) answers.push((await buy(token, ids)).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('a referral code', () => {
  it('applies the brand’s discount and rewards its owner once the order is paid', async () => {
    const { owner, token: referrer, codigo } = await referral(15)
    const { token, ids } = await scene()
    await price(ids[0] ?? 0, 9990)
    const { orden } = (await buy(token, ids, { codigo })).body
    // 15 % of 9990 is 1498.5 céntimos, rounded in favour of the buyer.
    const stored = await order(token, orden)
    expect(stored).toMatchObject({ subtotal: 99.9, descuento: 14.99, total: 84.91, codigo_referido: codigo })
    const points = () =>
      t.database.sql`SELECT motivo, clave, detalle, puntos FROM puntos WHERE id_usuario = ${owner.id}`
    expect([...(await points())]).toEqual([])
    await act(orden, 'pagar_dos_veces')
    await settle()
    expect([...(await points())]).toEqual([{ motivo: 'referido', clave: orden, detalle: codigo, puntos: 100 }])
    const used = await t.call('GET', `/api/referido/${owner.id}`, { token: referrer })
    expect(used.body.data[0]).toMatchObject({ codigo, usos: 1, puntos: 100 })
    const [letter] = lettersTo(
      (
        await t.database.sql`SELECT correo FROM usuarios u JOIN ordenes o ON o.id_usuario = u.id
      WHERE o.numero = ${orden}`
      )[0]?.correo,
    )
    expect(letter?.text).toContain('Subtotal: S/ 99.90\nDescuento: -S/ 14.99\nTotal: S/ 84.91')
  })

  it('is stored with 0 %, without changing the totals', async () => {
    const { codigo } = await referral(0)
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids, { codigo })).body
    expect(await order(token, orden)).toMatchObject({ descuento: 0, total: 149, codigo_referido: codigo })
  })

  it('is told and ignored when it is wrong, of another brand or one’s own: the sale goes on', async () => {
    const { token: referrer, codigo } = await referral(10)
    const { token, ids } = await scene()
    const foreigner = await aPerson(t.deps.db, { id_cliente: 1 })
    const foreignIds = [(await aCourse(t.deps.db, { id_cliente: 1 })).id]
    const unknown = 'El código no existe.'
    const sales: [string, number[], string, string][] = [
      [referrer, ids, codigo, 'No puedes usar tu propio código.'],
      [token, ids, 'REF99999', unknown],
      [token, ids, 'HOLA', unknown],
      [token, ids, 'REF10x', unknown],
      [await t.tokenOf(foreigner.id), foreignIds, codigo, unknown],
    ]
    for (const [who, courses, typed, motivo] of sales) {
      const { status, body } = await buy(who, courses, { codigo: typed })
      expect([status, body.codigo]).toEqual([
        200,
        { codigo: typed.toUpperCase(), porcentaje: 0, valido: false, motivo },
      ])
      expect(await order(who, body.orden)).toMatchObject({ total: 149, descuento: 0, codigo_referido: null })
    }
    expect((await buy(token, ids, { codigo })).body.codigo).toEqual({
      codigo,
      porcentaje: 10,
      valido: true,
      motivo: null,
    })
  })

  it('cannot be enumerated through purchases either: after 20 wrong ones even a right one is ignored', async () => {
    const { token, ids } = await scene()
    const { codigo } = await referral(10)
    for (let n = 0; n < 20; n++) await buy(token, ids, { codigo: `REF${60_000 + n}` })
    const late = await buy(token, ids, { codigo })
    expect([late.status, late.body.codigo.valido]).toEqual([200, false])
    expect((await order(token, late.body.orden)).codigo_referido).toBeNull()
  })
})

describe('a free order', () => {
  it('is paid, enrolled, notified and mailed at once, without the gateway, for any number of clicks', async () => {
    const { person, token, ids } = await scene(2)
    for (const id of ids) await price(id, 0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(token, ids)))
    const [{ orden, init_point }] = answers.map((answer) => answer.body) as [{ orden: string; init_point: string }]
    expect(new Set(answers.map((answer) => answer.body.orden)).size).toBe(1)
    expect(init_point).toBe(`http://campus.test/pago?orden=${orden}&vuelta=1`)
    expect(await order(token, orden)).toMatchObject({ estado: 'pagada', total: 0, init_point: null })
    expect(await enrolledIn(token, person.id)).toBe(2)
    await settle()
    expect(lettersTo(person.correo)).toHaveLength(1)
    expect(lettersTo(person.correo)[0]?.text).toContain('Tu matrícula está lista y no tiene costo.')
    expect((await notices(person.id)).map((notice) => notice.ruta).sort()).toEqual(
      ids.map((id) => `/miscursos/${id}/modulos`).sort(),
    )
    expect((await t.call('GET', `/api/pasarela-de-prueba/${orden}`)).status).toBe(404)
  })

  it('works without a gateway, and earns the referrer nothing', async () => {
    const { owner, codigo } = await referral(50)
    const { person, ids } = await scene()
    const { db, jobs, config } = t.deps
    const buyer = { usuario: person.id, id_cliente: 2, direccion: '127.0.0.1' }
    const shop = { db, jobs, config, gateway: null }
    await expect(checkout(shop, buyer, ids, {})).rejects.toMatchObject({
      code: 'SIN_PAGOS',
      message: 'Esta academia todavía no cobra en línea. Escríbele para matricularte.',
    })
    await price(ids[0] ?? 0, 0)
    await checkout(shop, buyer, ids, { codigo_referido: codigo })
    const [found] = await t.database.sql`SELECT count(*)::int AS n FROM puntos WHERE id_usuario = ${owner.id}`
    expect(found?.n).toBe(0)
  })
})

describe('sums', () => {
  /** Buys courses of these prices with a code; returns the charges that the gateway got. */
  async function purchase(prices: number[], percent: number) {
    await t.database.sql`DELETE FROM limites`
    const { codigo } = await referral(percent)
    const { person, token, ids } = await scene(prices.length)
    for (const [at, id] of ids.entries()) await price(id, prices[at] ?? 0)
    const { db, jobs, config } = t.deps
    const asked: Charge[] = []
    const gateway = sandbox(db, config)
    const createPreference = (charge: Charge) => {
      asked.push(charge)
      return gateway.createPreference(charge)
    }
    const buyer = { usuario: person.id, id_cliente: 2, direccion: '127.0.0.1' }
    const shop = { db, jobs, config, gateway: { ...gateway, createPreference } }
    const { orden } = await checkout(shop, buyer, ids, { codigo_referido: codigo })
    const pay = (amountCentimos: number) =>
      applyPayment(db, jobs, gateway, {
        id: `pago-${orden}`,
        reference: orden,
        status: 'approved',
        detail: 'accredited',
        amountCentimos,
        currency: 'PEN',
        live: false,
      })
    const [row] = await t.database.sql`SELECT subtotal_centimos AS subtotal, descuento_centimos AS descuento,
      total_centimos AS total FROM ordenes WHERE numero = ${orden}`
    const stored = row as { subtotal: number; descuento: number; total: number }
    const lines = asked.map((charge) => charge.lineas.reduce((sum, line) => sum + line.precio_centimos, 0))
    return {
      stored,
      asked: lines,
      pay,
      enrolled: () => enrolledIn(token, person.id),
      state: async () => (await order(token, orden)).estado,
    }
  }

  it('of lines less discount = total = charged = approved, or no one is enrolled', async () => {
    const cart = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 4 })
    const [percents, offs] = [fc.integer({ min: 0, max: 90 }), fc.integer({ min: -2, max: 2 })]
    await fc.assert(
      fc.asyncProperty(cart, percents, offs, async (prices, percent, off) => {
        const bought = await purchase(prices, percent)
        const { subtotal, descuento, total } = bought.stored
        expect(subtotal).toBe(prices.reduce((sum, one) => sum + one, 0))
        expect(total).toBe(subtotal - descuento)
        // A céntimo less 90 % rounds to 0, a free order.
        if (total === 0) {
          expect([bought.asked, await bought.enrolled()]).toEqual([[], prices.length])
          return
        }
        expect(bought.asked).toEqual([total])
        await bought.pay(total + off)
        expect(await bought.enrolled()).toBe(off === 0 ? prices.length : 0)
        expect(await bought.state()).toBe(off === 0 ? 'pagada' : 'en_revision')
      }),
      { numRuns: 20, examples: [[[1], 50, 0]] },
    )
  })
})

describe('an unavailable gateway', () => {
  it('answers 503 and keeps the order for the next attempt', async () => {
    const { person, token, ids } = await scene()
    const { db, jobs, config } = t.deps
    const createPreference = () => Promise.reject(new GatewayUnavailable())
    const shop = { db, jobs, config, gateway: { ...sandbox(db, config), createPreference } }
    const buyer = { usuario: person.id, id_cliente: 2, direccion: '127.0.0.1' }
    await expect(checkout(shop, buyer, ids, {})).rejects.toMatchObject({
      code: 'PAGO_NO_DISPONIBLE',
      message: 'Hubo un problema al procesar el pago.',
    })
    expect(await orders(token)).toBe(1)
    const answer = await buy(token, ids)
    expect(answer.body.init_point).toContain('/pasarela-de-prueba/')
    expect(await orders(token)).toBe(1)
  })
})
