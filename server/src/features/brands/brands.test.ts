import { describe, expect, it } from 'vitest'
import { aBrand, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { addressOfBrand, brandOfVisit, canonicalOf } from './brands.ts'

const t = useApp()

async function post(id: number, token: string | undefined, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return t.call('POST', `/api/clientes/${id}`, { token, body: Buffer.from(await encoded.arrayBuffer()), headers })
}

describe('GET /api/clientes', () => {
  it('lists the active brands publicly, and one by id, without their host names', async () => {
    await aBrand(t.deps.db, 1)
    await aBrand(t.deps.db, 2)
    for (const url of ['/api/clientes', '/api/clientes/activos']) {
      const answer = await t.call('GET', url)
      expect(answer.body.data.map((brand: { id: number }) => brand.id)).toEqual([1, 2])
      expect(answer.body.data[0]).not.toHaveProperty('dominios')
    }
    expect((await t.call('GET', '/api/clientes/2')).body.data).toMatchObject({ id: 2, nombre: 'Marca 2' })
    expect((await t.call('GET', '/api/clientes/9')).status).toBe(404)
  })

  it('returns the banner settings without an envelope', async () => {
    await aBrand(t.deps.db, 2)
    const answer = await t.call('GET', '/api/botones/cliente/2')
    expect(answer.body).toMatchObject({ banner_uno: null, boton_3: null, link_boton_3: null })
    expect((await t.call('GET', '/api/botones/cliente/9')).status).toBe(404)
  })
})

describe('POST /api/clientes/{id}', () => {
  it('is allowed to the brand’s administrators only', async () => {
    const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    const student = await t.tokenOf((await aPerson(t.deps.db)).id)
    await aBrand(t.deps.db, 3)
    expect((await post(2, undefined, { lema: 'x' })).status).toBe(401)
    expect((await post(2, student, { lema: 'x' })).status).toBe(403)
    expect((await post(3, admin, { lema: 'x' })).status).toBe(404)
    const saved = await post(2, admin, {
      lema: 'Aprende hoy',
      color_primario: '#ffee00',
      id: '3',
      estado: '0',
      dominios: 'malo.pe',
    })
    expect([saved.status, saved.body.data]).toMatchObject([
      200,
      { id: 2, lema: 'Aprende hoy', color_primario: '#ffee00' },
    ])
    const wrong = await post(2, admin, { color_acento: 'rojo', ruc: '123', nombre: '' })
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      {
        color_acento: ['El color debe tener la forma #RRGGBB.'],
        ruc: ['El RUC debe tener 11 dígitos.'],
        nombre: ['El nombre es obligatorio.'],
      },
    ])
  })
})

describe('addressOfBrand', () => {
  it.each([
    [2, [], 'https://campus.pe', 'https://campus.pe/cursos'],
    [1, [], 'https://campus.pe', 'https://campus.pe/cursos?marca=m1'],
    [1, ['uno.pe', 'www.uno.pe'], 'https://campus.pe', 'https://uno.pe/cursos'],
    [3, ['tres.pe', 'campus.pe'], 'https://campus.pe:8443', 'https://campus.pe:8443/cursos'],
    [3, ['tres.pe'], 'http://localhost:3000', 'http://tres.pe/cursos'],
  ])('brand %i with hosts %j under %s', (id, dominios, publicUrl, canonical) => {
    const brand = { slug: `m${id}`, dominios, por_defecto: id === 2 }
    expect(canonicalOf({ ...brand, ...addressOfBrand(brand, publicUrl) }, '/cursos')).toBe(canonical)
  })

  it('is part of the public brand', async () => {
    await aBrand(t.deps.db, 1)
    await aBrand(t.deps.db, 2)
    const { body } = await t.call('GET', '/api/clientes/activos')
    expect(body.data.slice(0, 2)).toMatchObject([
      { id: 1, url_base: 'http://campus.test', canonica_con_marca: true },
      { id: 2, url_base: 'http://campus.test', canonica_con_marca: false },
    ])
  })
})

describe('brandOfVisit', () => {
  const brands = [1, 2, 3].map((id) => ({
    id,
    slug: `m${id}`,
    dominios: id === 3 ? ['tres.pe'] : [],
    por_defecto: id === 2,
  })) as never
  it.each([
    [{}, 2, false],
    [{ host: 'tres.pe:3000', marca: '1' }, 3, false],
    [{ host: 'otro.pe', marca: '1' }, 1, true],
    [{ marca: 'm3' }, 3, true],
    [{ loginMarca: 'm1', cookie: '3' }, 1, true],
    [{ cookie: '3' }, 3, false],
    [{ cookie: 'nada', marca: '99' }, 2, false],
  ])('%j is brand %i', (visit, id, chosen) => {
    expect(brandOfVisit(brands, visit)).toMatchObject({ id, chosen })
  })
})
