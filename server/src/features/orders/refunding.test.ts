import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { refunding } from '../../../test/refunds.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { act, buy, enrolledIn, refund, scene, settle, warningsOf } = shopping(t)
const { paid, give, hear, ask } = refunding(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('through the gateway', () => {
  it('gives a course back, closes it and tells the buyer, once however often the gateway says so', async () => {
    const one = await paid()
    const answer = await give(one, { lineas: [{ id_curso: one.first, monto: 149 }], cierra: [one.first] })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ numero: one.orden, monto: 149, estado: 'hecha', medio: 'mercadopago', error: null }),
    ])
    await settle()
    await hear(one)
    expect(await one.money()).toEqual([
      ['cobro', 'mercadopago', 238],
      ['devolucion', 'mercadopago', -149],
    ])
    expect([await one.byCourse(), await one.told(), await one.state()]).toEqual([[0, 89], ['149.00'], 'pagada'])
    expect(one.mail('149.00')).toMatch(/terminó\..*Curso 1: S\/ 149\.00\s+Total devuelto: S\/ 149\.00/s)
    expect(one.mail('149.00')).not.toContain('Curso 2')
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
  })

  it('of an amount splits it in proportion, the odd céntimo to the first, and closes nothing unasked', async () => {
    const one = await paid()
    await give(one, { monto: 40.01 })
    expect([await one.byCourse(), await one.told()]).toEqual([[123.95, 74.04], ['40.01']])
    expect(one.mail('40.01')).toMatch(
      /Tu acceso sigue igual\..*Curso 1: S\/ 25\.05\s+Curso 2: S\/ 14\.96\s+Total devuelto: S\/ 40\.01/s,
    )
    expect(await enrolledIn(one.token, one.person.id)).toBe(2)
  })

  it('of a course closes what is asked, once: what staff opened by hand meanwhile stays open', async () => {
    const one = await paid()
    const part = (id_curso: number, cierra: number[]) => give(one, { lineas: [{ id_curso, monto: 40 }], cierra })
    const places = () => enrolledIn(one.token, one.person.id)
    await part(one.second, [])
    expect(await places()).toBe(2)
    await part(one.first, [one.first])
    expect(await places()).toBe(1)
    const body = { cursos: [one.first], personas: [{ correo: one.person.correo }] }
    await t.call('POST', '/api/gestion/matriculas', { token: one.admin, body })
    await give(one, { lineas: [{ id_curso: one.first, monto: 41 }], cierra: [one.first] })
    expect(await places()).toBe(2)
  })

  it('of an order that was charged twice is of the last charge; what the bank took is no payment', async () => {
    const one = await paid()
    await act(one.orden, 'aprobar')
    await settle()
    await give(one, { monto: 40 })
    await act(one.orden, 'contracargo')
    await settle()
    expect((await one.money()).slice(1)).toEqual([
      ['cobro', 'mercadopago', 238],
      ['devolucion', 'mercadopago', -40],
      ['contracargo', 'mercadopago', -198],
    ])
    expect((await give(one, { monto: 238 })).body.data.estado).toBe('hecha')
    expect([await one.state(), await enrolledIn(one.token, one.person.id)]).toEqual(['contracargo', 0])
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
    expect(warningsOf(one.boss.correo, one.orden)).toMatchObject([
      { text: expect.stringContaining('No se devolvieron S/ 238.00. La pasarela de prueba no aceptó la devolución.') },
    ])
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
      await hear(one)
      // The job asks again, and whatever else does changes nothing.
      await t.database.sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'devolver-pago' AND state = 'created'`
      await settle()
      const [{ id_pasarela } = {}] = await t.database
        .sql`SELECT id_pasarela FROM devoluciones WHERE id = ${body.data.id}`
      expect(id_pasarela).not.toBeNull()
      for (let n = 0; n < 2; n++) await ask(body.data.id)
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
    await Promise.all(Array.from({ length: 5 }, () => ask(body.data.id)))
    await settle()
    expect((await one.money()).slice(1)).toEqual([['devolucion', 'mercadopago', -40]])
    expect(await one.told()).toEqual(['40.00'])
  })
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
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    expect((await refund(one.admin, orden)).body.code).toBe('ORDEN_NO_PAGADA')
    const gift = { medio: 'cortesia', operacion: null, motivo: 'Ganó el concurso.', total: 0 }
    const body = aSale({ ...gift, id_usuario: person.id, cursos: ids })
    const { numero } = (await t.call('POST', '/api/gestion/ventas', { token: one.admin, body })).body.data
    const cash = { via: 'registrada', medio: 'efectivo' }
    expect((await refund(one.admin, numero, cash)).body.code).toBe('ORDEN_NO_PAGADA')
    await t.database.sql`UPDATE ordenes SET pasarela = 'mercadopago' WHERE numero = ${one.orden}`
    expect((await give(one, { monto: 40 })).body.errors).toHaveProperty('via')
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
