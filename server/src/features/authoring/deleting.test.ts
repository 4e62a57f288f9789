import { beforeAll, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
let admin: number
let token: string
beforeAll(async () => {
  admin = (await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id
  token = await t.tokenOf(admin)
})

const remove = (id: number) => t.call('DELETE', `/api/gestion/cursos/${id}`, { token })
const hide = (id: number) => t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${id}`
const exists = async (id: number) => (await t.database.sql`SELECT 1 FROM cursos WHERE id = ${id}`).length === 1

it('deletes a hidden course with all that it holds, drafts too', async () => {
  const course = await aCourse(t.deps.db, { modules: 2, lessons: 2 })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: null })
  const documents = [`curso:${course.id}`, `leccion:${lesson}`, `evaluacion:${exam.id}`]
  for (const objeto of documents)
    await t.database.sql`INSERT INTO borradores (id_cliente, objeto, documento, version, por)
      VALUES (2, ${objeto}, '{}'::jsonb, nextval('version_documento'), ${admin})`
  expect((await remove(course.id)).body.message).toBe('El curso está en la tienda: ocúltalo antes de eliminarlo.')
  await hide(course.id)
  expect(await remove(course.id)).toMatchObject({ status: 200, body: { message: 'Curso eliminado.' } })
  expect(await exists(course.id)).toBe(false)
  expect(await t.database.sql`SELECT 1 FROM lecciones WHERE id = ${lesson}`).toEqual([])
  expect(await t.database.sql`SELECT 1 FROM borradores WHERE objeto = ANY(${documents})`).toEqual([])
  expect((await remove(course.id)).status).toBe(404)
})

it('keeps a course in which a student has anything, even an enrolment that ended', async () => {
  const enrolled = await aCourse(t.deps.db)
  const student = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, student.id, enrolled.id)
  const commented = await aCourse(t.deps.db)
  await t.database.sql`INSERT INTO comentarios (id_leccion, id_usuario, comentario)
    VALUES (${commented.modulos[0]?.lecciones[0]?.id ?? 0}, ${student.id}, 'Hola')`
  for (const { id } of [enrolled, commented]) {
    await hide(id)
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'CURSO_EN_USO' } })
    expect(await exists(id)).toBe(true)
  }
})
