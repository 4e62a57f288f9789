import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { useApp } from './harness.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'

/** A new installation: migrated, without an academy. */
const t = useApp()

const TEXT = 'Este campus todavía no tiene una academia.'

it('refuses registration in a missing brand', async () => {
  const answer = await t.call('POST', '/api/auth/register', { body: aNewcomer() })
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([503, 'SIN_ACADEMIA', TEXT])
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
  ['POST', '/api/reclamos', aSheet(), 503],
  ['GET', '/api/clientes', undefined, 200],
  ['GET', '/api/clientes/2', undefined, 404],
  ['GET', '/api/botones/cliente/2', undefined, 404],
  ['GET', '/api/cursos/activos', undefined, 503],
  ['GET', '/api/categorias/activas', undefined, 503],
  ['GET', '/api/usuarios/docentes/activos', undefined, 503],
  ['GET', '/api/certificados/validacion/CERT-AAAAAAAAA', undefined, 404],
  ['GET', '/api/salud', undefined, 200],
] as const)('%s %s is answered', async (method, url, body, status) => {
  const answer = await t.call(method, url, { body })
  expect(answer.status).toBe(status)
  if (status === 503) expect([answer.body.code, answer.body.message]).toEqual(['SIN_ACADEMIA', TEXT])
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

it('shows on every page how its owner opens it', async () => {
  const built = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))
  if (!existsSync(built)) throw new Error('web/ is not built: npm test and npm start build it')
  const site = await buildApp(t.deps, { pages: 'built' })
  onTestFinished(() => site.close())
  const pages = '/ /?marca=2 /cursos /marcas /login /login/2 /registro /inicio /gestion /certificado/x /empezar'.split(
    ' ',
  )
  for (const url of [...pages, '/no-hay']) {
    const page = await site.inject({ url, headers: { accept: 'text/html' } })
    expect([url, page.statusCode]).toEqual([url, url === '/no-hay' ? 404 : 200])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<html lang="es-PE"')
    expect(page.body).toContain('Crea tu academia')
    expect(page.body).toContain('crear-academia.txt')
    expect(page.body).not.toMatch(/undefined|\bat .*\.js:\d+|Unexpected/)
  }
  const brands = await site.inject({ url: '/api/clientes/activos' })
  expect([brands.statusCode, brands.json()]).toEqual([200, { data: [] }])
  const [unknown, index] = [await site.inject({ url: '/api/no-hay' }), await site.inject({ url: '/sitemap.xml' })]
  expect([unknown.statusCode, index.statusCode]).toEqual([404, 503])
}, 60_000)
