import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { type Paid, refunding } from '../../../test/refunds.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'
import { refundInSandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { act, buy, enrolledIn, notices, order, refund, scene, settle, warningsOf } = shopping(t)
const { paid, give, ask, shop } = refunding(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const SILENT = ['devolver-pago', 'pasarela-de-prueba-aviso']

describe('told of in any order', () => {
  const events = ['total', 'answer', 'list']
  const orders = events.flatMap((a) => events.flatMap((b) => events.map((c) => [a, b, c])))
  const cases = orders
    .filter((order) => new Set(order).size === 3)
    .flatMap((order) => [0, 198].map((panel) => [order.join(', '), panel] as const))

  it.each(cases)('%s: is one movement, beside S/ %i in its panel', { timeout: 30_000 }, async (order, panel) => {
    const [one, admin] = [await paid(), await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })]
    await act(one.orden, 'devolucion_sin_respuesta')
    const { id, estado } = (await give(one, { monto: 40, cierra: [one.first] })).body.data
    expect(estado).toBe('enviada')
    await t.database.sql`DELETE FROM pgboss.job WHERE name = ANY (${SILENT})`
    if (panel > 0) await refundInSandbox(t.deps.db, one.orden, panel * 100)
    const { gateway } = shop()
    const tell = async (change: object) => {
      for (const payment of await gateway.findPayments(one.orden))
        await applyPayment(t.deps.db, t.deps.jobs, gateway, { ...payment, ...change })
    }
    const does: Record<string, () => Promise<void>> = {
      total: () => tell({ refunds: [] }),
      answer: () => ask(id),
      list: () => tell({}),
    }
    for (const event of [...order.split(', '), 'total']) await does[event]?.()
    await settle()
    const back = [40, panel].filter((soles) => soles > 0)
    const money = (await one.money()).slice(1).map(([, , soles]) => -Number(soles))
    expect(money.toSorted()).toEqual(back.toSorted())
    expect((await one.told()).toSorted()).toEqual(back.map((soles) => soles.toFixed(2)).toSorted())
    expect(await one.state()).toBe(panel === 198 ? 'reembolsada' : 'pagada')
    expect(warningsOf(admin.correo, one.orden)).toHaveLength(panel > 0 ? 1 : 0)
  })
})

