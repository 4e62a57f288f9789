import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { useApp } from './harness.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'

/** A new installation: migrated, without an academy. */
const t = useApp()

const TEXT = 'Este campus todavía no tiene una academia. Vuelve más tarde.'

it('refuses registration in a missing brand', async () => {
  const answer = await t.call('POST', '/api/auth/register', { body: aNewcomer() })
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([503, 'NO_DISPONIBLE', TEXT])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

it('refuses registration in an inactive brand', async () => {
  await t.database.sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento, estado)
    VALUES (2, 'apagada', 'Apagada', '#000000', '#ffffff', 0)`
  const answer = await t.call('POST', '/api/auth/register?marca=2', { body: aNewcomer() })
  expect([answer.status, answer.body.message]).toEqual([503, TEXT])
  await t.database.sql`DELETE FROM clientes`
})

it.each([
  ['POST', '/api/loginalumno', { email: 'nadie@prueba.pe', password: 'No-es-esta-1' }, 401],
  ['POST', '/api/recuperar-contrasena', { email: 'nadie@prueba.pe' }, 200],
  ['POST', '/api/reclamos', aSheet(), 404],
  ['GET', '/api/clientes', undefined, 200],
  ['GET', '/api/clientes/2', undefined, 404],
  ['GET', '/api/botones/cliente/2', undefined, 404],
  ['GET', '/api/cursos/activos', undefined, 200],
  ['GET', '/api/categorias/activas', undefined, 200],
  ['GET', '/api/usuarios/docentes/activos', undefined, 200],
  ['GET', '/api/certificados/validacion/CERT-AAAAAAAAA', undefined, 404],
  ['GET', '/api/salud', undefined, 200],
] as const)('%s %s is answered', async (method, url, body, status) => {
  const answer = await t.call(method, url, { body })
  expect(answer.status).toBe(status)
})

it('serves public calls without unexpected errors', async () => {
  const document = (await t.call('GET', '/api/openapi.json')).body
  const paths = Object.entries<Record<string, { security?: unknown }>>(document.paths)
  const open = paths.flatMap(([path, calls]) => (calls.get && !calls.get.security ? [path] : []))
  expect(open.length).toBeGreaterThan(10)
  for (const path of open) {
    const answer = await t.call('GET', path.replaceAll(/\{[^}]+\}/g, '2'))
    expect([path, answer.status]).not.toEqual([path, 500])
  }
})

it('shows a Spanish 404 on every page, the first one too', async () => {
  const built = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))
  if (!existsSync(built)) throw new Error('web/ is not built: npm test and npm start build it')
  const site = await buildApp(t.deps, { pages: 'built' })
  onTestFinished(() => site.close())
  for (const url of ['/', '/?marca=2', '/cursos', '/marcas', '/login', '/inicio', '/no-hay', '/certificado/x']) {
    const page = await site.inject({ url, headers: { accept: 'text/html' } })
    expect([url, page.statusCode]).toEqual([url, 404])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<html lang="es-PE"')
    expect(page.body).toContain('Este campus todavía no tiene una academia')
    expect(page.body).not.toMatch(/undefined|\bat .*\.js:\d+|Unexpected/)
  }
  const first = await site.inject({ url: '/empezar', headers: { accept: 'text/html' } })
  expect([first.statusCode, first.body.includes('Crea tu academia')]).toEqual([200, true])
  const brands = await site.inject({ url: '/api/clientes/activos' })
  expect([brands.statusCode, brands.json()]).toEqual([200, { data: [] }])
  const [unknown, index] = [await site.inject({ url: '/api/no-hay' }), await site.inject({ url: '/sitemap.xml' })]
  expect([unknown.statusCode, index.statusCode]).toEqual([404, 200])
}, 60_000)
