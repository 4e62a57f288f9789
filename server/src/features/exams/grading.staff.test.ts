import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { closeExpired } from './closing.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion } from './exams.tables.ts'

const t = useApp()

type Sent = Awaited<ReturnType<typeof anExamToGrade>>

/** An exam with one choice (10) and two open questions (10 each), sent by its student. */
async function anExamToGrade(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, { values: [10], open: [10, 10], ...shape })
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: made.course.id, id_usuario: teacher.id })
  await send(made.exam, made.detail, made.token)
  return { ...made, teacher: { id: teacher.id, token: await t.tokenOf(teacher.id) } }
}

async function send(exam: Parameters<typeof answersTo>[0], detail: number, token: string, right?: number) {
  await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, right) })
  return t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
}

const inbox = async ({ exam, teacher }: Sent, query = '') =>
  (await t.call('GET', `/api/gestion/calificar?examen=${exam.id}${query}`, { token: teacher.token })).body.data
const item = async ({ exam, teacher }: Sent, id: number, query = '') =>
  (await t.call('GET', `/api/gestion/calificar/${id}?examen=${exam.id}${query}`, { token: teacher.token })).body.data
const grade = ({ teacher }: Sent, id: number, body: object) =>
  t.call('PUT', `/api/calificaciones/${id}`, { token: teacher.token, body })
const correct = ({ teacher }: Sent, id: number, body: object) =>
  t.call('PUT', `/api/gestion/calificaciones/${id}/correccion`, { token: teacher.token, body })
