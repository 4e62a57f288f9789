import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { modulos } from '../catalogue/catalogue.tables.ts'

const t = useApp()
const order = (kind: 'modulos' | 'lecciones', body: unknown, token?: string) =>
  t.call('POST', `/api/${kind}/update-orden`, { body, token })

async function aTaughtCourse() {
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  const course = await aCourse(t.deps.db, { modules: 3, lessons: 2, teacher: teacher.id })
  return { course, ids: course.modulos.map((modulo) => modulo.id), token: await t.tokenOf(teacher.id) }
}

describe('POST /api/modulos/update-orden', () => {
  it('reorders modules, named ones first, sent as an object or as a list', async () => {
    const { course, ids, token } = await aTaughtCourse()
    const [a = 0, b = 0, c = 0] = ids
    const answer = await order('modulos', { orden: [c, a] }, token)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: c, orden: 1 },
          { id: a, orden: 2 },
          { id: b, orden: 3 },
        ],
      },
    })
    expect((await order('modulos', [b, a, c], token)).status).toBe(200)
    const rows = await t.deps.db
      .select({ id: modulos.id })
      .from(modulos)
      .where(eq(modulos.id_curso, course.id))
      .orderBy(asc(modulos.orden))
    expect(rows.map((row) => row.id)).toEqual([b, a, c])
  })

  it('is a publication that shows nothing hidden; a draft of the course goes to the versions', async () => {
    const { course, ids, token } = await aTaughtCourse()
    await t.database.sql`UPDATE cursos SET estado = 0, nuevo = true WHERE id = ${course.id}`
    const url = `/api/gestion/documentos/curso:${course.id}`
    const { documento } = (await t.call('GET', url, { token })).body.data
    await t.call('PUT', url, { token, body: { documento: { ...documento, nombre: 'A medias' }, version: 0 } })
    expect((await order('modulos', { orden: ids.toReversed() }, token)).status).toBe(200)
    const { data } = (await t.call('GET', url, { token })).body
    expect(data).toMatchObject({ borrador: false, estado: 'oculto', documento: { nombre: documento.nombre } })
    expect(data.documento.modulos.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed())
    const versions = await t.call('GET', `/api/gestion/versiones?objeto=curso:${course.id}`, { token })
    expect(versions.body.data.data.map(({ motivo }: { motivo: string }) => motivo)).toEqual([
      'publicada',
      'reemplazada',
    ])
  })

  it("refuses students, strangers, other brands' staff and mixed courses", async () => {
    const { db } = t.deps
    const { ids, token } = await aTaughtCourse()
    const other = await aTaughtCourse()
    const student = await aPerson(db)
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    const foreign = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await order('modulos', { orden: ids })).status).toBe(401)
    expect((await order('modulos', { orden: ids }, await t.tokenOf(student.id))).status).toBe(403)
    expect((await order('modulos', { orden: ids }, other.token)).status).toBe(404)
    expect((await order('modulos', { orden: ids }, await t.tokenOf(foreign.id))).status).toBe(404)
    expect((await order('modulos', { orden: [...ids, 2_000_000_000] }, token)).status).toBe(404)
    const mixed = await order('modulos', { orden: [...ids, ...other.ids] }, await t.tokenOf(admin.id))
    expect(mixed).toMatchObject({
      status: 422,
      body: { errors: { orden: ['Los módulos deben ser de un mismo curso.'] } },
    })
  })

  it('reports errors in the body', async () => {
    const { ids, token } = await aTaughtCourse()
    const [a = 0] = ids
    expect((await order('modulos', { orden: [a, a] }, token)).body.errors).toEqual({
      orden: ['Cada id va una sola vez.'],
    })
    for (const body of [{}, { orden: [] }, [], { orden: 'todo' }]) {
      const answer = await order('modulos', body, token)
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { orden: ['Envía la lista de ids en su nuevo orden.'] } },
      })
    }
    const word = await order('modulos', { orden: ['uno'] }, token)
    expect(word.body.message).toBe('Envía la lista de ids en su nuevo orden.')
  })

  it('keeps one consistent order under concurrent calls', async () => {
    const { course, ids, token } = await aTaughtCourse()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => order('modulos', i % 2 ? ids : ids.toReversed(), token)),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const rows = await t.deps.db
      .select({ id: modulos.id, orden: modulos.orden })
      .from(modulos)
      .where(eq(modulos.id_curso, course.id))
      .orderBy(asc(modulos.orden))
    expect(rows.map((row) => row.orden)).toEqual([1, 2, 3])
    expect([ids, ids.toReversed()]).toContainEqual(rows.map((row) => row.id))
  })
})

describe('POST /api/lecciones/update-orden', () => {
  it('reorders the lessons of one module, and rejects two modules', async () => {
    const { course, token } = await aTaughtCourse()
    const [first, second] = course.modulos.map((modulo) => modulo.lecciones.map((lesson) => lesson.id))
    const [a = 0, b = 0] = first ?? []
    expect((await order('lecciones', { orden: [b, a] }, token)).body.data).toEqual([
      { id: b, orden: 1 },
      { id: a, orden: 2 },
    ])
    const mixed = await order('lecciones', { orden: [a, ...(second ?? [])] }, token)
    expect(mixed).toMatchObject({
      status: 422,
      body: { errors: { orden: ['Las lecciones deben ser de un mismo módulo.'] } },
    })
  })
})
