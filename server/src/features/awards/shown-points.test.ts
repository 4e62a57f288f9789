import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

async function aStudent() {
  const person = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db, { modules: 2 })
  await anEnrolment(t.deps.db, person.id, course.id)
  const token = await t.tokenOf(person.id)
  const lessons = course.modulos.flatMap(({ lecciones }) => lecciones.map(({ id }) => id))
  return { token, course: course.id, lessons }
}

const start = (token: string, leccion_id: number | undefined) =>
  t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id } })
const complete = async (token: string, lesson: number | undefined) =>
  (await t.call('POST', `/api/lecciones/${lesson}/completar`, { token })).body.data.puntos

it('completing a lesson tells the points of its attendance, once, and none without one', async () => {
  const { token, lessons } = await aStudent()
  await start(token, lessons[0])
  expect([await complete(token, lessons[0]), await complete(token, lessons[0])]).toEqual([10, 0])
  expect(await complete(token, lessons[1])).toBe(0)
})

it('closing an attendance tells its points once, at the same time too', async () => {
  const { token, lessons } = await aStudent()
  const body = { leccion_id: lessons[0] }
  await start(token, lessons[0])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => t.call('POST', '/api/asistencia/cerrar', { token, body })),
  )
  expect(answers.map((answer) => answer.body.puntos).toSorted()).toEqual([0, 0, 0, 0, 10])
})

it('a post tells its points until the fifth of the day, and a double press tells them once', async () => {
  const { token, course } = await aStudent()
  const forum = { titulo: 'Dudas', contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: course }
  const id_foro = (await t.call('POST', '/api/foros', { token, body: forum })).body.data.id
  const write = async (envio: string) => {
    const body = { contenido: '<p>Gracias</p>', id_foro, envio }
    return (await t.call('POST', '/api/posts-foro', { token, body })).body.data.puntos
  }
  const [twice = '', ...others] = Array.from({ length: 6 }, () => randomUUID())
  const earned = []
  for (const envio of [twice, twice, ...others]) earned.push(await write(envio))
  expect(earned).toEqual([5, 0, 5, 5, 5, 5, 0])
})

it('a submitted exam tells what it and its certificates earned, and a repeat the same', async () => {
  const { exam, token, detail } = await aStudentWithExam(t, { values: [10, 10, 10] })
  await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 2) })
  const submit = async () =>
    (await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })).body.data.puntos
  // 67 for two of three, and 50 each for the certificates of module and course.
  expect([await submit(), await submit()]).toEqual([167, 167])
})

it('a student who turned their pace off is told nothing, and earns all the same', async () => {
  const { token, lessons } = await aStudent()
  await t.call('PUT', '/api/ritmo', { token, body: { activo: false } })
  await start(token, lessons[0])
  expect(await complete(token, lessons[0])).toBe(0)
  expect((await t.call('GET', '/api/puntos/mios', { token })).body.data.total).toBe(1)
})
