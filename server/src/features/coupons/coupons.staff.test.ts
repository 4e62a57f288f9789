import { randomUUID } from 'node:crypto'
import { readCsv } from '@campus/contract/csv'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aPerson, limaDay } from '../../../test/builders.ts'
import { aCouponBody, makeCoupon } from '../../../test/coupons.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { buy, scene, act, settle } = shopping(t)
let admin: string
let token: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  token = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 4810, roles: ['marca'] })).id)
})
beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const post = (body: object, by = admin) => t.call('POST', '/api/gestion/cupones', { token: by, body })
const put = (id: number, body: object) => t.call('PUT', `/api/gestion/cupones/${id}`, { token: admin, body })
const terms = (change: object = {}) => {
  const { codigo: _, envio: __, ...rest } = aCouponBody(change)
  return rest
}

describe('a new coupon', () => {
  it('is made once for one request, with its code as it was typed', async () => {
    const body = aCouponBody({ codigo: ` «mamá-${randomUUID().slice(0, 4)}» `, hasta: limaDay(3), usos: 50 })
    const [one, again] = [await post(body), await post(body)]
    expect([one.status, again.body.data.id]).toEqual([201, one.body.data.id])
    expect(one.body.data).toMatchObject({ limite: 50, usos: 0, apartados: 0, estado: 'vigente', estrenado: false })
    expect(one.body.data.codigo).toMatch(/^MAMA[0-9A-F]{4}$/)
  })

  it.each([
    [{ codigo: 'REF123' }, 'codigo', /código de referido/],
    [{ codigo: 'A' }, 'codigo', /^Usa de 3 a 20 letras y números/],
    [{ porcentaje: null }, 'porcentaje', /^Escribe un porcentaje entero/],
    [{ porcentaje: 101 }, 'porcentaje', /del 1 al 100/],
    [{ porcentaje: null, descuento: 0 }, 'descuento', /^Escribe cuánto descuenta/],
    [{ descuento: 5 }, 'descuento', /no los dos/],
    [{ desde: '2026-12-02', hasta: '2026-12-01' }, 'hasta', /^Termina antes de empezar\.$/],
    [{ usos: 0 }, 'usos', /^Escribe cuántas veces/],
    [{ nombre: ' ' }, 'nombre', /^Escribe un nombre\.$/],
  ])('with %o says under %s what is wrong', async (change, field, text) => {
    const { status, body } = await post(aCouponBody(change))
    expect([status, body.errors[field]?.[0]]).toEqual([422, expect.stringMatching(text)])
  })

  it('cannot have the code of another of the brand, also of one that is closed', async () => {
    const { id, codigo } = await makeCoupon(t, admin)
    await t.call('POST', `/api/gestion/cupones/${id}/cerrar`, { token: admin })
    expect((await post(aCouponBody({ codigo }))).body.errors).toEqual({ codigo: ['Otro cupón ya tiene este código.'] })
    expect((await post(aCouponBody({ codigo }), token)).status).toBe(201)
  })
})

describe('a change', () => {
  it('takes name, dates and limits, and the discount until an order has it', async () => {
    const { ids, token: buyer } = await scene()
    const { id, codigo } = await makeCoupon(t, admin, { cursos: ids })
    const first = await put(id, { ...terms({ porcentaje: 30, cursos: ids, usos: 5 }), version: 1 })
    expect(first.body.data).toMatchObject({ porcentaje: 30, limite: 5, version: 2 })
    await buy(buyer, ids, { cupon: codigo })
    const change = (some: object) =>
      put(id, { ...terms({ porcentaje: 30, cursos: ids, usos: 5, ...some }), version: 2 })
    for (const [some, field] of [
      [{ porcentaje: 40 }, 'porcentaje'],
      [{ porcentaje: null, descuento: 5 }, 'descuento'],
      [{ cursos: [] }, 'cursos'],
    ] as const)
      expect(Object.keys((await change(some)).body.errors)).toEqual([field])
    const next = await change({ nombre: 'Otro', hasta: limaDay(9), usos: null, usos_persona: null })
    expect(next.body.data).toMatchObject({ nombre: 'Otro', hasta: limaDay(9), limite: null, usos_persona: null })
  })

  it('does not go below what is used or held', async () => {
    const { id, codigo } = await makeCoupon(t, admin, { usos: 5 })
    for (const one of [await scene(), await scene()]) await buy(one.token, one.ids, { cupon: codigo })
    const { body } = await put(id, { ...terms({ usos: 1 }), version: 1 })
    expect(body.errors).toEqual({ usos: ['Ya se usó o está apartado 2 veces.'] })
    expect((await put(id, { ...terms({ usos: 2 }), version: 1 })).status).toBe(200)
  })

  it('of an older version changes nothing and says what stands', async () => {
    const { id } = await makeCoupon(t, admin)
    await put(id, { ...terms({ nombre: 'De Rosa' }), version: 1 })
    const { status, body } = await put(id, { ...terms({ nombre: 'Mío' }), version: 1 })
    expect([status, body.code, body.actual.datos.nombre, body.actual.version]).toEqual([
      ...[409, 'CAMBIO_MIENTRAS', 'De Rosa', 2],
    ])
  })
})

