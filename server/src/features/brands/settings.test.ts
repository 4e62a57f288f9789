import { randomUUID } from 'node:crypto'
import { FIRST_LANDING } from '@campus/contract/landing-words'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand, aCourse, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { SETTINGS } from '../../../test/matrix.bodies.ts'

const t = useApp()
let admin: string
let platform: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'], nombres: 'Rosa' })).id)
  platform = await t.tokenOf((await aPerson(t.deps.db, { roles: ['plataforma'] })).id)
  await aBrand(t.deps.db, 1)
})

const settings = async (token = admin) => (await t.call('GET', '/api/gestion/marca', { token })).body.data
const save = (body: object) => t.call('PUT', '/api/gestion/marca', { token: admin, body: { ...SETTINGS, ...body } })

describe('the settings of a brand', () => {
  it('are saved whole, with a version, and shown to guests', async () => {
    const { version } = await settings()
    const firma = { nombre: 'Rosa Huamán', cargo: 'Directora' }
    const { status, body } = await save({ nombre: 'Aula', firma, examenes_desde: 60, devolucion_dias: 0, version })
    expect([status, body.data]).toMatchObject([
      200,
      { nombre: 'Aula', firma, examenes_desde: 60, devolucion_dias: 0, version: version + 1, slug: 'marca-3' },
    ])
    const brand = await t.call('GET', '/api/clientes/3')
    expect(brand.body.data).toMatchObject({ nombre: 'Aula', redes: SETTINGS.redes, devolucion_dias: 0 })
  })

  it('that were based on an older version find what is there, and who wrote it', async () => {
    const { version } = await settings()
    await save({ lema: 'Uno', version })
    const { status, body } = await save({ lema: 'Dos', version })
    expect([status, body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(body.actual).toMatchObject({
      datos: { lema: 'Uno' },
      version: version + 1,
      por: { nombre: 'Rosa Quispe Núñez' },
    })
  })

  it('say what is wrong under each field', async () => {
    const { version } = await settings()
    const numbers = { descuento_referido: 91, devolucion_dias: -1, examenes_desde: 101 }
    const wrong = { nombre: ' ', ruc: '123', color_primario: 'rojo', ...numbers, version }
    const { status, body } = await save({ ...wrong, redes: { facebook: 'http://facebook.com' } })
    expect([status, body.errors]).toEqual([
      422,
      {
        nombre: ['El nombre es obligatorio.'],
        ruc: ['El RUC debe tener 11 dígitos.'],
        color_primario: ['El color debe tener la forma #RRGGBB.'],
        descuento_referido: ['El descuento va de 0 a 90 %.'],
        devolucion_dias: ['Va de 0 a 365 días.'],
        examenes_desde: ['Va de 0 a 100 %.'],
        'redes.facebook': ['Escribe una dirección que empiece con https://'],
      },
    ])
    const firma = { nombre: 'ગીતા', cargo: 'આચાર્ય', imagen: null }
    const unprinted = (await save({ nombre: 'શાળા', firma, version })).body.errors
    const text = ['Alguna letra no se puede imprimir en los certificados: escríbela en letras latinas.']
    expect(unprinted).toEqual({ nombre: text, 'firma.nombre': text, 'firma.cargo': text })
  })
})

describe('the offers of a new brand', () => {
  it('strike nothing until one is chosen, which the first steps ask for', async () => {
    const id_cliente = 4760
    const person = await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })
    const token = await t.tokenOf(person.id)
    const { id } = await aCourse(t.deps.db, { id_cliente })
    const offer = async (oferta?: string) => {
      const { version } = await settings(token)
      const { oferta: _, ...others } = SETTINGS
      const body = { ...others, ...(oferta && { oferta }), version }
      return (await t.call('PUT', '/api/gestion/marca', { token, body })).status
    }
    const struck = async () => (await t.call('GET', `/api/cursos/${id}`)).body.data.precio_regular
    const chosen = async () =>
      (await t.call('GET', '/api/gestion/bandeja', { token })).body.data.primeros_pasos.oferta as boolean
    expect([await struck(), await chosen()]).toEqual([null, false])
    // Saving the other settings chooses nothing.
    expect([await offer(), await chosen(), (await settings(token)).oferta_elegida]).toEqual([200, false, false])
    expect(await offer('otra')).toBe(422)
    expect(await offer('especificacion')).toBe(200)
    expect([await struck(), await chosen()]).toEqual([178.8, true])
    expect([await offer(), await struck()]).toEqual([200, 178.8])
    expect(await offer('ninguna')).toBe(200)
    expect([await struck(), await chosen()]).toEqual([null, true])
  })
})

