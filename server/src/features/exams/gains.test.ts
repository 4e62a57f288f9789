import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Shape = Omit<Parameters<typeof anExam>[1], 'id_curso'>

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** An exam of 60 minutes, of one attempt, and a student of its course. */
async function aScene(shape: Shape = {}, enrolment: Parameters<typeof anEnrolment>[3] = {}) {
  const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
  const course = await aCourse(t.deps.db, { teacher: teacher.id })
  const exam = await anExam(t.deps.db, {
    id_curso: course.id,
    nombre: 'Final',
    intentos: 1,
    duracion: 60,
    ...shape,
  })
  const student = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id, enrolment)
  const token = await t.tokenOf(teacher.id)
  const path = `/api/gestion/evaluaciones/${exam.id}`
  let version = 0
  const one = async (given: object) => {
    const body = { intentos: 0, minutos: 0, motivo: 'Se fue la luz.', version, ...given }
    const answer = await t.call('PUT', `${path}/alumnos/${student.id}`, { token, body })
    expect(answer.status).toBe(200)
    version = answer.body.data.version
  }
  const group = async (given: object) => {
    const body = { quienes: 'todos', intentos: 0, minutos: 0, motivo: 'Se fue la luz.', envio: randomUUID(), ...given }
    expect((await t.call('POST', `${path}/extras`, { token, body })).status).toBe(200)
    await t.deps.jobs.drain()
    version += 1
  }
  const told = async () =>
    (await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${student.id} ORDER BY id`).map(
      ({ mensaje }) => mensaje,
    )
  return { exam, student, course, token, path, one, group, told }
}

it.each<[string, 'one' | 'group', Shape, object, string[]]>([
  ['all of the minutes', 'one', { fecha_cierre: inMinutes(120) }, { minutos: 30 }, ['Tienes 30 minutos más']],
  ['none before a closing that comes first', 'one', { fecha_cierre: inMinutes(20) }, { minutos: 30 }, []],
  ['none of them to a group either', 'group', { fecha_cierre: inMinutes(20) }, { minutos: 30 }, []],
  ['those until it closes', 'one', { fecha_cierre: inMinutes(75) }, { minutos: 30 }, ['Tienes 15 minutos más']],
  [
    'those of a window to come',
    'one',
    { fecha_apertura: inMinutes(60), fecha_cierre: inMinutes(130) },
    { minutos: 30 },
    ['Tienes 10 minutos más'],
  ],
  ['no attempts of a closed exam', 'one', { fecha_cierre: inMinutes(-5) }, { intentos: 2, minutos: 30 }, []],
  ['no attempts of it to a group', 'group', { fecha_cierre: inMinutes(-5) }, { intentos: 2 }, []],
])('tells a student %s (%s)', async (_, how, shape, given, news) => {
  const made = await aScene(shape)
  await made[how](given)
  expect(await made.told()).toEqual(news)
})

it('a closing that is moved with them gives them all, and is told', async () => {
  const made = await aScene({ fecha_cierre: inMinutes(-5) })
  await made.one({ intentos: 1, minutos: 30, cierre: '2099-01-01T05:00:00.000Z' })
  expect(await made.told()).toEqual([
    'Tienes más intentos y minutos\nTe dimos 1 intento más y 30 minutos más, hasta el 1 ene 2099, 00:00.',
  ])
})

it('minutes for who has no attempt left are told when there is one, or to the attempt that is open', async () => {
  const made = await aScene({ fecha_cierre: inMinutes(45) })
  // Its time ends in 15 minutes.
  await anAttempt(t.deps.db, made.student.id, made.exam.id, { estado: 'abierto' })
  await made.one({ minutos: 10 })
  expect(await made.told()).toEqual([])
  await made.one({ minutos: 20, abiertos: true })
  // Until the exam closes.
  expect(await made.told()).toEqual(['Tienes 30 minutos más'])
})

it('an ended enrolment, or one that ends before, takes the later closing; the dialog is told of both', async () => {
  const cierre = '2099-01-01T05:00:00.000Z'
  const ended = await aScene({ fecha_cierre: inMinutes(60) }, { fecha_vencimiento: limaDay(-1) })
  await ended.one({ intentos: 1, cierre })
  expect(await ended.told()).toEqual([])
  const shown = async ({ path, student, token }: typeof ended) =>
    (await t.call('GET', `${path}/alumnos/${student.id}`, { token })).body.data
  expect(await shown(ended)).toMatchObject({ vigente: false, hasta: limaDay(-1) })
  const short = await aScene({ fecha_cierre: '2098-01-01T05:00:00.000Z' }, { fecha_vencimiento: limaDay(2) })
  await short.one({ cierre })
  expect(await short.told()).toEqual([])
  expect(await shown(short)).toMatchObject({ vigente: true, hasta: limaDay(2) })
})

it('publishing warns of an exam that is open for less than it lasts', async () => {
  const { exam, token } = await aScene()
  const objeto = `evaluacion:${exam.id}`
  const { documento, version } = (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data
  const dates = { fecha_apertura: '2099-01-05T13:00:00.000Z', fecha_cierre: '2099-01-05T13:20:00.000Z' }
  const saved = await t.call('PUT', `/api/gestion/documentos/${objeto}`, {
    token,
    body: { documento: { ...documento, ...dates }, version },
  })
  const body = { documentos: [{ objeto, version: saved.body.data.version }] }
  const tried = await t.call('POST', '/api/gestion/publicar?ensayo=1', { token, body })
  expect(tried.body.data.documentos[0].avisos).toContainEqual({
    ruta: 'fecha_cierre',
    texto: 'Está abierto menos de lo que dura: nadie tendrá sus 60 minutos.',
  })
})
