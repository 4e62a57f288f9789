import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { aCourse, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { inInstalments } from '../../../test/instalments.ts'
import { fakeMercadoPago, OWNER } from '../../../test/mercadopago.ts'
import { buildApp } from '../../app/app.ts'
import { exportFolder } from '../../content/export-folder.ts'
import type { Config } from '../../platform/config.ts'
import { createConnections } from '../../platform/connections/connections.ts'
import { signNotification } from '../orders/sandbox.ts'

const t = useApp()
const folder = mkdtempSync(join(tmpdir(), 'campus-llave-'))
let keyFile: string
const SECRET = 'clave-secreta-de-los-avisos'
const OTHER = 'APP_USR-1111111111111111-010203-00112233445566778899aabbccddeeff-77'

let fake: Awaited<ReturnType<typeof fakeMercadoPago>>
let boss: { id: number; token: string }
let course: number

/** One more copy of the program. */
async function aCopy(more: Partial<Config> = {}) {
  const config = { ...t.deps.config, production: true, mercadoPagoApi: fake.url, keyFile, ...more }
  const app = await buildApp({ ...t.deps, config, connections: createConnections(config, t.deps.db) })
  onTestFinished(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token = boss.token) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const read = async () => (await call('GET', 'gestion/conexiones')).body.data
  const put = async (body: object = {}) => {
    const { version } = (await read()).mercadopago
    const values = { access_token: fake.token, webhook_secret: SECRET, version, password: PASSWORD, ...body }
    return call('PUT', 'gestion/conexiones/mercadopago', values)
  }
  const remove = async (cual: 'mercadopago' | 'correo' = 'mercadopago', password = PASSWORD) =>
    call('POST', `gestion/conexiones/${cual}/quitar`, { version: (await read())[cual].version, password })
  const sells = async () => (await call('GET', 'clientes/2')).body.data.cobra_en_linea
  const buyer = await aPerson(t.deps.db)
  const token = await t.tokenOf(buyer.id)
  const buy = () => call('POST', 'mercadopago/preference', { items: [{ id: course, costo: 149, quantity: 1 }] }, token)
  const notice = (secret: string, id = randomUUID()) => {
    const signature = signNotification(secret, { requestId: id, dataId: id }, String(Date.now()))
    const headers = { 'x-request-id': id, 'x-signature': signature }
    return app.inject({
      method: 'POST',
      url: `/api/mercadopago/webhook?data.id=${id}&type=payment`,
      headers,
      payload: {},
    })
  }
  return { call, read, put, remove, sells, buy, notice }
}

beforeAll(async () => {
  fake = await fakeMercadoPago({ id: 123 })
  fake.own(OTHER, { id: 77, nickname: 'OTRA TIENDA' })
  const { id } = await aPerson(t.deps.db, { roles: ['plataforma', 'marca'] })
  boss = { id, token: await t.tokenOf(id) }
  course = (await aCourse(t.deps.db)).id
})
afterAll(() => {
  fake.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  keyFile = join(folder, randomUUID(), 'llave')
  await t.database.sql`DELETE FROM conexiones`
  await t.database.sql`DELETE FROM conexion_estados`
  await t.database.sql`DELETE FROM limites`
  fake.asked.length = 0
})

const errorsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [status, body.errors]

describe('MercadoPago on the screen', () => {
  it('is tried, kept under the key file and never shown again; every copy sells with it from then on', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    expect([await other.sells(), (await other.buy()).body.code]).toEqual([false, 'SIN_PAGOS'])
    const saved = await one.put()
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: {
          mercadopago: {
            origen: 'pantalla',
            version: 1,
            fallo: null,
            prueba: false,
            cuenta: { id: String(OWNER.id), nombre: 'TIENDA ANDINA', correo: 'ana@andina.pe' },
            aviso: { url: 'http://campus.test/api/mercadopago/webhook', firmado: null, mal_firmado: null },
          },
        },
      },
    })
    expect(saved.body.data.mercadopago.exito).not.toBeNull()
    expect(fake.asked.map(({ url }) => url)).toEqual(['/users/me'])
    expect([await one.sells(), await other.sells()]).toEqual([true, true])
    expect((await other.buy()).body.init_point).toContain('mercadopago.com.pe')
    expect(fake.asked.at(-1)?.headers.authorization).toBe(`Bearer ${fake.token}`)
    const [row] = await t.database
      .sql`SELECT conexiones::text AS texto, encode(cifrado, 'escape') AS cifrado FROM conexiones`
    for (const secret of [fake.token, SECRET]) {
      expect(JSON.stringify([await one.read(), row])).not.toContain(secret)
      expect(row?.texto).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[\w-]{43}\n$/)
    expect(statSync(keyFile).mode & 0o077).toBe(0)
  })

  it.each([
    [
      'keys that it refuses',
      { access_token: 'APP_USR-vencida-0000' },
      { access_token: [expect.stringContaining('no acepta estas claves')] },
    ],
    [
      'the public key',
      { access_token: 'APP_USR-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0' },
      { access_token: [expect.stringContaining('Public Key')] },
    ],
    ['no secret', { webhook_secret: undefined }, { webhook_secret: ['Pega la clave secreta de los avisos.'] }],
    ['a wrong password', { password: 'Otra-clave-1' }, { password: ['La contraseña no es correcta.'] }],
  ])('keeps nothing of %s', async (_, body, errors) => {
    const copy = await aCopy()
    expect(errorsOf(await copy.put(body))).toEqual([422, errors])
    expect([(await copy.read()).mercadopago.origen, await copy.sells()]).toEqual(['ninguno', false])
  })

  it('asks MercadoPago nothing before the password', async () => {
    await (await aCopy()).put({ password: 'Otra-clave-1' })
    expect(fake.asked).toEqual([])
  })

  it('keeps no account of another country, nor what MercadoPago could not answer', async () => {
    const copy = await aCopy()
    fake.own('APP_USR-de-otro-pais', { id: 5, nickname: 'TIENDA SUR', site_id: 'MLA' })
    expect(errorsOf(await copy.put({ access_token: 'APP_USR-de-otro-pais' }))).toEqual([
      422,
      { access_token: ['La cuenta TIENDA SUR no es de MercadoPago Perú: no cobra en soles.'] },
    ])
    fake.stumble(2)
    expect(errorsOf(await copy.put())).toEqual([422, { access_token: [expect.stringContaining('(500)')] }])
    expect((await copy.read()).mercadopago.origen).toBe('ninguno')
  })

  it('asks before another account, and what was unpaid is then paid to the new one', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    await one.put()
    expect((await other.buy()).status).toBe(200)
    const { numero, token } = await inInstalments(t).sold()
    const payAgain = () => other.call('POST', `ordenes/${numero}/cuota`, { cuota: 2 }, token)
    expect((await payAgain()).status).toBe(200)
    const paths = async () =>
      (
        await t.database
          .sql`SELECT init_point FROM ordenes WHERE pasarela = 'mercadopago' AND estado = 'pendiente' ORDER BY id`
      ).at(-1)?.init_point
    const changed = { access_token: OTHER, webhook_secret: undefined }
    expect(errorsOf(await one.put(changed))).toEqual([
      422,
      { otra_cuenta: ['Estas claves son de OTRA TIENDA; hasta ahora se cobra en TIENDA ANDINA.'] },
    ])
    expect([(await one.read()).mercadopago.cuenta.nombre, await paths()]).toEqual(['TIENDA ANDINA', expect.any(String)])
    expect((await one.put({ ...changed, otra_cuenta: true })).body.data.mercadopago).toMatchObject({
      version: 2,
      cuenta: { nombre: 'OTRA TIENDA' },
    })
    expect(await paths()).toBeNull()
    await other.buy()
    expect(fake.asked.at(-1)?.headers.authorization).toBe(`Bearer ${OTHER}`)
    fake.asked.length = 0
    expect((await payAgain()).status).toBe(200)
    expect(fake.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${OTHER}`])
  })

  it('the secret is proved by the first notice that is rightly signed, until another secret is given', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    await one.put()
    const proof = async () => {
      const { firmado, mal_firmado } = (await one.read()).mercadopago.aviso
      return [firmado !== null, mal_firmado !== null]
    }
    expect((await other.notice('otro-secreto-cualquiera')).statusCode).toBe(401)
    expect(await proof()).toEqual([false, true])
    expect((await other.notice(SECRET)).statusCode).toBe(200)
    expect(await proof()).toEqual([true, true])
    await one.put({ webhook_secret: undefined })
    expect(await proof()).toEqual([true, false])
    await one.put({ access_token: undefined, webhook_secret: 'otra-clave-de-los-avisos' })
    expect(await proof()).toEqual([false, false])
    expect((await other.notice(SECRET)).statusCode).toBe(401)
    expect((await other.notice('otra-clave-de-los-avisos')).statusCode).toBe(200)
  })

  it('tells the last failure of a call, and tries again when it is asked to', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    await one.put()
    fake.stumble(2)
    expect((await other.buy()).body.code).toBe('PAGO_NO_DISPONIBLE')
    expect((await one.read()).mercadopago.fallo.texto).toContain('(500)')
    fake.stumble(2)
    expect(errorsOf(await one.call('POST', 'gestion/conexiones/mercadopago/probar'))).toEqual([
      422,
      { cual: [expect.stringContaining('(500)')] },
    ])
    const { exito, fallo } = (await one.call('POST', 'gestion/conexiones/mercadopago/probar')).body.data.mercadopago
    expect(Date.parse(exito)).toBeGreaterThan(Date.parse(fallo.en))
  })

  it('a save that knew an older state changes nothing, and tells the present one', async () => {
    const copy = await aCopy()
    await copy.put()
    expect(await copy.put({ version: 0 })).toMatchObject({
      status: 409,
      body: {
        code: 'CAMBIO_MIENTRAS',
        actual: { version: 1, por: { id: boss.id }, datos: { mercadopago: { version: 1 } } },
      },
    })
    const saves = await Promise.all([copy.put({ version: 1 }), copy.put({ version: 1 }), copy.put({ version: 1 })])
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('is removed with the password alone, and each act is in the trail without a secret', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    await one.put()
    await one.put()
    await other.buy()
    expect(errorsOf(await one.remove('mercadopago', 'Otra-clave-1'))).toEqual([
      422,
      { password: ['La contraseña no es correcta.'] },
    ])
    expect(await other.sells()).toBe(true)
    expect((await one.remove()).body.data.mercadopago).toMatchObject({ origen: 'ninguno', version: 0, exito: null })
    expect([await other.sells(), (await other.buy()).body.code]).toEqual([false, 'SIN_PAGOS'])
    const paths = await t.database
      .sql`SELECT init_point FROM ordenes WHERE pasarela = 'mercadopago' AND estado = 'pendiente'`
    expect(new Set(paths.map(({ init_point }) => init_point))).toEqual(new Set([null]))
    const lines = await t.database.sql`SELECT detalle FROM auditoria
      WHERE objeto = 'conexion:mercadopago' AND id_usuario = ${boss.id} ORDER BY id DESC LIMIT 3`
    expect(lines.map(({ detalle }) => detalle)).toEqual([
      { hecho: 'quitada' },
      { hecho: 'cambiada' },
      { hecho: 'conectada' },
    ])
  })

  it('is in no export of the academy, and in no copy of who connected it', async () => {
    const copy = await aCopy()
    await copy.put()
    const [{ slug } = { slug: '' }] = await t.database.sql<{ slug: string }[]>`SELECT slug FROM clientes WHERE id = 2`
    const target = join(folder, randomUUID())
    await exportFolder(t.deps, slug, target)
    const names = readdirSync(target, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    const written = names.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join()
    const own = JSON.stringify((await copy.call('GET', `usuarios/${boss.id}/datos`)).body)
    expect([written.length > 0, own.length > 0]).toEqual([true, true])
    for (const secret of [fake.token, SECRET, 'TIENDA ANDINA']) expect(written + own).not.toContain(secret)
  })

  it('environment variables win, and the screen says so', async () => {
    const saver = await aCopy()
    await saver.put({ access_token: OTHER })
    const account = { accessToken: fake.token, webhookSecret: 'secreto-del-entorno', apiUrl: fake.url }
    const copy = await aCopy({ mercadoPago: account })
    expect((await copy.read()).mercadopago).toMatchObject({ origen: 'instalacion', version: 1, cuenta: null })
    expect((await copy.put()).body.code).toBe('CONEXION_FIJADA')
    await copy.buy()
    expect(fake.asked.at(-1)?.headers.authorization).toBe(`Bearer ${fake.token}`)
    expect((await copy.notice(SECRET)).statusCode).toBe(401)
    expect((await copy.notice('secreto-del-entorno')).statusCode).toBe(200)
    expect((await copy.read()).mercadopago.aviso.firmado).not.toBeNull()
    expect((await copy.remove()).body.data.mercadopago).toMatchObject({ origen: 'instalacion', version: 0 })
  })
})

describe('without the key file', () => {
  const aside = () => join(folder, 'aparte')

  it('nothing is sold, also outside production, until the file is back', async () => {
    await (await aCopy()).put()
    renameSync(keyFile, aside())
    const [copy, tester] = [await aCopy(), await aCopy({ production: false })]
    expect(await copy.read()).toMatchObject({
      llave: keyFile,
      mercadopago: { origen: 'ilegible', cuenta: { nombre: 'TIENDA ANDINA' } },
    })
    for (const one of [copy, tester])
      expect([await one.sells(), (await one.buy()).body.code]).toEqual([false, 'SIN_PAGOS'])
    expect((await copy.notice(SECRET)).statusCode).toBe(401)
    expect((await copy.call('POST', 'gestion/conexiones/mercadopago/probar')).body.code).toBe('FALTA_LLAVE')
    expect((await copy.put()).body.code).toBe('FALTA_LLAVE')
    writeFileSync(keyFile, 'no es una llave')
    expect((await copy.read()).mercadopago.origen).toBe('ilegible')
    renameSync(aside(), keyFile)
    expect([(await copy.read()).mercadopago.origen, await copy.sells()]).toEqual(['pantalla', true])
  })

  it('what cannot be read is removed, and written again under a new key', async () => {
    await (await aCopy()).put()
    const elsewhere = await aCopy({ keyFile: join(folder, 'otra') })
    expect((await elsewhere.read()).mercadopago.origen).toBe('ilegible')
    expect((await elsewhere.remove()).body.data.mercadopago.origen).toBe('ninguno')
    expect((await elsewhere.put()).body.data.mercadopago.origen).toBe('pantalla')
    expect((await (await aCopy()).read()).mercadopago.origen).toBe('ilegible')
  })

  it('a running copy learns of a new key', async () => {
    const one = await aCopy()
    await one.put()
    rmSync(keyFile)
    const other = await aCopy()
    await other.remove()
    await other.put()
    expect((await one.read()).mercadopago.origen).toBe('pantalla')
  })

  it('a place that cannot be written keeps nothing and says so', async () => {
    writeFileSync(join(folder, 'archivo'), '')
    const copy = await aCopy({ keyFile: join(folder, 'archivo', 'llave') })
    const { status, body } = await copy.put()
    expect([status, body.code, body.message]).toEqual([
      409,
      'FALTA_LLAVE',
      expect.stringContaining('No se guardó nada.'),
    ])
    expect((await copy.read()).mercadopago.origen).toBe('ninguno')
  })

  it('many copies that make it at once have one key', async () => {
    const path = join(folder, 'juntas')
    const copies = await Promise.all(Array.from({ length: 8 }, () => aCopy({ keyFile: path })))
    await Promise.all(copies.map((copy) => copy.put()))
    const read = await Promise.all(copies.map(async (copy) => (await copy.read()).mercadopago.origen))
    expect(read).toEqual(Array(8).fill('pantalla'))
  })
})