describe('codes of one use', () => {
  it('are made by request, up to 5,000, each for one purchase, and are listed with it', async () => {
    const { id, codigo } = await makeCoupon(t, admin, { codigo: null, porcentaje: 10 })
    const path = `/api/gestion/cupones/${id}/codigos`
    expect(codigo).toBeNull()
    const make = (body: object) => t.call('POST', path, { token: admin, body })
    const body = { cantidad: 3, envio: randomUUID() }
    expect([(await make(body)).body.data.limite, (await make(body)).body.data.limite]).toEqual([3, 3])
    expect((await make({ cantidad: 4998, envio: randomUUID() })).body.errors).toEqual({
      cantidad: ['Un cupón tiene hasta 5000 códigos: puedes crear 4997 más.'],
    })
    const listed = (await t.call('GET', path, { token: admin })).body.data
    const codes: string[] = listed.data.map((row: { codigo: string }) => row.codigo)
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{10}$/)
    const [one, two] = [await scene(), await scene()]
    const cupon = codes[0] ?? ''
    const { orden } = (await buy(one.token, one.ids, { cupon })).body
    expect((await buy(two.token, two.ids, { cupon })).body.cupon.motivo).toMatch(/^Otra compra tiene apartado/)
    await act(orden, 'aprobar')
    await settle()
    expect((await buy(two.token, two.ids, { cupon })).body.cupon.motivo).toBe('Este cupón ya se usó.')
    const used = (await t.call('GET', `${path}?estado=usado`, { token: admin })).body.data.data
    expect(used).toMatchObject([{ codigo: cupon, numero: orden, estado: 'usado' }])
    const file = await t.app.inject({ url: `${path}.csv`, headers: { authorization: `Bearer ${admin}` } })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const { rows } = readCsv(file.body)
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Código', 'Estado', 'Orden'],
      [cupon, 'Usado', orden],
      [codes[1], 'Libre', ''],
      [codes[2], 'Libre', ''],
    ])
  })

  it('are none of an ordinary coupon', async () => {
    const { id } = await makeCoupon(t, admin)
    const answer = await t.call('POST', `/api/gestion/cupones/${id}/codigos`, { token: admin, body: { cantidad: 1 } })
    expect(answer.body.errors).toEqual({ cantidad: ['Este cupón tiene un solo código.'] })
  })
})

it('the list finds by name and code, and by how the coupon stands', async () => {
  const course = await aCourse(t.deps.db, { id_cliente: 4810 })
  const make = (change: object) => makeCoupon(t, token, change)
  const made = {
    vigente: await make({ nombre: 'Día del niño', cursos: [course.id] }),
    por_empezar: await make({ nombre: 'Navidad', desde: limaDay(2) }),
    terminado: await make({ nombre: 'Verano', hasta: limaDay(-1) }),
    agotado: await make({ nombre: 'Amigos', usos: 1, porcentaje: 100 }),
    cerrado: await make({ nombre: 'Error' }),
  }
  await t.call('POST', `/api/gestion/cupones/${made.cerrado.id}/cerrar`, { token })
  const person = await aPerson(t.deps.db, { id_cliente: 4810 })
  await buy(await t.tokenOf(person.id), [course.id], { cupon: made.agotado.codigo })
  const list = async (query: string) =>
    (await t.call('GET', `/api/gestion/cupones?${query}`, { token })).body.data.data.map(
      (row: { id: number }) => row.id,
    )
  for (const [estado, { id }] of Object.entries(made))
    expect([estado, (await list(`estado=${estado}`)).includes(id)]).toEqual([estado, true])
  expect(await list('estado=cerrado')).toEqual([made.cerrado.id])
  expect(await list('q=nino')).toEqual([made.vigente.id])
  expect(await list(`q=${made.terminado.codigo.toLowerCase()}`)).toEqual([made.terminado.id])
  expect(await list('estado=pasado')).toEqual([])
})
