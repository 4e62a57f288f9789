import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { askGateway } from './refund-asking.ts'
import { refundInSandbox, sandbox } from './sandbox.ts'

const t = useApp()
const { act, buy, enrolledIn, notices, order, refund, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

/** A paid order of 149 + 89 soles. */
async function paid() {
  const made = await scene(2, { lessons: 2 })
  await t.database.sql`UPDATE cursos SET costo_centimos = 8900 WHERE id = ${made.ids[1] ?? 0}`
  const { orden } = (await buy(made.token, made.ids)).body as { orden: string }
  await act(orden, 'aprobar')
  await settle()
  const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const [first = 0, second = 0] = made.ids
  const sent = async () =>
    (await t.call('GET', '/api/gestion/devoluciones', { token: admin })).body.data.data.filter(
      ({ numero }: { numero: string }) => numero === orden,
    )
  /** Kind and soles of each movement. */
  const money = async () =>
    (
      await t.database.sql`SELECT m.tipo, m.medio, m.centimos FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
        WHERE o.numero = ${orden} ORDER BY m.id`
    ).map(({ tipo, medio, centimos }) => [tipo, medio, centimos / 100])
  const byCourse = async () =>
    (
      await t.database
        .sql`SELECT l.id_curso, sum(l.centimos)::int AS n FROM movimiento_lineas l JOIN ordenes o ON o.id = l.id_orden
        WHERE o.numero = ${orden} GROUP BY 1 ORDER BY 1`
    ).map(({ n }) => n / 100)
  const told = async () => {
    await settle()
    const amounts = (texts: string[]) => texts.flatMap((text) => /evolvimos S\/ ([\d.]+)/.exec(text)?.[1] ?? [])
    const mails = t.outbox.filter(({ to }) => to === made.person.correo).map(({ text }) => text)
    expect(amounts(mails).sort()).toEqual(amounts((await notices(made.person.id)).map(({ mensaje }) => mensaje)).sort())
    return amounts(mails)
  }
  const state = async () => (await order(made.token, orden)).estado
  return { ...made, orden, admin, first, second, sent, money, byCourse, told, state }
}
type Paid = Awaited<ReturnType<typeof paid>>

const give = (one: Paid, body: Record<string, unknown> = {}) => refund(one.admin, one.orden, body)

describe('through the gateway', () => {
  it('gives a course back, closes it and tells the buyer, once however often the gateway says so', async () => {
    const one = await paid()
    const answer = await give(one, { lineas: [{ id_curso: one.first, monto: 149 }], cierra: [one.first] })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ numero: one.orden, monto: 149, estado: 'hecha', medio: 'mercadopago', error: null }),
    ])
    await settle()
    await t.call('GET', `/api/mercadopago/verificar-pago?orden=${one.orden}`, { token: one.token })
    expect(await one.money()).toEqual([
      ['cobro', 'mercadopago', 238],
      ['devolucion', 'mercadopago', -149],
    ])
    expect([await one.byCourse(), await one.told(), await one.state()]).toEqual([[0, 89], ['149.00'], 'pagada'])
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
  })

  it('of an amount splits it in proportion, the odd céntimo to the first, and closes nothing unasked', async () => {
    const one = await paid()
    await give(one, { monto: 40.01 })
    expect([await one.byCourse(), await one.told()]).toEqual([[123.95, 74.04], ['40.01']])
    expect(await enrolledIn(one.token, one.person.id)).toBe(2)
  })

  it('of everything, with the courses left open, is money that came back and access that stays', async () => {
    const one = await paid()
    await give(one, { monto: 238 })
    await settle()
    expect([await one.state(), await enrolledIn(one.token, one.person.id), await one.byCourse()]).toEqual([
      'pagada',
      2,
      [0, 0],
    ])
    const closed = await paid()
    await give(closed, { monto: 238, cierra: closed.ids })
    await settle()
    expect([await closed.state(), await enrolledIn(closed.token, closed.person.id)]).toEqual(['reembolsada', 0])
    expect(await closed.told()).toEqual(['238.00'])
  })

  it('is refused by the gateway: nothing changes, staff read why', async () => {
    const one = await paid()
    await act(one.orden, 'devolucion_rechazada')
    const { body } = await give(one, { monto: 238, cierra: one.ids })
    expect(body.data).toMatchObject({ estado: 'fallida', error: 'La pasarela de prueba no aceptó la devolución.' })
    expect([await one.state(), await one.told(), await enrolledIn(one.token, one.person.id)]).toEqual(['pagada', [], 2])
    expect((await give(one, { monto: 238 })).body.data.estado).toBe('hecha')
  })

  it.each(['devolucion_sin_respuesta', 'devolucion_tarde'])(
    'waits where the answer does not come (%s), and holds the money',
    async (failure) => {
      const one = await paid()
      await act(one.orden, failure)
      const { body } = await give(one, { monto: 200, cierra: one.ids })
      expect([body.data.estado, await one.state()]).toEqual(['enviada', 'pagada'])
      expect(await give(one, { monto: 40 })).toMatchObject({ status: 409, body: { code: 'MONTO_EXCEDIDO' } })
      await t.database
        .sql`UPDATE devoluciones_de_prueba SET creado_en = now() - interval '1 second' WHERE creado_en > now()`
      await t.call('GET', `/api/mercadopago/verificar-pago?orden=${one.orden}`, { token: one.token })
      const shop = { db: t.deps.db, jobs: t.deps.jobs, gateway: sandbox(t.deps.db, t.deps.config) }
      for (let n = 0; n < 3; n++) await askGateway(shop, body.data.id)
      await settle()
      expect([await one.sent(), await one.told()]).toMatchObject([[{ estado: 'hecha', monto: 200 }], ['200.00']])
      expect((await one.money()).slice(1)).toEqual([['devolucion', 'mercadopago', -200]])
      expect(await enrolledIn(one.token, one.person.id)).toBe(0)
    },
  )

  it('of the same amount again waits for the answer to the first', async () => {
    const one = await paid()
    await act(one.orden, 'devolucion_tarde')
    expect((await give(one, { monto: 40 })).body.data.estado).toBe('enviada')
    const text = 'Ya se pidió una devolución de ese monto: espera a que MercadoPago responda.'
    expect((await give(one, { monto: 40 })).body.errors).toEqual({ monto: [text] })
    expect((await give(one, { monto: 41 })).body.data.estado).toBe('hecha')
  })

  it('asked again after a lost answer gives it back once, also where the notice never came', async () => {
    const one = await paid()
    await act(one.orden, 'devolucion_sin_respuesta')
    await t.database.sql`DELETE FROM limites`
    const { body } = await give(one, { monto: 40 })
    const shop = { db: t.deps.db, jobs: t.deps.jobs, gateway: sandbox(t.deps.db, t.deps.config) }
    await Promise.all(Array.from({ length: 5 }, () => askGateway(shop, body.data.id)))
    await settle()
    expect((await one.money()).slice(1)).toEqual([['devolucion', 'mercadopago', -40]])
    expect(await one.told()).toEqual(['40.00'])
  })

  it('beside one of the same amount in its own panel, those are two', async () => {
    const one = await paid()
    await refundInSandbox(t.deps.db, one.orden, 4000)
    await act(one.orden, 'devolucion_sin_respuesta')
    const { body } = await give(one, { monto: 40 })
    // The notice tells of both; which of them was ours is known with the answer.
    await settle()
    const shop = { db: t.deps.db, jobs: t.deps.jobs, gateway: sandbox(t.deps.db, t.deps.config) }
    await askGateway(shop, body.data.id)
    await settle()
    expect((await one.money()).slice(1)).toEqual(Array(2).fill(['devolucion', 'mercadopago', -40]))
    expect(await one.told()).toEqual(['40.00', '40.00'])
  })
})

