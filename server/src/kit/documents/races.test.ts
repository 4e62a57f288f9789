import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const AT_ONCE = 50
let tokens: string[]

beforeAll(async () => {
  const staff = await Promise.all(
    Array.from({ length: 4 }, () => aPerson(t.deps.db, { tipo_cliente: 'Administrador' })),
  )
  tokens = await Promise.all(staff.map(({ id }) => t.tokenOf(id)))
})

const TEXT = { titulo: 'Uno', duracion: 5, contenido: '<p>Uno.</p>', videos: [], materiales: [], gratis: false }

async function aLesson() {
  const course = await aCourse(t.deps.db)
  return `leccion:${course.modulos[0]?.lecciones[0]?.id}`
}

const save = (objeto: string, titulo: string, version: number, n: number) =>
  t.call('PUT', `/api/gestion/documentos/${objeto}`, {
    token: tokens[n % tokens.length],
    body: { documento: { ...TEXT, titulo }, version },
  })

describe('races', () => {
  it('of 50 saves over one version: one wins, the others get its text', async () => {
    const objeto = await aLesson()
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => save(objeto, `Texto ${n}`, 0, n)))
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    expect([won?.status, more.length]).toEqual([200, 0])
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(AT_ONCE - 1)
    expect(new Set(lost.map(({ body }) => body.actual.version))).toEqual(new Set([won?.body.data.version]))
  })

  it('of saves, a discard and a publication of one draft: exactly one is first, no text is lost', async () => {
    const objeto = await aLesson()
    const { version } = (await save(objeto, 'Primero', 0, 0)).body.data
    const send = (method: 'POST' | 'DELETE', url: string, body: object, n: number) =>
      t.call(method, `/api/gestion/${url}`, { token: tokens[n], body })
    const documentos = [{ objeto, version }]
    const answers = await Promise.all([
      save(objeto, 'Segundo', version, 1),
      send('POST', 'publicar', { documentos, acepta_avisos: true }, 2),
      send('DELETE', `documentos/${objeto}`, { version }, 3),
      save(objeto, 'Tercero', version, 2),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const [first] = answers.filter(({ status }) => status === 200)
    const [draft] = await t.database
      .sql`SELECT documento ->> 'titulo' AS titulo FROM borradores WHERE objeto = ${objeto}`
    const stored = await t.database.sql`SELECT motivo FROM versiones WHERE objeto = ${objeto}`
    expect(first).toBeDefined()
    // A save leaves a draft; a publication or a discard leaves a version.
    expect(Number(draft !== undefined) + stored.length).toBe(1)
  })
})
