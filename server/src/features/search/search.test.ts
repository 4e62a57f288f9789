import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

describe('GET /api/detalle/usuario/{id}', () => {
  it('feeds the box with courses, modules and lessons of live courses, each with what its address needs', async () => {
    const person = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db, { modules: 2, lessons: 2, nombre: 'Animación' })
    const ended = await aCourse(t.deps.db, { nombre: 'Vencido' })
    await anEnrolment(t.deps.db, person.id, course.id)
    await anEnrolment(t.deps.db, person.id, ended.id, { fecha_vencimiento: '2020-01-01' })
    const token = await t.tokenOf(person.id)
    const answer = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token })
    expect(answer.status).toBe(200)
    const { busqueda } = answer.body
    expect(busqueda.map((item: { tipo: string }) => item.tipo)).toEqual([
      'Curso',
      'Módulo',
      'Módulo',
      'Lección',
      'Lección',
      'Lección',
      'Lección',
    ])
    const lesson = course.modulos[1]?.lecciones[1]
    expect(busqueda).toContainEqual({
      nombre: 'Lección 2.2',
      tipo: 'Lección',
      id: lesson?.id,
      id_curso: course.id,
      id_modulo: lesson?.id_modulo,
      codigo: null,
    })
  })

  it('has the certificates, which outlive the enrolment, with the code of their address', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    const { certificado } = await sit(t, exam, token)
    await t.deps.db.execute(
      sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`,
    )
    const { body } = await t.call('GET', `/api/detalle/usuario/${student.id}`, { token })
    expect(body.busqueda.map((item: { tipo: string }) => item.tipo)).toEqual(['Certificado', 'Certificado'])
    expect(body.busqueda).toContainEqual({
      nombre: 'Módulo 1',
      tipo: 'Certificado',
      id: expect.any(Number),
      id_curso: course.id,
      id_modulo: course.modulos[0]?.id,
      codigo: certificado.codigo_certificado,
    })
  })

  it('is mine alone', async () => {
    const person = await aPerson(t.deps.db)
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', `/api/detalle/usuario/${person.id}`)).status).toBe(401)
    expect((await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: other })).status).toBe(403)
  })
})