describe('recorded', () => {
  it('by another medium is a movement of that medium', async () => {
    const one = await paid()
    const recorded = { via: 'registrada', medio: 'yape', operacion: '00991', cierra: [one.second] }
    const { body } = await give(one, { ...recorded, lineas: [{ id_curso: one.second, monto: 89 }] })
    expect(body.data).toMatchObject({ estado: 'hecha', medio: 'yape', monto: 89 })
    expect((await one.money()).at(-1)).toEqual(['devolucion', 'yape', -89])
    expect([await one.byCourse(), await enrolledIn(one.token, one.person.id)]).toEqual([[149, 0], 1])
  })

  it.each(['staff', 'gateway'])(
    'in the gateway’s panel is what the gateway says, told once: first %s',
    async (first) => {
      const one = await paid()
      const staff = async () => give(one, { via: 'registrada', medio: 'mercadopago', cierra: [one.first] })
      const gateway = async () => {
        await refundInSandbox(t.deps.db, one.orden, 14_900)
        await t.call('GET', `/api/mercadopago/verificar-pago?orden=${one.orden}`, { token: one.token })
      }
      if (first === 'staff') await staff()
      await gateway()
      if (first === 'gateway') expect((await staff()).status).toBe(200)
      await gateway().catch(() => undefined)
      const money = (await one.money()).slice(1)
      // The second time the panel gave back what was left: another movement.
      expect(money).toEqual([
        ['devolucion', 'mercadopago', -149],
        ['devolucion', 'mercadopago', -89],
      ])
      expect(await one.told()).toEqual(['149.00', '89.00'])
    },
  )
})

describe('refused', () => {
  it('more than is left, of a course or in all; what is not paid; a wrong password; other academies', async () => {
    const one = await paid()
    const excess = await give(one, { lineas: [{ id_curso: one.second, monto: 89.01 }] })
    expect([excess.status, excess.body.code]).toEqual([409, 'MONTO_EXCEDIDO'])
    expect((await give(one, { monto: 238.01 })).body.message).toBe('De esta venta se pueden devolver hasta S/ 238.00.')
    expect((await give(one, { password: 'otra' })).body.errors).toEqual({ password: ['La contraseña no es correcta.'] })
    expect((await give(one, { cierra: [999_999] })).status).toBe(422)
    const other = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1, roles: ['marca'] })).id)
    expect((await refund(other, one.orden)).status).toBe(404)
    const cashier = await t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)
    expect((await refund(cashier, one.orden)).status).toBe(403)
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    expect((await refund(one.admin, orden)).body.code).toBe('ORDEN_NO_PAGADA')
    expect(await one.money()).toHaveLength(1)
  })

  it('is each but one of 50 that ask for all of it at once', { timeout: 60_000 }, async () => {
    const one = await paid()
    const admins = await Promise.all(Array.from({ length: 10 }, () => aPerson(t.deps.db, { roles: ['marca'] })))
    const tokens = await Promise.all(admins.map(({ id }) => t.tokenOf(id)))
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, n) => refund(tokens[n % 10] ?? '', one.orden, { monto: 238 })),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
    await settle()
    expect([await one.byCourse(), await one.told()]).toEqual([[0, 0], ['238.00']])
  })

  it('a double click is one', async () => {
    const one = await paid()
    const envio = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(one, { monto: 40, envio })))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    await settle()
    expect((await one.money()).slice(1)).toEqual([['devolucion', 'mercadopago', -40]])
  })
})
