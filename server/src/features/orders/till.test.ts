import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

async function member(...roles: Role[]) {
  const { id } = await aPerson(t.deps.db, { roles })
  return { id, token: await t.tokenOf(id) }
}

const tillOf = async (token: string) => (await t.call('GET', '/api/gestion/caja', { token })).body.data
const close = (token: string, body: object) =>
  t.call('POST', '/api/gestion/caja/cierres', { token, body: { envio: randomUUID(), ...body } })

async function sold(token: string, change: object = {}): Promise<string> {
  const { person, ids } = await shop.scene()
  const body = aSale({ medio: 'efectivo', operacion: null, id_usuario: person.id, cursos: ids, ...change })
  return (await t.call('POST', '/api/gestion/ventas', { token, body })).body.data.numero
}

async function annul(token: string, numero: string) {
  const [charge] = await t.database.sql`SELECT m.id FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
    WHERE o.numero = ${numero} AND m.tipo = 'cobro'`
  const body = { id_movimiento: Number(charge?.id), motivo: 'Era de otra persona.' }
  expect((await t.call('PUT', `/api/gestion/ordenes/${numero}/anular`, { token, body })).status).toBe(200)
}

describe('the till', () => {
  it('has what the person registered, by medium, and nothing of others or of the gateway', async () => {
    const [rosa, pepe] = [await member('caja'), await member('caja')]
    const cash = await sold(rosa.token)
    await sold(rosa.token)
    await sold(rosa.token, { medio: 'yape', operacion: `${Date.now()}` })
    await sold(pepe.token)
    const { token, ids } = await shop.scene()
    await shop.act((await shop.buy(token, ids)).body.orden, 'aprobar')
    await shop.settle()
    const till = await tillOf(rosa.token)
    expect(till).toMatchObject({
      ...{ desde: null, efectivo: 298, total: 3 },
      medios: [
        { medio: 'efectivo', cobros: 2, monto: 298 },
        { medio: 'yape', cobros: 1, monto: 149 },
      ],
    })
    expect(till.movimientos).toHaveLength(3)
    expect(till.movimientos.at(-1)).toMatchObject({ numero: cash, tipo: 'cobro', medio: 'efectivo', monto: 149 })
  })

  it('is closed with what was counted, and the next begins there', async () => {
    const rosa = await member('caja')
    await sold(rosa.token)
    const refused = await close(rosa.token, { esperado: 149, contado: 140 })
    expect([refused.status, refused.body.errors]).toEqual([422, { nota: ['Escribe por qué no cuadra.'] }])
    const made = await close(rosa.token, { esperado: 149, contado: 140, nota: 'Di mal un vuelto.' })
    expect([made.status, made.body.data]).toMatchObject([
      200,
      { desde: null, esperado: 149, contado: 140, diferencia: -9, nota: 'Di mal un vuelto.' },
    ])
    expect(made.body.data.medios).toEqual([{ medio: 'efectivo', cobros: 1, monto: 149 }])
    expect(await tillOf(rosa.token)).toEqual({
      ...{ desde: made.body.data.hasta, medios: [], efectivo: 0, movimientos: [], total: 0 },
    })
    const nothing = await close(rosa.token, { esperado: 0, contado: 0 })
    expect([nothing.status, nothing.body.errors]).toEqual([
      422,
      { contado: ['No registraste nada desde tu último cierre.'] },
    ])
    await sold(rosa.token)
    const next = await close(rosa.token, { esperado: 149, contado: 149 })
    expect(next.body.data).toMatchObject({ desde: made.body.data.hasta, diferencia: 0, nota: null })
    const [line] = await t.database.sql`SELECT detalle FROM auditoria WHERE objeto = ${`caja:${made.body.data.id}`}`
    expect(line?.detalle).toEqual({
      ...{ hecho: 'caja cerrada', esperado: 14_900, contado: 14_000, motivo: 'Di mal un vuelto.' },
    })
  })

  it('a sale that is annulled after a closing is less in the next one, whoever annuls it', async () => {
    const [rosa, owner] = [await member('caja'), await member('marca')]
    const numero = await sold(rosa.token)
    await close(rosa.token, { esperado: 149, contado: 149 })
    await annul(owner.token, numero)
    expect(await tillOf(owner.token)).toMatchObject({ total: 0 })
    expect(await tillOf(rosa.token)).toMatchObject({
      ...{ efectivo: -149, medios: [{ medio: 'efectivo', cobros: -1, monto: -149 }] },
      movimientos: [{ numero, tipo: 'ajuste', monto: -149 }],
    })
    await sold(rosa.token)
    await sold(rosa.token)
    expect((await close(rosa.token, { esperado: 149, contado: 149 })).status).toBe(200)
  })

  it('what was given back in cash is out of the till of who gave it', async () => {
    const [rosa, owner] = [await member('caja'), await member('marca')]
    const numero = await sold(rosa.token)
    await shop.refund(owner.token, numero, { via: 'registrada', medio: 'efectivo', monto: 49 })
    expect((await tillOf(rosa.token)).efectivo).toBe(149)
    expect(await tillOf(owner.token)).toMatchObject({
      ...{ efectivo: -49, movimientos: [{ numero, tipo: 'devolucion', medio: 'efectivo', monto: -49 }] },
    })
  })

  it('a sale that came meanwhile is seen before it is closed', async () => {
    const rosa = await member('caja')
    await sold(rosa.token)
    await sold(rosa.token)
    const refused = await close(rosa.token, { esperado: 149, contado: 149 })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { esperado: ['Cambió mientras contabas: ahora se esperan S/ 298.00 en efectivo.'] },
    ])
    expect((await tillOf(rosa.token)).total).toBe(2)
  })

  it('is closed once: a form sent again finds it, and of two at once one is refused', async () => {
    const rosa = await member('caja')
    await sold(rosa.token)
    const once = { esperado: 149, contado: 149, envio: randomUUID() }
    const [first, again] = await Promise.all([close(rosa.token, once), close(rosa.token, once)])
    expect([first.status, again.status, again.body.data.id]).toEqual([200, 200, first.body.data.id])
    await sold(rosa.token)
    const both = await Promise.all([1, 2].map(() => close(rosa.token, { esperado: 149, contado: 149 })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('owners see the closings of all of their academy, the newest first', async () => {
    const [rosa, pepe, owner] = [await member('caja'), await member('caja'), await member('marca')]
    const made: number[] = []
    for (const { token } of [rosa, pepe]) {
      await sold(token)
      made.unshift((await close(token, { esperado: 149, contado: 149 })).body.data.id)
    }
    const list = await t.call('GET', '/api/gestion/caja/cierres', { token: owner.token })
    expect(list.body.data.data.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual(made)
    expect((await t.call('GET', '/api/gestion/caja/cierres', { token: rosa.token })).status).toBe(403)
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1, roles: ['marca'] })).id)
    expect((await t.call('GET', '/api/gestion/caja/cierres', { token: foreign })).body.data.data).toEqual([])
  })

  it.each([
    ['a second that follows the same one', 'id, hasta', /cierres_uno_despues/],
    ['one that begins before the last ended', `id, hasta - interval '1 hour'`, /cierres_anterior/],
    ['a second first one', 'NULL, NULL', /cierres_uno_primero/],
    ['one that begins without one before', 'NULL, hasta', /cierres_periodo/],
  ])('the table takes not %s', async (_, from, refusal) => {
    const rosa = await member('caja')
    await sold(rosa.token)
    await close(rosa.token, { esperado: 149, contado: 149 })
    if (from === 'id, hasta') {
      await sold(rosa.token)
      await close(rosa.token, { esperado: 149, contado: 149 })
    }
    await expect(
      t.database.sql.unsafe(`INSERT INTO cierres_de_caja
        (id_cliente, id_personal, id_anterior, desde, hasta, medios, esperado_centimos, contado_centimos, envio)
        SELECT id_cliente, id_personal, ${from}, hasta + interval '1 day', '[]', 0, 0, gen_random_uuid()
        FROM cierres_de_caja WHERE id_personal = ${rosa.id} ORDER BY id LIMIT 1`),
    ).rejects.toThrow(refusal)
  })
})
