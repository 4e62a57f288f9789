import { expect, it } from 'vitest'
import { useApp } from './harness.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'

/** A new production: the database is migrated, and no academy was loaded. */
const t = useApp()

const TEXT = 'Este campus todavía no tiene una academia. Vuelve más tarde.'

it('does not register into a brand that does not exist, and says so', async () => {
  const answer = await t.call('POST', '/api/auth/register', { body: aNewcomer() })
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([503, 'NO_DISPONIBLE', TEXT])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

it('does not register into a brand that was switched off', async () => {
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

it('answers no public call with an unexpected error', async () => {
  const document = (await t.call('GET', '/api/openapi.json')).body
  const paths = Object.entries<Record<string, { security?: unknown }>>(document.paths)
  const open = paths.flatMap(([path, calls]) => (calls.get && !calls.get.security ? [path] : []))
  expect(open.length).toBeGreaterThan(10)
  for (const path of open) {
    const answer = await t.call('GET', path.replaceAll(/\{[^}]+\}/g, '2'))
    expect([path, answer.status]).not.toEqual([path, 500])
  }
})
