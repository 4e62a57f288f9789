import { describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, detailOf } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'

const t = useApp()

const survey = { modelo: 2, values: [0], open: [0] }

describe('GET /api/encuestas/{id}/resultados', () => {
  it('counts what was chosen and lists what was written, without anybody, for the staff of the course', async () => {
    const { exam, course } = await aStudentWithExam(t, survey)
    const [choice, open] = exam.preguntas
    for (const [option, text] of [
      [0, 'Zeta'],
      [2, 'Alfa'],
      [2, ''],
    ] as const) {
      const person = await aPerson(t.deps.db)
      await anEnrolment(t.deps.db, person.id, course.id)
      const token = await t.tokenOf(person.id)
      const detail = await detailOf(t, exam.id, token)
      await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      const body = [
        {
          id_detalle_evaluacion: detail,
          id_pregunta: choice?.id,
          id_opcion: choice?.opciones[option]?.id,
          secuencia: 1,
        },
        ...(text ? [{ id_detalle_evaluacion: detail, id_pregunta: open?.id, respuesta: text, secuencia: 1 }] : []),
      ]
      await t.call('POST', '/api/respuestas', { token, body })
      await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    }
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    await t.deps.db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    const answer = await t.call('GET', `/api/encuestas/${exam.id}/resultados`, { token: await t.tokenOf(teacher.id) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.respondieron).toBe(3)
    expect(answer.body.data.preguntas[0].opciones.map((o: { cuenta: number }) => o.cuenta)).toEqual([1, 0, 2, 0])
    expect(answer.body.data.preguntas[1].respuestas).toEqual(['Alfa', 'Zeta'])
  })

  it('refuses students, who does not teach the course, other brands, and what is no survey', async () => {
    const { exam, token } = await aStudentWithExam(t, survey)
    const url = `/api/encuestas/${exam.id}/resultados`
    const as = async (values: object) => t.tokenOf((await aPerson(t.deps.db, values)).id)
    expect((await t.call('GET', url, { token })).status).toBe(403)
    expect((await t.call('GET', url, { token: await as({ tipo_cliente: 'Docente' }) })).status).toBe(403)
    expect(
      (await t.call('GET', url, { token: await as({ tipo_cliente: 'Administrador', id_cliente: 1 }) })).status,
    ).toBe(404)
    const real = await aStudentWithExam(t)
    const admin = await as({ tipo_cliente: 'Administrador' })
    expect((await t.call('GET', `/api/encuestas/${real.exam.id}/resultados`, { token: admin })).status).toBe(404)
  })
})
