import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { modulos } from '../catalogue/catalogue.tables.ts'
import { evaluaciones } from './exams.tables.ts'

const t = useApp()

type Scene = Awaited<ReturnType<typeof aStudentWithExam>>

const WAYS: [string, (scene: Scene) => Promise<unknown>][] = [
  [
    'the exam is hidden',
    ({ exam }) => t.deps.db.update(evaluaciones).set({ estado: 0 }).where(eq(evaluaciones.id, exam.id)),
  ],
  [
    'its module is removed',
    ({ course }) =>
      t.deps.db
        .update(modulos)
        .set({ activo: false })
        .where(eq(modulos.id, course.modulos[0]?.id ?? 0)),
  ],
]

const statusOf = async (url: string, token: string) => (await t.call('GET', url, { token })).status
const codeOf = async (url: string, token: string, body?: object) =>
  (await t.call('POST', url, { token, body })).body.code

describe.each(WAYS)('when %s', (_, hide) => {
  it('an attempt is read again, answered and submitted, and its result stays', async () => {
    const scene = await aStudentWithExam(t, { intentos: 3 })
    const { course, exam, detail, token, student } = scene
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await hide(scene)
    const read = await t.call('GET', `/api/evaluacion/${exam.id}`, { token })
    expect(read).toMatchObject({ status: 200, body: { data: { abierta: false } } })
    const own = `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`
    expect((await t.call('GET', own, { token })).body.data).toMatchObject({ estado: 'abierto' })
    expect((await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })).status).toBe(200)
    expect(await detailOf(t, exam.id, token)).toBe(detail)
    const { body: detailed } = await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })
    expect(detailed.data.intento_abierto).toMatchObject({ id_evaluacion: exam.id })

    expect((await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })).status).toBe(200)
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    expect(sent).toMatchObject({ status: 200, body: { data: { mejor_porcentaje: 100 } } })
    expect(await statusOf(`/api/evaluacion/${exam.id}`, token)).toBe(200)
    expect(await statusOf(`/api/detalle-evaluacion/${detail}/revision`, token)).toBe(200)
    expect(await codeOf(`/api/detalle-evaluacion/${detail}/intentos`, token)).toBe('EXAMEN_CERRADO')
  })

  it('those who had not begun do not find it, nor see it in the calendar', async () => {
    const closes = '2099-05-05T15:00:00Z'
    const scene = await aStudentWithExam(t, { fecha_cierre: closes })
    const { course, exam, student } = scene
    const { db } = t.deps
    const final = await anExam(db, { id_curso: course.id, fecha_cierre: closes })
    const other = await aPerson(db)
    await anEnrolment(db, other.id, course.id)
    const late = await t.tokenOf(other.id)
    const dates = async () =>
      (
        await t.call('GET', `/api/calendario/usuario/${other.id}?desde=2099-05-01&hasta=2099-05-31`, { token: late })
      ).body.data.map((event: { id_evaluacion: number }) => event.id_evaluacion)
    expect(await dates()).toEqual([exam.id, final.id])
    await hide(scene)
    expect(await dates()).toEqual([final.id])
    expect(await statusOf(`/api/evaluacion/${exam.id}`, late)).toBe(404)
    expect(await statusOf(`/api/preguntas/evaluacion/${exam.id}`, late)).toBe(404)
    expect(await codeOf('/api/detalle-evaluacion', late, { id_evaluacion: exam.id })).toBe('NO_ENCONTRADO')
    // A detail without an attempt is no beginning.
    expect(await statusOf(`/api/evaluacion/${exam.id}`, scene.token)).toBe(404)
    const admin = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador' })).id)
    const { body } = await t.call('GET', `/api/gestion/alumnos/${student.id}/evaluaciones`, { token: admin })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([final.id])
  })
})

it('a survey that was answered and is hidden does not come back', async () => {
  const scene = await aStudentWithExam(t, { modelo: 2, values: [0] })
  await sit(t, scene.exam, scene.token)
  await t.deps.db.update(evaluaciones).set({ estado: 0 }).where(eq(evaluaciones.id, scene.exam.id))
  expect(await codeOf(`/api/detalle-evaluacion/${scene.detail}/intentos`, scene.token)).toBe('ENCUESTA_RESPONDIDA')
})