describe('that the gateway has not ended', () => {
  /** A refund without its notice and its job, so many minutes ago; the sandbox has come to what it does later. */
  async function left(one: Paid, failure: string, minutes = 6) {
    await act(one.orden, failure)
    const { id, estado } = (await give(one, { monto: 200 })).body.data
    expect(estado).toBe('enviada')
    const { sql } = t.database
    await sql`DELETE FROM pgboss.job WHERE name = ANY (${SILENT})`
    await sql`UPDATE devoluciones SET creado_en = now() - make_interval(mins => ${minutes}) WHERE id = ${id}`
    await sql`UPDATE devoluciones_de_prueba SET creado_en = now() - interval '1 second' WHERE creado_en > now()`
  }
  const hourly = async () => {
    await t.deps.jobs.send(t.deps.db, 'conciliar-devoluciones', {})
    await settle()
  }
  const owner = () => aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
  const warned = ({ correo }: { correo: string }, one: Paid) =>
    warningsOf(correo, one.orden).map(({ subject }) => subject)

  it.each(['late', 'without an answer', 'lost on its way'])('is done once, though no one tells: %s', async (way) => {
    const one = await paid()
    await left(one, way === 'late' ? 'devolucion_tarde' : 'devolucion_sin_respuesta')
    if (way === 'lost on its way')
      await t.database
        .sql`DELETE FROM devoluciones_de_prueba d USING pagos_de_prueba p WHERE p.id = d.id_pago AND p.referencia = ${one.orden}`
    await hourly()
    await hourly()
    expect([await one.sent(), await one.told()]).toMatchObject([[{ estado: 'hecha', monto: 200 }], ['200.00']])
    expect((await one.money()).slice(1)).toEqual([['devolucion', 'mercadopago', -200]])
  })

  it.each(['hourly', 'staff'])(
    'and is refused later frees the money and warns staff, once (asked by %s)',
    async (who) => {
      const [one, admin] = [await paid(), await owner()]
      await left(one, 'devolucion_rechazada_tarde')
      expect((await give(one, { monto: 40 })).body.code).toBe('MONTO_EXCEDIDO')
      const staff = async () => {
        const path = `/api/gestion/ordenes/${one.orden}/verificar`
        const { body } = await t.call('POST', path, { token: one.admin })
        expect(body.data.devoluciones).toMatchObject([{ estado: 'fallida' }])
        await settle()
      }
      await (who === 'staff' ? staff : hourly)()
      await hourly()
      const error = 'La pasarela de prueba rechazó la devolución después de empezarla.'
      expect([await one.sent(), await one.told()]).toMatchObject([[{ estado: 'fallida', error }], []])
      expect(warned(admin, one)).toEqual(['Una devolución que no se hizo necesita tu atención'])
      expect((await give(one, { monto: 238 })).body.data.estado).toBe('hecha')
    },
  )

  it('in two days warns staff, once, and is asked for every hour', async () => {
    const [one, admin] = [await paid(), await owner()]
    await left(one, 'devolucion_tarde', 60)
    await t.database
      .sql`UPDATE devoluciones_de_prueba SET creado_en = now() + interval '9 days' WHERE creado_en > now() - interval '1 minute'`
    await hourly()
    expect(warned(admin, one)).toEqual([])
    await t.database.sql`UPDATE devoluciones SET creado_en = now() - interval '49 hours' WHERE estado = 'enviada'`
    for (let n = 0; n < 2; n++) await hourly()
    expect(warned(admin, one)).toEqual(['Una devolución sin respuesta necesita tu atención'])
    await t.database.sql`UPDATE devoluciones_de_prueba SET creado_en = now() WHERE creado_en > now()`
    await hourly()
    expect(await one.sent()).toMatchObject([{ estado: 'enviada' }])
    await t.database.sql`UPDATE ordenes SET preguntada_en = now() - interval '61 minutes' WHERE numero = ${one.orden}`
    await hourly()
    expect(await one.sent()).toMatchObject([{ estado: 'hecha' }])
  })
})

describe('where another order has the course', () => {
  /** Two orders of one course, made before either was paid; `again` is paid last. */
  async function twice() {
    const { token, ids, person } = await scene(2)
    const [orden, again] = [(await buy(token, ids)).body.orden, (await buy(token, ids.slice(0, 1))).body.orden]
    await act(orden, 'aprobar')
    await settle()
    const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
    const payAgain = async () => {
      await act(again, 'aprobar')
      await settle()
      const told = (await notices(person.id)).filter(({ mensaje }) =>
        mensaje.startsWith('Pagaste cursos que ya tenías'),
      )
      return [told.length, (await order(token, again)).por_devolver]
    }
    return { token, ids, person, admin, orden, again, payAgain }
  }

  it('and gave its money back, nothing was paid twice; what staff left open stays so', async () => {
    const { token, ids, person, admin, orden, again, payAgain } = await twice()
    expect((await refund(admin, orden, { monto: 298 })).body.data.estado).toBe('hecha')
    expect(await payAgain()).toEqual([0, 0])
    await refund(admin, again, { cierra: ids.slice(0, 1) })
    expect([(await order(token, again)).estado, await enrolledIn(token, person.id)]).toEqual(['reembolsada', 2])
  })

  it.each(['first', 'second'])('and both were paid, the buyer waits until either gives back: the %s', async (which) => {
    const { token, admin, orden, again, payAgain } = await twice()
    expect(await payAgain()).toEqual([1, 149])
    await refund(admin, which === 'first' ? orden : again, { monto: which === 'first' ? 298 : 149 })
    expect((await order(token, again)).por_devolver).toBe(0)
  })

  it('for nothing, it was paid although it was had', async () => {
    const { token, ids, person, admin, orden, payAgain } = await twice()
    await refund(admin, orden, { monto: 298, cierra: ids })
    const gift = { medio: 'cortesia', operacion: null, motivo: 'Beca.', total: 0 }
    const body = aSale({ ...gift, id_usuario: person.id, cursos: ids })
    const sold = await t.call('POST', '/api/gestion/ventas', { token: admin, body })
    expect([sold.status, await enrolledIn(token, person.id)]).toEqual([200, 2])
    expect(await payAgain()).toEqual([1, 149])
  })
})
