import { connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { buildApp } from '../../app/app.ts'
import { openDatabase } from '../db/database.ts'
import { installAccess } from './access.ts'
import { toFailure } from './failures.ts'
import type { App } from './http.ts'

const t = useApp()

const both = (text: string, code: string) => ({ message: text, mensaje: text, code })
const post = (payload: string | Buffer, type: string) =>
  t.app.inject({ method: 'POST', url: '/api/loginalumno', payload, headers: { 'content-type': type } })

describe('what a request may do wrong', () => {
  it('a call that does not exist is a 404 in the envelope', async () => {
    const answer = await t.call('GET', '/api/no-existe')
    expect(answer).toMatchObject({ status: 404, body: both('No encontramos lo que buscas.', 'NO_ENCONTRADO') })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['JSON cut short', '{"email":', 'application/json', 400, 'La solicitud no es válida.', 'SOLICITUD_INVALIDA'],
    ['no JSON at all', '', 'application/json', 400, 'La solicitud no es válida.', 'SOLICITUD_INVALIDA'],
    ['text', 'hola', 'text/plain', 415, 'El tipo de contenido no está admitido.', 'TIPO_NO_ADMITIDO'],
    [
      'a type of its own',
      'x',
      'application/x-campus',
      415,
      'El tipo de contenido no está admitido.',
      'TIPO_NO_ADMITIDO',
    ],
    [
      'too much',
      JSON.stringify({ email: 'x'.repeat(300_000) }),
      'application/json',
      413,
      'El archivo o el texto es demasiado grande.',
      'DEMASIADO_GRANDE',
    ],
    [
      'a poisoned object',
      '{"__proto__":{"admin":true}}',
      'application/json',
      400,
      'La solicitud no es válida.',
      'SOLICITUD_INVALIDA',
    ],
  ])('%s', async (_name, payload, type, status, text, code) => {
    const answer = await post(payload, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual(both(text, code))
  })

  it.each([
    [
      'cut short',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="nombres"\r\n\r\nAna',
    ],
    ['without a boundary', 'multipart/form-data', '--x--'],
    ['empty', 'multipart/form-data; boundary=x', ''],
  ])('a form %s is the sender’s mistake', async (_name, type, payload) => {
    const { id } = await aPerson(t.deps.db)
    const headers = { 'content-type': type, authorization: `Bearer ${await t.tokenOf(id)}` }
    const answer = await t.app.inject({ method: 'POST', url: `/api/usuarios/${id}`, payload, headers })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(Object.keys(answer.json())).toEqual(expect.arrayContaining(['message', 'mensaje', 'code']))
  })

  it('a connection that sends no HTTP gets an answer and the others go on', async () => {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const said = new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))))
    socket.write('esto no es HTTP\r\n\r\n')
    expect(await said).toContain('400')
    socket.destroy()
    expect((await fetch(`${address}/api/salud/viva`)).status).toBe(200)
  })
})

it('who waited in a ring, and was taken back, may ask again in a moment', () => {
  const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const failure = toFailure(Object.assign(new Error('Failed query', { cause }), { code: '' }))
  expect([failure.status, failure.code, failure.details.retryAfter]).toEqual([503, 'NO_DISPONIBLE', 2])
})

describe('without a database', () => {
  /** The application in front of a port where nothing listens. */
  async function anAppAlone(): Promise<App> {
    const database = openDatabase('postgres://nadie@127.0.0.1:1/nada')
    const app = await buildApp({ ...t.deps, db: database.db, database })
    onTestFinished(async () => {
      await app.close()
      await database.close()
    })
    return app
  }

  it.each([
    ['GET', '/api/clientes'],
    ['POST', '/api/loginalumno'],
    ['GET', '/api/usuarios/1'],
  ] as const)('%s %s is a 503 that says when to try again', async (method, url) => {
    const app = await anAppAlone()
    const payload = method === 'POST' ? { email: 'a@b.pe', password: 'cualquiera' } : undefined
    const answer = await app.inject({ method, url, payload, headers: { authorization: 'Bearer algo' } })
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toEqual(
      both('El servicio no está disponible en este momento. Inténtalo en unos segundos.', 'NO_DISPONIBLE'),
    )
  })

  it('is alive but not ready', async () => {
    const app = await anAppAlone()
    expect((await app.inject('/api/salud/viva')).statusCode).toBe(200)
    const ready = await app.inject('/api/salud')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ estado: 'degradado', base_de_datos: 'no disponible' })
    expect(ready.headers['retry-after']).toBe('2')
  })
})

describe('the boot', () => {
  function aBareApp(): App {
    const app = Fastify() as unknown as App
    installAccess(app, { identify: async () => null })
    return app
  }

  it('refuses a call that does not say who may make it', () => {
    expect(() => aBareApp().get('/api/suelta', async () => ({}))).toThrow('GET /api/suelta does not declare its access')
  })

  it('refuses a call that does not say what it answers', () => {
    const declare = () => aBareApp().get('/api/suelta', { config: { access: 'public' } }, async () => ({}))
    expect(declare).toThrow('GET /api/suelta does not declare its response')
  })
})

describe('a value that the database cannot hold', () => {
  it.each([
    ['NUL in a query', 'GET', '/api/cursos?marca=%00', undefined],
    ['NUL in a text', 'POST', '/api/referidos', { codigo: 'REF\0' }],
    ['an id beyond its column', 'POST', '/api/certificados', { id_curso: 9_007_199_254_740_991 }],
  ] as const)('%s is no failure of ours', async (_name, method, url, body) => {
    const { id } = await aPerson(t.deps.db)
    const answer = await t.call(method, url, { token: await t.tokenOf(id), body })
    expect(answer.status).toBeLessThan(500)
  })

  it.each(['/api/cursos/%ff', `/api/cursos/${'9'.repeat(500)}`])('the router refuses %s in our words', async (url) => {
    const answer = await t.call('GET', url)
    expect(answer).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
})
