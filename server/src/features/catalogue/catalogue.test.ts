import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { categorias, cursos } from './catalogue.tables.ts'

const t = useApp()
const idsOf = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map((row) => row.id)

describe('GET /api/cursos and /api/cursos/activos', () => {
  it("show the active courses of the visit's brand, 2 by default, prices in soles", async () => {
    const { db } = t.deps
    const own = await aCourse(db, { nombre: 'Primeros auxilios' })
    const foreign = await aCourse(db, { id_cliente: 1 })
    const withdrawn = await aCourse(db)
    await db.update(cursos).set({ estado: 0 }).where(eq(cursos.id, withdrawn.id))
    for (const url of ['/api/cursos', '/api/cursos/activos']) {
      const answer = await t.call('GET', url)
      expect(answer.status).toBe(200)
      expect(idsOf(answer)).toContain(own.id)
      expect(idsOf(answer)).not.toContain(foreign.id)
      expect(idsOf(answer)).not.toContain(withdrawn.id)
      const course = answer.body.data.find((row: { id: number }) => row.id === own.id)
      expect(course).toMatchObject({
        nombre: 'Primeros auxilios',
        costo: 149,
        horas: 12,
        nivel: 'Básico',
        aprenderas: [],
      })
      expect(Object.keys(course)).not.toContain('costo_centimos')
    }
    for (const marca of ['1', 'marca-1'])
      expect(idsOf(await t.call('GET', `/api/cursos?marca=${marca}`))).toEqual([foreign.id])
    expect(idsOf(await t.call('GET', '/api/cursos?marca=nadie'))).toContain(own.id)
  })

  it('show a signed-in person their own brand, whatever the address says', async () => {
    const { db } = t.deps
    await aCourse(db)
    const foreign = await aCourse(db, { id_cliente: 3 })
    const person = await aPerson(db, { id_cliente: 3 })
    const token = await t.tokenOf(person.id)
    expect(idsOf(await t.call('GET', '/api/cursos/activos?marca=2', { token }))).toEqual([foreign.id])
    expect((await t.call('GET', '/api/cursos/activos', { token: 'caducado' })).status).toBe(401)
  })
})

describe('GET /api/cursos/{id}', () => {
  it('shows a course, and hides the withdrawn and those of another brand with the same bytes', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const foreign = await aCourse(db, { id_cliente: 1 })
    const withdrawn = await aCourse(db)
    await db.update(cursos).set({ estado: 0 }).where(eq(cursos.id, withdrawn.id))
    const person = await aPerson(db)
    const token = await t.tokenOf(person.id)
    expect((await t.call('GET', `/api/cursos/${course.id}`)).body.data).toMatchObject({ id: course.id, costo: 149 })
    expect((await t.call('GET', `/api/cursos/${foreign.id}`)).status).toBe(200)
    const absent = await t.call('GET', '/api/cursos/2000000000')
    expect(absent).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    for (const answer of [
      await t.call('GET', `/api/cursos/${foreign.id}`, { token }),
      await t.call('GET', `/api/cursos/${foreign.id}?marca=2`),
      await t.call('GET', `/api/cursos/${withdrawn.id}`, { token }),
      await t.call('GET', '/api/cursos/1e3'),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.raw).toEqual(absent.raw)
    }
    await anEnrolment(db, person.id, withdrawn.id)
    expect((await t.call('GET', `/api/cursos/${withdrawn.id}`, { token })).status).toBe(200)
  })
})

describe('names, categories and teachers', () => {
  it('GET /api/cursos/nombre/modulo/{id} gives both names without an envelope', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Gestión pública' })
    const id = course.modulos[0]?.id
    const answer = await t.call('GET', `/api/cursos/nombre/modulo/${id}`)
    expect(answer.body).toEqual({ nombre_curso: 'Gestión pública', nombre_modulo: 'Módulo 1' })
    expect((await t.call('GET', `/api/cursos/nombre/modulo/${id}?marca=${await aBrand(t.deps.db, 1)}`)).status).toBe(
      404,
    )
  })

  it('GET /api/categorias/activas gives the active ones in order', async () => {
    const { db } = t.deps
    await aBrand(db, 3)
    await db.insert(categorias).values([
      { id_cliente: 3, nombre: 'Segunda', orden: 9002 },
      { id_cliente: 3, nombre: 'Primera', orden: 9001 },
      { id_cliente: 3, nombre: 'Oculta', orden: 9000, estado: 0 },
    ])
    const names = (await t.call('GET', '/api/categorias/activas?marca=3')).body.data.map(
      (row: { nombre: string }) => row.nombre,
    )
    expect(names.slice(-2)).toEqual(['Primera', 'Segunda'])
    expect(names).not.toContain('Oculta')
  })

  it('GET /api/usuarios/docentes/activos gives nothing that is not public', async () => {
    const { db } = t.deps
    const teacher = await aPerson(db, { tipo_cliente: 'Docente', profesion: 'Ingeniera', biography: 'Enseña.' })
    const gone = await aPerson(db, { tipo_cliente: 'Docente', estado: 0 })
    const student = await aPerson(db)
    const answer = await t.call('GET', '/api/usuarios/docentes/activos')
    expect(idsOf(answer)).toContain(teacher.id)
    for (const hidden of [gone, student]) expect(idsOf(answer)).not.toContain(hidden.id)
    const shown = answer.body.data.find((row: { id: number }) => row.id === teacher.id)
    expect(Object.keys(shown).sort()).toEqual(['apellidos', 'biography', 'foto_perfil', 'id', 'nombres', 'profesion'])
  })
})