describe('platform administrators', () => {
  const work = (id_cliente: number) =>
    t.call('PUT', '/api/gestion/marca-activa', { token: platform, body: { id_cliente } })
  const newBrand = (body: object) => {
    const administrador = { nombres: 'Ana', apellidos: 'Paz', correo: `${randomUUID()}@prueba.pe` }
    const colours = { color_primario: '#123456', color_acento: '#654321' }
    return t.call('POST', '/api/gestion/marcas', {
      token: platform,
      body: { nombre: 'Nueva', slug: `m-${randomUUID()}`, ...colours, administrador, password: PASSWORD, ...body },
    })
  }

  it('work in one brand at a time', async () => {
    expect((await settings(platform)).slug).toBe('marca-2')
    expect((await work(3)).status).toBe(200)
    expect((await settings(platform)).slug).toBe('marca-3')
    expect((await t.call('GET', '/api/gestion/yo', { token: platform })).body.data.marca.id).toBe(3)
    expect((await work(999)).status).toBe(404)
    await work(2)
  })

  it('open a brand, whose first administrator is invited, and give it domains that no other has', async () => {
    const correo = `${randomUUID()}@prueba.pe`
    const dominio = `campus-${randomUUID()}.pe`
    const administrador = { nombres: 'Ana', apellidos: 'Paz', correo }
    const { status, body } = await newBrand({ dominios: [dominio], administrador })
    expect([status, body.data]).toMatchObject([201, { nombre: 'Nueva', activa: true, version: 1, dominios: [dominio] }])
    expect(body.data.id).toBeGreaterThan(3)
    const { portada } = (await t.call('GET', `/api/portada?marca=${body.data.id}`)).body.data
    expect(portada.bloques).toEqual(FIRST_LANDING.bloques)
    await t.deps.jobs.drain()
    expect(t.outbox.find(({ to }) => to === correo)?.subject).toBe('Nueva te invita a su campus')
    const taken = await newBrand({ dominios: [dominio] })
    expect(taken.body.errors).toEqual({ dominios: ['La marca Nueva ya usa uno de estos dominios.'] })
    expect((await newBrand({ slug: body.data.slug })).body.errors).toEqual({
      slug: ['Ya hay una marca con este nombre corto.'],
    })
  })

  it('close a brand, but not the one they work in', async () => {
    const { id } = (await newBrand({})).body.data
    const change = (which: number, body: object) =>
      t.call('PUT', `/api/gestion/marcas/${which}`, {
        token: platform,
        body: { nombre: 'Otra', dominios: [], activa: false, version: 1, ...body },
      })
    expect((await change(id, {})).body.data).toMatchObject({ nombre: 'Otra', activa: false, version: 2 })
    expect((await change(id, {})).body.code).toBe('CAMBIO_MIENTRAS')
    expect((await work(id)).status).toBe(404)
    expect((await change(2, {})).body.errors).toEqual({
      activa: ['Cambia antes a otra marca: estás trabajando en esta.'],
    })
  })
})

describe('the audit log', () => {
  it('is read by object and by days of Lima, with the names of who acted', async () => {
    const read = async (filter: string) =>
      (await t.call('GET', `/api/auditoria?accion=gestion&objeto=cliente:3${filter}`, { token: admin })).body.data
    const { total, data } = await read('')
    expect(total).toBeGreaterThan(0)
    expect(data[0]).toMatchObject({ objeto: 'cliente:3', nombre: 'Rosa Quispe Núñez' })
    const [row] = await t.database.sql`SELECT dia::text AS hoy, (dia - 1)::text AS ayer
      FROM (SELECT (now() AT TIME ZONE 'America/Lima')::date AS dia)`
    expect((await read(`&desde=${row?.ayer}&hasta=${row?.hoy}`)).total).toBe(total)
    expect((await read('&hasta=2020-01-01')).total).toBe(0)
    expect((await read('&desde=2999-01-01')).total).toBe(0)
  })
})