const newsOf = async (id: number) =>
  (await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${id} ORDER BY id`).map(
    (row) => row.mensaje,
  )

async function gradeAll(sent: Sent, ...points: number[]): Promise<number[]> {
  const { data } = await inbox(sent)
  const ids: number[] = data.map((row: { id: number }) => row.id)
  for (const [at, id] of ids.entries()) await grade(sent, id, { puntos: points[at] ?? 0, version: 0 })
  return ids
}

describe('GET /api/gestion/calificar', () => {
  it('lists the answers that wait, by question or by student', async () => {
    const sent = await anExamToGrade()
    const other = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, other.id, sent.course.id)
    const token = await t.tokenOf(other.id)
    await send(sent.exam, await detailOf(t, sent.exam.id, token), token)
    const [first, second] = sent.exam.preguntas.slice(1).map(({ id }) => id)
    const byQuestion = await inbox(sent)
    expect(byQuestion).toMatchObject({ total: 4, siguiente: null })
    expect(byQuestion.data.map((row: { id_pregunta: number }) => row.id_pregunta)).toEqual([
      first,
      first,
      second,
      second,
    ])
    const byStudent = await inbox(sent, '&orden=alumno')
    expect(byStudent.data.map((row: { id_alumno: number }) => row.id_alumno)).toEqual([
      sent.student.id,
      sent.student.id,
      other.id,
      other.id,
    ])
    expect((await inbox(sent, '&recibida=2999-01-01')).data).toEqual([])
    for (const orden of ['nombre', '__proto__', '-constructor']) {
      const refused = await t.call('GET', `/api/gestion/calificar?orden=${orden}`, { token: sent.teacher.token })
      expect(refused.body.errors?.orden, orden).toEqual(['Esta lista no se ordena así.'])
    }
  })

  it('shows an answer with its criterion, earlier attempts and the next one', async () => {
    const sent = await anExamToGrade()
    await gradeAll(sent, 4, 3)
    await t.database.sql`UPDATE preguntas SET criterio = 'Da un ejemplo.' WHERE id = ${sent.exam.preguntas[1]?.id ?? 0}`
    await send(sent.exam, sent.detail, sent.token)
    const { data } = await inbox(sent)
    const [one, two] = data.map((row: { id: number }) => row.id)
    expect(await item(sent, one)).toMatchObject({
      numero: 2,
      respuesta: 'Respuesta 2',
      criterio: 'Da un ejemplo.',
      valor: 10,
      puntos: null,
      version: 0,
      faltan: 2,
      anteriores: [{ numero: 1, respuesta: 'Respuesta 2', puntos: 4, comentario: null }],
      siguiente: two,
    })
    expect((await item(sent, two)).siguiente, 'from the beginning again').toBe(one)
    await grade(sent, one, { puntos: 1, version: 0 })
    expect((await item(sent, two)).siguiente).toBeNull()
  })
})

describe('a second decision', () => {
  it('gets what the first one was, by whom and when', async () => {
    const sent = await anExamToGrade()
    const [row] = (await inbox(sent)).data
    expect((await grade(sent, row.id, { puntos: 7, comentario: 'Bien.', version: 0 })).status).toBe(200)
    const late = await grade(sent, row.id, { puntos: 2, version: 0 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'YA_RESUELTO',
      mensaje: 'Otra persona ya resolvió esto.',
      actual: {
        datos: { puntos: 7, comentario: 'Bien.' },
        version: 1,
        por: { id: sent.teacher.id, nombre: 'Rosa Huamán' },
        en: expect.any(String),
      },
    })
    expect((await grade(sent, row.id, { puntos: 2, version: 1 })).status).toBe(200)
  })

  it('is one of 50: the others get 409', async () => {
    const sent = await anExamToGrade()
    const [row] = (await inbox(sent)).data
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => grade(sent, row.id, { puntos: at / 10, version: 0 })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'YA_RESUELTO')).toHaveLength(49)
  })
})

describe('a correction', () => {
  it('raises a grade, which may pass and give the certificate, and tells the student why', async () => {
    const sent = await anExamToGrade()
    const [one = 0] = await gradeAll(sent, 2, 2)
    const raised = await correct(sent, one, { puntos: 9, motivo: 'No leímos el final.', version: 1 })
    expect(raised.body.data.intento).toMatchObject({ nota: 21, aprobado: true })
    expect(await newsOf(sent.student.id)).toContain('Tu nota subió a 21\nEra 14: No leímos el final.')
    const certificates = await t.database.sql`SELECT nota FROM certificados WHERE id_usuario = ${sent.student.id}`
    expect(certificates.length).toBeGreaterThan(0)
  })

  it('lowers one without certificate, and a stale one gets 409', async () => {
    const sent = await anExamToGrade()
    const [one = 0] = await gradeAll(sent, 2, 2)
    const lowered = await correct(sent, one, { puntos: 1, motivo: 'Copiado.', version: 1 })
    expect(lowered.body.data.intento).toMatchObject({ nota: 13, aprobado: false })
    expect(await newsOf(sent.student.id)).toContain('Tu nota bajó a 13\nEra 14: Copiado.')
    const stale = await correct(sent, one, { puntos: 5, motivo: 'Otra vez.', version: 1 })
    expect(stale.body.code).toBe('YA_RESUELTO')
  })

  it('needs a reason, points within the value, and points that were given', async () => {
    const sent = await anExamToGrade()
    const [row] = (await inbox(sent)).data
    expect((await correct(sent, row.id, { puntos: 5, motivo: 'Antes de tiempo.', version: 0 })).status).toBe(404)
    const [one = 0] = await gradeAll(sent, 2, 2)
    expect((await correct(sent, one, { puntos: 5, motivo: ' ', version: 1 })).body.errors.motivo).toEqual([
      'Escribe el motivo.',
    ])
    expect((await correct(sent, one, { puntos: 11, motivo: 'De más.', version: 1 })).body.errors.puntos).toEqual([
      'Los puntos van de 0 a 10.',
    ])
  })
})

describe('attempts of an exam', () => {
  it('are listed, and each is read with its key', async () => {
    const sent = await anExamToGrade()
    const { token } = sent.teacher
    const list = await t.call('GET', `/api/gestion/evaluaciones/${sent.exam.id}/intentos?estado=pendiente`, { token })
    expect(list.body.data.data).toMatchObject([
      { id_alumno: sent.student.id, alumno: 'Ana María Quispe Núñez', numero: 1, estado: 'pendiente', nota: null },
    ])
    const read = await t.call('GET', `/api/gestion/intentos/${list.body.data.data[0].id}`, { token })
    expect(read.body.data).toMatchObject({
      clave_liberada: true,
      alumno: { id: sent.student.id },
      evaluacion: { id: sent.exam.id },
      extras: { intentos: 0, minutos: 0, cierre: null, version: 0 },
    })
    expect(read.body.data.preguntas[0].id_opcion_correcta).toBe(sent.exam.preguntas[0]?.opciones[1]?.id)
    expect(read.body.data.preguntas[1]).toMatchObject({ id_respuesta: expect.any(Number), version: 0 })
  })
})

describe('extras of a student', () => {
  const give = (sent: Sent, body: object) =>
    t.call('PUT', `/api/gestion/evaluaciones/${sent.exam.id}/alumnos/${sent.student.id}`, {
      token: sent.teacher.token,
      body: { intentos: 0, minutos: 0, motivo: 'Se fue la luz.', version: 0, ...body },
    })
  const begin = (sent: Sent) => t.call('POST', `/api/detalle-evaluacion/${sent.detail}/intentos`, { token: sent.token })

  it('allow one more attempt, told to the student', async () => {
    const sent = await anExamToGrade({ intentos: 1 })
    expect((await begin(sent)).body.code).toBe('SIN_INTENTOS')
    expect((await give(sent, { intentos: 1 })).body.data).toEqual({ intentos: 1, minutos: 0, cierre: null, version: 1 })
    expect(await newsOf(sent.student.id)).toContain('Tienes 1 intento más')
    expect((await begin(sent)).status).toBe(200)
    const stale = await give(sent, { intentos: 2 })
    expect([stale.status, stale.body.code, stale.body.actual.datos.intentos]).toEqual([409, 'CAMBIO_MIENTRAS', 1])
  })

  it('open a closed exam until the own date, for that student alone', async () => {
    const sent = await anExamToGrade({ intentos: 5 })
    const yesterday = sql`now() - interval '1 day'`
    await t.deps.db.update(evaluaciones).set({ fecha_cierre: yesterday }).where(eq(evaluaciones.id, sent.exam.id))
    expect((await begin(sent)).body.code).toBe('EXAMEN_CERRADO')
    const cierre = new Date(Date.now() + 5 * 60_000).toISOString()
    await give(sent, { cierre })
    const shown = await t.call('GET', `/api/evaluacion/${sent.exam.id}`, { token: sent.token })
    expect(shown.body.data.abierta).toBe(true)
    const started = await begin(sent)
    expect(Date.parse(started.body.data.limite), 'the own date comes before the minutes').toBe(Date.parse(cierre))
    const staff = await t.call('GET', `/api/evaluacion/${sent.exam.id}`, { token: sent.teacher.token })
    expect(staff.body.data.abierta).toBe(false)
  })

  it('move the limit of the open attempt on request, only later and only in time', async () => {
    const sent = await anExamToGrade()
    const { body } = await begin(sent)
    const limite = async () =>
      Date.parse(
        (await t.deps.db.select().from(intentos_evaluacion).where(eq(intentos_evaluacion.id, body.data.id_intento)))[0]
          ?.limite ?? '',
      )
    const before = Date.parse(body.data.limite)
    await give(sent, { minutos: 10 })
    expect(await limite()).toBe(before)
    await give(sent, { minutos: 10, version: 1, abiertos: true })
    expect(await limite()).toBe(before + 10 * 60_000)
    await give(sent, { minutos: 0, version: 2, abiertos: true })
    expect(await limite(), 'never earlier').toBe(before + 10 * 60_000)
    await expire(t, sent.detail, 60)
    await give(sent, { minutos: 60, version: 3, abiertos: true })
    expect(await limite(), 'its time was over').toBeLessThan(Date.now())
  })

  it('against the closing job: an attempt extended in time stays open', async () => {
    const sent = await anExamToGrade()
    await begin(sent)
    await expire(t, sent.detail, 5)
    const closing = Array.from({ length: 20 }, () => closeExpired(t.deps.db))
    const [given] = await Promise.all([give(sent, { minutos: 30, abiertos: true }), ...closing])
    expect(given?.status).toBe(200)
    const [row] = await t.deps.db
      .select({ estado: intentos_evaluacion.estado })
      .from(intentos_evaluacion)
      .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
      .where(sql`${detalle_evaluacion.id} = ${sent.detail} AND ${intentos_evaluacion.numero} = 2`)
    expect(row?.estado).toBe('abierto')
  })

  it('are for students of the course', async () => {
    const sent = await anExamToGrade()
    const stranger = await aPerson(t.deps.db)
    const answer = await t.call('PUT', `/api/gestion/evaluaciones/${sent.exam.id}/alumnos/${stranger.id}`, {
      token: sent.teacher.token,
      body: { intentos: 1, minutos: 0, motivo: 'Por error.', version: 0 },
    })
    expect(answer.status).toBe(404)
  })
})
