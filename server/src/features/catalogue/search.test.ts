import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { PLURALS, withoutAccents } from '../../../test/plurals.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { categorias, cursos } from './catalogue.tables.ts'

const t = useApp()

it('finds courses of the brand by name and description, and offers the word that was meant', async () => {
  const { db } = t.deps
  const podcast = await aCourse(db, { id_cliente: 3, nombre: 'Producción de pódcast' })
  const video = await aCourse(db, { id_cliente: 3, nombre: 'Edición de video' })
  const foreign = await aCourse(db, { id_cliente: 1, nombre: 'Voz y pódcast' })
  await db.update(cursos).set({ descripcion: '<p>Con <b>micrófono</b> y voz.</p>' }).where(eq(cursos.id, podcast.id))
  await db.update(cursos).set({ descripcion: '<p>Antes del PODCAST.</p>' }).where(eq(cursos.id, video.id))
  const find = async (buscar: string, marca = '3') => {
    const { body } = await t.call('GET', `/api/cursos/buscar?${new URLSearchParams({ buscar, marca })}`)
    return body.data
  }
  expect(await find('PODCAST')).toEqual({ cursos: [podcast.id, video.id], sugerencia: null })
  expect(await find('microfono, VOZ')).toEqual({ cursos: [podcast.id], sugerencia: null })
  expect(await find('pdocast')).toEqual({ cursos: [podcast.id, video.id], sugerencia: 'pódcast' })
  expect(await find('edicon de vidoe')).toEqual({ cursos: [video.id], sugerencia: 'edición de video' })
  for (const quoted of ['"pdocast"', '«pdocast»'])
    expect(await find(quoted)).toEqual({ cursos: [], sugerencia: 'pódcast' })
  expect(await find('"pódcast"')).toMatchObject({ cursos: [podcast.id, video.id], sugerencia: null })
  for (const nothing of ['zzzz', '%', '<b>', 'pdocast zzzz'])
    expect([nothing, await find(nothing)]).toEqual([nothing, { cursos: [], sugerencia: null }])
  expect(await find('podcast', '1')).toEqual({ cursos: [foreign.id], sugerencia: null })
  expect((await t.call('GET', '/api/cursos/buscar')).status).toBe(422)
})

it('finds courses by their teacher and category, also misspelled, once names and descriptions have nothing', async () => {
  const { db } = t.deps
  const teacher = await aPerson(db, {
    id_cliente: 1,
    tipo_cliente: 'Docente',
    nombres: 'Fortunata',
    apellidos: 'Ñahui',
  })
  const taught = await aCourse(db, { id_cliente: 1, nombre: 'Hojas de cálculo', teacher: teacher.id })
  await db.update(categorias).set({ nombre: 'Ofimática' }).where(eq(categorias.id, taught.id_categoria))
  const find = async (buscar: string) => {
    const { body } = await t.call('GET', `/api/cursos/buscar?${new URLSearchParams({ buscar, marca: '1' })}`)
    return body.data
  }
  expect(await find('Fortunata Ñahui')).toEqual({ cursos: [taught.id], sugerencia: null })
  expect(await find('fortunata hojas')).toEqual({ cursos: [taught.id], sugerencia: null })
  expect(await find('OFIMATICA')).toEqual({ cursos: [taught.id], sugerencia: null })
  expect(await find('fortuanta')).toEqual({ cursos: [taught.id], sugerencia: 'fortunata' })
  expect(await find('ofmatica')).toEqual({ cursos: [taught.id], sugerencia: 'ofimática' })
  await db.update(usuarios).set({ estado: 0 }).where(eq(usuarios.id, teacher.id))
  expect(await find('Fortunata'), 'a closed account is named nowhere').toEqual({ cursos: [], sugerencia: null })
})

it('finds the singular by the plural and the plural by the singular, with and without accents', async () => {
  const ids = new Map<string, number>()
  for (const nombre of [...PLURALS.flat(), 'paisaje', 'caso'])
    ids.set(nombre, (await aCourse(t.deps.db, { id_cliente: 1, nombre })).id)
  const find = async (buscar: string) => {
    const { body } = await t.call('GET', `/api/cursos/buscar?${new URLSearchParams({ buscar, marca: '1' })}`)
    return body.data.cursos
  }
  for (const [singular, plural] of PLURALS)
    for (const q of new Set([singular, plural, withoutAccents(singular), plural.normalize('NFD')]))
      expect([q, await find(q)]).toEqual([q, expect.arrayContaining([ids.get(singular), ids.get(plural)])])
  expect(await find('países')).not.toContain(ids.get('paisaje'))
  expect(await find('"casas"'), 'not even «caso»').toEqual([])
})
