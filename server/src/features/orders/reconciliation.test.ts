import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import type { Gateway } from './gateway.ts'
import { reconcileUnpaid } from './reconciliation.ts'
import { sandbox } from './sandbox.ts'

const t = useApp()
const { buy, scene, act, order, enrolledIn, settle } = shopping(t)
const stateOf = async (token: string, numero: string) => (await order(token, numero)).estado
const later = async (numero: string, minutes: number) => {
  await t.database
    .sql`UPDATE ordenes SET creada_en = creada_en - make_interval(mins => ${minutes}) WHERE numero = ${numero}`
}
const run = async (job: string) => {
  await t.deps.jobs.send(t.deps.db, job, {})
  await settle()
}

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('an unpaid order', () => {
  it('is cancelled at expiry; a late payment reopens it', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await later(orden, 7 * 24 * 60 + 1)
    await run('conciliar-pagos')
    expect(await stateOf(token, orden)).toBe('pendiente')
    await later(orden, 24 * 60)
    await run('conciliar-pagos')
    expect(await stateOf(token, orden)).toBe('cancelada')
    await act(orden, 'aprobar_sin_avisar')
    await run('conciliar-pagadas')
    expect(await stateOf(token, orden)).toBe('pagada')
    expect(await enrolledIn(token, person.id)).toBe(1)
    const trail = await t.database.sql`SELECT id_cliente, id_usuario, sobre, detalle FROM auditoria
      WHERE accion = 'orden_cambiada' AND objeto = ${`orden:${orden}`} ORDER BY id`
    const ofOrder = { id_cliente: 2, id_usuario: null, sobre: person.id }
    expect([...trail]).toEqual([
      { ...ofOrder, detalle: { antes: 'pendiente', estado: 'cancelada' } },
      { ...ofOrder, detalle: { antes: 'cancelada', estado: 'pagada' } },
    ])
  })

  it('is not given up unasked: of several, one that the gateway refuses keeps none of the others', async () => {
    const orders: { token: string; orden: string }[] = []
    for (let n = 0; n < 3; n++) {
      const { token, ids } = await scene()
      const { orden } = (await buy(token, ids)).body
      await later(orden, 9 * 24 * 60)
      orders.push({ token, orden })
    }
    const { db, config, jobs } = t.deps
    const gateway = sandbox(db, config)
    const stumbling: Gateway = {
      ...gateway,
      findPayments: (reference) =>
        reference === orders[0]?.orden ? Promise.reject(new Error('503')) : gateway.findPayments(reference),
    }
    await expect(reconcileUnpaid(db, jobs, stumbling)).rejects.toThrow('503')
    const states = () => Promise.all(orders.map(({ token, orden }) => stateOf(token, orden)))
    expect(await states()).toEqual(['pendiente', 'cancelada', 'cancelada'])
    await reconcileUnpaid(db, jobs, gateway)
    expect(await states()).toEqual(['cancelada', 'cancelada', 'cancelada'])
  })

  it('is asked about although the gateway refuses many older ones every time', async () => {
    const orders: string[] = []
    for (let n = 0; n < 12; n++) {
      const { token, ids } = await scene()
      orders.push((await buy(token, ids)).body.orden)
      await later(orders.at(-1) ?? '', 60)
    }
    const { db, config, jobs } = t.deps
    const asked: string[] = []
    const refusing: Gateway = {
      ...sandbox(db, config),
      findPayments(reference) {
        asked.push(reference)
        return Promise.reject(new Error('400'))
      },
    }
    for (let run = 0; run < 5; run++) await expect(reconcileUnpaid(db, jobs, refusing)).rejects.toThrow('400')
    expect(asked).toEqual(expect.arrayContaining(orders))
  })

  it('has 30 days while a payment is pending', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'dejar_pendiente')
    await settle()
    await later(orden, 29 * 24 * 60)
    await run('conciliar-pagos')
    expect(await stateOf(token, orden)).toBe('en_espera')
    await later(orden, 2 * 24 * 60)
    await run('conciliar-pagos')
    expect(await stateOf(token, orden)).toBe('cancelada')
  })
})
