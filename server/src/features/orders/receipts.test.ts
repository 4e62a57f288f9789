import { shortNumber } from '@campus/contract/order-rules'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const FACTURA = {
  ...{ tipo: 'factura', tipo_documento: 'RUC', documento: '20131312955' },
  ...{ razon_social: 'Minera Sur S.A.C.', direccion: 'Av. Los Ingenieros 120, Arequipa' },
}
const BOLETA = { tipo: 'boleta', tipo_documento: null, documento: null, razon_social: null, direccion: null }
const DNI = { ...BOLETA, tipo_documento: 'DNI', documento: '40506071' }

const staff = async (...roles: Role[]) => t.tokenOf((await aPerson(t.deps.db, { roles })).id)
const buy = (token: string, id: number, comprobante?: object | null) =>
  t.call('POST', '/api/mercadopago/preference', { token, body: { items: [{ id }], comprobante } })
const pageOf = async (token: string, numero: string) =>
  (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token })).body.data
const change = (token: string, numero: string, body: object) =>
  t.call('PUT', `/api/gestion/ordenes/${numero}/comprobante`, { token, body })
const write = (token: string, numero: string, written: string) =>
  t.call('PUT', `/api/gestion/ordenes/${numero}/comprobante/numero`, { token, body: { numero: written } })

async function sold(seller: string, comprobante?: object): Promise<string> {
  const { person, ids } = await shop.scene()
  const body = aSale({ id_usuario: person.id, cursos: ids, comprobante })
  return (await t.call('POST', '/api/gestion/ventas', { token: seller, body })).body.data.numero
}

describe('at paying', () => {
  it('a factura is written with the order, shown to its buyer and offered the next time', async () => {
    const { token, ids } = await shop.scene(2)
    const typed = { ...FACTURA, documento: ' 20-131312955 ', razon_social: '  Minera   Sur S.A.C. ' }
    const { orden } = (await buy(token, ids[0] ?? 0, typed)).body
    expect((await shop.order(token, orden)).comprobante).toEqual({ ...FACTURA, numero: null })
    const last = async () => (await t.call('GET', '/api/comprobantes/ultimo', { token })).body.data
    const { numero: _, ...factura } = { ...FACTURA, numero: null }
    expect(await last()).toEqual({ tipo: 'factura', factura })
    await buy(token, ids[1] ?? 0, { tipo: 'boleta' })
    expect(await last()).toEqual({ tipo: 'boleta', factura })
  })

  it('a boleta is the default and asks for nothing', async () => {
    const { token, ids } = await shop.scene()
    const { orden } = (await buy(token, ids[0] ?? 0)).body
    expect((await shop.order(token, orden)).comprobante).toBeNull()
    expect((await pageOf(await staff('marca'), orden)).comprobante).toEqual({
      datos: BOLETA,
      numero: null,
      editable: true,
    })
    expect((await t.call('GET', '/api/comprobantes/ultimo', { token })).body.data).toEqual({
      tipo: 'boleta',
      factura: null,
    })
  })

  it('the next purchase of the same courses overwrites it until it is paid', async () => {
    const { token, ids } = await shop.scene()
    const { orden } = (await buy(token, ids[0] ?? 0, FACTURA)).body
    expect((await buy(token, ids[0] ?? 0)).body.orden).toBe(orden)
    expect((await shop.order(token, orden)).comprobante.tipo).toBe('factura')
    expect((await buy(token, ids[0] ?? 0, DNI)).body.orden).toBe(orden)
    expect((await shop.order(token, orden)).comprobante).toEqual({ ...DNI, numero: null })
    await shop.act(orden, 'aprobar')
    await shop.settle()
    expect((await buy(token, ids[0] ?? 0, FACTURA)).status).toBe(422)
    expect((await shop.order(token, orden)).comprobante).toEqual({ ...DNI, numero: null })
  })

  it.each([
    [
      { tipo: 'factura' },
      { documento: 'Escribe el RUC.', razon_social: 'Escribe la razón social.', direccion: 'Escribe la dirección.' },
    ],
    [{ ...FACTURA, documento: '20131312956' }, { documento: 'Revisa el RUC: uno de sus dígitos no corresponde.' }],
    [{ tipo: 'boleta', tipo_documento: 'DNI', documento: '123' }, { documento: 'El DNI debe tener 8 dígitos.' }],
    [{ tipo: 'recibo' }, { tipo: 'Elige boleta o factura.' }],
  ])('%o says at its fields what is wrong', async (comprobante, errors) => {
    const { token, ids } = await shop.scene()
    const answer = await buy(token, ids[0] ?? 0, comprobante)
    const told = Object.entries(errors).map(([field, text]) => [`comprobante.${field}`, [text]])
    expect([answer.status, answer.body.errors]).toEqual([422, Object.fromEntries(told)])
  })

  it('what costs nothing has none', async () => {
    const { person, token, ids } = await shop.scene()
    await t.database.sql`UPDATE cursos SET costo_centimos = 0, promocion_centimos = NULL WHERE id = ${ids[0] ?? 0}`
    const { orden } = (await buy(token, ids[0] ?? 0, FACTURA)).body
    expect((await shop.order(token, orden)).comprobante).toBeNull()
    expect((await pageOf(await staff('marca'), orden)).comprobante).toBeNull()
    expect((await change(await staff('marca'), orden, FACTURA)).status).toBe(404)
    expect(person.id).toBeGreaterThan(0)
  })
})

