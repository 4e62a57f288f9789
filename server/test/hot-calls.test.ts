import { beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from './builders.ts'
import { answersTo, aStudentWithExam } from './exams.ts'
import { useApp } from './harness.ts'

/** What is sent while a call is answered, BEGIN and COMMIT and the session's too. */
let sent: string[] = []
const t = useApp({ checked: false, onQuery: (_connection, text) => void sent.push(text) })

type Scene = Awaited<ReturnType<typeof aStudentWithExam>> & { forum: number; attempt: string; text: number }
let scene: Scene

/** A student, with a course, an exam and a forum, whose token this process knows already. */
beforeAll(async () => {
  const made = await aStudentWithExam(t, { values: Array.from({ length: 10 }, () => 2), intentos: 3 })
  const { token, course, student, detail } = made
  const body = { titulo: 'Dudas', contenido: '<p>¿Dudas?</p>', tipo_foro: 'curso', id_curso: course.id }
  const forum = (await t.call('POST', '/api/foros', { token, body })).body.data.id
  await t.call('GET', `/api/usuarios/${student.id}`, { token })
  scene = { ...made, forum, attempt: `/api/detalle-evaluacion/${detail}`, text: 0 }
})

type Method = 'GET' | 'POST' | 'PUT'
type Asked = [method: Method, url: string, body?: object]

/** Statements of one call, which must succeed. */
async function count([method, url, body]: Asked, token: string | undefined = scene.token): Promise<number> {
  sent = []
  const { status } = await t.call(method, url, { token, body })
  expect([url, status < 300]).toEqual([url, true])
  return sent.length
}

const reads: [string, (scene: Scene) => string][] = [
  ['my enrolments', ({ student }) => `/api/matriculas/usuario/${student.id}`],
  ['modules of a course', ({ course }) => `/api/modulos/curso/${course.id}`],
  ['a lesson', ({ course }) => `/api/lecciones/detallado/${course.modulos[0]?.lecciones[0]?.id}`],
  ['forums of a course', ({ course }) => `/api/foros/curso/${course.id}`],
  ['a forum', ({ forum }) => `/api/foros/${forum}`],
  ['notifications', ({ student }) => `/api/todas/notificaciones/usuario/${student.id}`],
  ['unread notifications', ({ student }) => `/api/notificaciones/usuario/${student.id}`],
  ['search feed', ({ student }) => `/api/detalle/usuario/${student.id}`],
  ['comments of a lesson', ({ course }) => `/api/comentarios/leccion/${course.modulos[0]?.lecciones[0]?.id}`],
  [
    'what an exam asks of who may sit it',
    ({ exam, student }) => `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`,
  ],
]

describe('a call that every student makes takes few statements', () => {
  it.each(reads)('%s: one', async (_name, urlOf) => {
    const url = urlOf(scene)
    // The first reading of a day may be written down, which makes the second one's answer a new one.
    expect(await count(['GET', url])).toBeLessThanOrEqual(3)
    expect(await count(['GET', url])).toBeLessThanOrEqual(2)
    expect(await count(['GET', url])).toBe(1)
  })

  it('a page of a forum: two, one told again', async () => {
    const url = `/api/posts-foro?id_foro=${scene.forum}&per_page=15`
    expect(await count(['GET', url])).toBe(2)
    expect(await count(['GET', url])).toBe(1)
  })

  it('a post, a reply, one that mentions somebody: two, two, three', async () => {
    const { forum, student } = scene
    const write = (contenido: string, parent_id?: number) =>
      count(['POST', '/api/posts-foro', { id_foro: forum, contenido, parent_id }])
    expect(await write('<p>Una</p>')).toBe(2)
    const body = { id_foro: forum, contenido: '<p>Arriba</p>' }
    const top = (await t.call('POST', '/api/posts-foro', { token: scene.token, body })).body.data
    expect(await write('<p>Otra</p>', top.id)).toBe(2)
    const mention = `<p><span data-mencion="${student.id}">@Ana</span></p>`
    expect(await write(mention, top.id)).toBe(3)
  })

  it('an exam from its detail to its certificate: three, two, two, three', async () => {
    const { exam, detail, attempt } = scene
    expect(await count(['POST', '/api/detalle-evaluacion', { id_evaluacion: exam.id }])).toBe(3)
    expect(await count(['POST', `${attempt}/intentos`])).toBe(2)
    expect(await count(['POST', '/api/respuestas', answersTo(exam, detail)])).toBe(2)
    expect(await count(['PUT', attempt, {}])).toBe(3)
    const result = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${scene.student.id}`, {
      token: scene.token,
    })
    expect(result.body.data).toMatchObject({ aprobado: true, certificado: { novedad: 'generado' } })
  })

  it('a login, and one with a wrong password: two', async () => {
    const url = '/api/loginalumno'
    expect(await count(['POST', url, { email: scene.student.correo, password: PASSWORD }], '')).toBe(2)
    sent = []
    const wrong = await t.call('POST', url, { body: { email: scene.student.correo, password: 'Otra-clave-9' } })
    expect([wrong.status, sent.length]).toEqual([401, 2])
  })
})
