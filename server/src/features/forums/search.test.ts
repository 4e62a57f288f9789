import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

let id: number
let token: string
let foro: number

beforeAll(async () => {
  id = (await aPerson(t.deps.db)).id
  token = await t.tokenOf(id)
  const body = { titulo: 'Dudas', contenido: '<p>¿Dudas?</p>', tipo_foro: 'general' }
  foro = (await t.call('POST', '/api/foros', { token, body })).body.data.id
})

const SEARCHES: [string, () => string][] = [
  ['forums', () => '/api/foros/buscar?q=dudas'],
  ['posts', () => '/api/posts-foro/buscar?q=dudas'],
  ['people', () => `/api/foros/${foro}/participantes?q=ana`],
]

it.each(SEARCHES)('a search of %s that takes more than a second is ended, with what to do', async (_name, path) => {
  const answer = await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE foros, posts_foro IN ACCESS EXCLUSIVE MODE`)
    return t.call('GET', path(), { token })
  })
  expect([answer.status, answer.body.mensaje]).toEqual([
    503,
    'La búsqueda tardó demasiado. Escribe más palabras o búscalas en un solo foro.',
  ])
  expect((await t.call('GET', path(), { token })).status).toBe(200)
})

it('searches of a person are counted', async () => {
  await t.deps.db.execute(sql`UPDATE limites SET cuenta = 240 WHERE regla = 'buscar_usuario' AND clave = ${String(id)}`)
  expect((await t.call('GET', '/api/foros/buscar?q=dudas', { token })).status).toBe(429)
})