describe('staff', () => {
  it('who registered a sale sees and writes its receipt, other cashiers do not, support the number alone', async () => {
    const [seller, other, support, owner] = await Promise.all([
      staff('caja'),
      staff('caja'),
      staff('soporte'),
      staff('marca'),
    ])
    const numero = await sold(seller, FACTURA)
    expect((await write(seller, numero, ' f001 – 25 ')).body.data.comprobante).toEqual({
      ...{ datos: FACTURA, numero: 'F001-25', editable: true },
    })
    const seen = async (token: string) => (await pageOf(token, numero)).comprobante
    expect(await seen(owner)).toEqual({ datos: FACTURA, numero: 'F001-25', editable: true })
    for (const token of [other, support])
      expect(await seen(token)).toEqual({ datos: null, numero: 'F001-25', editable: false })
    for (const [token, status] of [
      [other, 403],
      [support, 403],
      [await staff('docente'), 403],
    ] as const) {
      expect((await change(token, numero, BOLETA)).status).toBe(status)
      expect((await write(token, numero, 'X-1')).status).toBe(status)
    }
  })

  it('data change until a number is typed, which can be taken away', async () => {
    const owner = await staff('marca')
    const numero = await sold(owner)
    expect((await change(owner, numero, FACTURA)).body.data.comprobante.datos).toEqual(FACTURA)
    await write(owner, numero, 'F002-1')
    const refused = await change(owner, numero, DNI)
    expect([refused.status, refused.body.code]).toEqual([409, 'COMPROBANTE_CON_NUMERO'])
    await write(owner, numero, '')
    const page = (await change(owner, numero, DNI)).body.data
    expect(page.comprobante).toEqual({ datos: DNI, numero: null, editable: true })
    const texts = page.historia.map(({ texto }: { texto: string }) => texto.replace(/[\u2066-\u2069]/g, ''))
    expect(texts.filter((text: string) => text.includes('comprobante'))).toEqual([
      'Ana María Quispe Núñez cambió los datos del comprobante',
      'Ana María Quispe Núñez escribió el número del comprobante: F002-1',
      'Ana María Quispe Núñez quitó el número del comprobante',
      'Ana María Quispe Núñez cambió los datos del comprobante',
    ])
    const lines = await t.database
      .sql`SELECT detalle FROM auditoria WHERE objeto = ${`orden:${numero}`} AND detalle ->> 'hecho' LIKE '%comprobante'`
    expect(JSON.stringify(lines)).not.toMatch(/20131312955|40506071|Minera|Ingenieros/)
  })

  it('a number is once in its kind, also of two who write it at once, and finds its sale', async () => {
    const owner = await staff('marca')
    const [one, two, three] = [await sold(owner), await sold(owner), await sold(owner, FACTURA)]
    const both = await Promise.all([write(owner, one, 'B001-7'), write(owner, two, 'B001-7')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    const winner = both[0]?.status === 200 ? one : two
    expect(lost?.body.message).toContain(`La boleta B001-7 ya está en la venta ${shortNumber(winner)}`)
    expect((await write(owner, three, 'B001-7')).status).toBe(200)
    const found = await t.call('GET', '/api/gestion/ordenes?q=b001-7', { token: owner })
    expect(found.body.data.data.map(({ numero }: { numero: string }) => numero).toSorted()).toEqual(
      [winner, three].toSorted(),
    )
  })

  it('an unpaid order has no number, and one of another academy does not exist', async () => {
    const { token, ids } = await shop.scene()
    const { orden } = (await buy(token, ids[0] ?? 0, FACTURA)).body
    const refused = await write(await staff('marca'), orden, 'F009-1')
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDEN_NO_PAGADA'])
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1, roles: ['marca'] })).id)
    expect((await write(foreign, orden, 'F009-1')).status).toBe(404)
    expect((await change(foreign, orden, BOLETA)).status).toBe(404)
  })

  it.each(['F001_2', 'F001--2', '-2', 'F'.repeat(21)])('%s is no number', async (typed) => {
    const owner = await staff('marca')
    const answer = await write(owner, await sold(owner), typed)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['numero']])
  })
})

it.each([
  ['factura', 'RUC', '20131312956', 'Una SAC', 'Lima'],
  ['factura', 'RUC', '30131312955', 'Una SAC', 'Lima'],
  ['factura', 'DNI', '40506071', 'Una SAC', 'Lima'],
  ['factura', 'RUC', '20131312955', null, 'Lima'],
  ['factura', 'RUC', '20131312955', 'Una SAC', ''],
  ['boleta', 'RUC', '20131312955', null, null],
  ['boleta', 'DNI', '4050607', null, null],
  ['boleta', null, '40506071', null, null],
  ['boleta', null, null, 'Una SAC', null],
  ['recibo', null, null, null, null],
])('the table takes no %s of %s %s, %s, %s', async (tipo, kind, documento, razon_social, direccion) => {
  const numero = await sold(await staff('marca'))
  await expect(
    t.database
      .sql`INSERT INTO comprobantes (id_orden, id_cliente, tipo, tipo_documento, documento, razon_social, direccion)
      SELECT id, id_cliente, ${tipo}, ${kind}, ${documento}, ${razon_social}, ${direccion} FROM ordenes WHERE numero = ${numero}`,
  ).rejects.toThrow(/comprobantes_datos/)
})
