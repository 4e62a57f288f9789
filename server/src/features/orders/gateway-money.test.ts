import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { refunding } from '../../../test/refunds.ts'
import { shopping } from '../../../test/shop.ts'
import { refundInSandbox } from './sandbox.ts'

const t = useApp()
const { act, enrolledIn, settle } = shopping(t)
const { paid, give, hear, ask } = refunding(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

type Paid = Awaited<ReturnType<typeof paid>>
const inPanel = { via: 'registrada', medio: 'mercadopago' }

/** The gateway gives money back in its own panel and tells of it. */
async function panel(one: Paid, centimos: number) {
  await refundInSandbox(t.deps.db, one.orden, centimos)
  await hear(one)
}

describe('asked of the gateway', () => {
  it('beside one of the same amount in its own panel, those are two', async () => {
    const one = await paid()
    await refundInSandbox(t.deps.db, one.orden, 4000)
    await act(one.orden, 'devolucion_sin_respuesta')
    const { body } = await give(one, { monto: 40 })
    // The notice tells of both; which of them was ours is known with the answer.
    await settle()
    await ask(body.data.id)
    await settle()
    expect((await one.money()).slice(1)).toEqual(Array(2).fill(['devolucion', 'mercadopago', -40]))
    expect(await one.told()).toEqual(['40.00', '40.00'])
  })

  it('and looked like another of its panel, it is booked with its answer, and a refusal then changes nothing', async () => {
    const one = await paid()
    await act(one.orden, 'devolucion_sin_respuesta')
    const { body } = await give(one, { monto: 40 })
    // Our request never came there.
    await t.database
      .sql`DELETE FROM devoluciones_de_prueba WHERE id_pago IN (SELECT id FROM pagos_de_prueba WHERE referencia = ${one.orden})`
    await panel(one, 4000)
    expect(await one.sent()).toMatchObject([{ estado: 'hecha' }])
    await act(one.orden, 'devolucion_rechazada')
    await ask(body.data.id)
    expect(await one.sent()).toMatchObject([{ estado: 'hecha', error: null }])
    await ask(body.data.id)
    expect(await one.told()).toEqual(['40.00', '40.00'])
    expect((await one.money()).slice(1)).toEqual(Array(2).fill(['devolucion', 'mercadopago', -40]))
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
    const [written] = await t.database.sql`SELECT m.operacion, m.motivo FROM movimientos m
      JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${one.orden} AND m.tipo = 'devolucion'`
    expect(written).toEqual({ operacion: '00991', motivo: 'Se equivocó de curso.' })
    await one.told()
    expect(one.mail('89.00')).toContain('Devolvimos S/ 89.00 por Yape.')
    await give(one, { ...recorded, monto: 149, cierra: one.ids })
    expect([await one.state(), await enrolledIn(one.token, one.person.id)]).toEqual(['reembolsada', 0])
    const trail = await t.database.sql`SELECT detalle FROM auditoria WHERE accion = 'orden_cambiada'
      AND objeto = ${`orden:${one.orden}`} AND detalle->>'estado' = 'reembolsada'`
    expect(trail).toHaveLength(1)
  })

  it.each(['staff', 'gateway'])(
    'in the gateway’s panel is what the gateway says, told once: first %s',
    async (first) => {
      const one = await paid()
      const staff = async () => give(one, { via: 'registrada', medio: 'mercadopago', cierra: [one.first] })
      const gateway = async () => {
        await refundInSandbox(t.deps.db, one.orden, 14_900)
        await hear(one)
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

  it('of another amount, by another medium or for a second time, it is another refund', async () => {
    const one = await paid()
    await panel(one, 5000)
    await give(one, { ...inPanel, monto: 40 })
    await panel(one, 4000)
    await give(one, { ...inPanel, monto: 50 })
    await give(one, { ...inPanel, monto: 50 })
    await give(one, { via: 'registrada', medio: 'yape', monto: 10 })
    await panel(one, 1000)
    expect((await one.money()).slice(1).map(([, medio, soles]) => [medio, soles])).toEqual([
      ...[
        ['mercadopago', -50],
        ['mercadopago', -40],
        ['mercadopago', -50],
        ['yape', -10],
        ['mercadopago', -10],
      ],
    ])
    expect((await one.told()).toSorted()).toEqual(['10.00', '10.00', '40.00', '50.00', '50.00'])
  })

  it('gives way, the newest first, to what the gateway says beyond what is left, which is told', async () => {
    const one = await paid()
    await give(one, { ...inPanel, monto: 100 })
    await give(one, { ...inPanel, monto: 90 })
    await panel(one, 20_000)
    expect((await one.money()).slice(3).map(([tipo, , soles]) => [tipo, soles])).toEqual([
      ...[
        ['ajuste', 90],
        ['ajuste', 62],
        ['devolucion', -200],
      ],
    ])
    expect([await one.byCourse(), (await one.told()).toSorted()]).toEqual([
      [0, 0],
      ['100.00', '48.00', '90.00'],
    ])
    const taken = await paid()
    await give(taken, { ...inPanel, monto: 100 })
    await act(taken.orden, 'contracargo')
    await settle()
    expect([await taken.byCourse(), await taken.state()]).toEqual([[0, 0], 'contracargo'])
  })
})
