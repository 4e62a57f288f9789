import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion } from './exams.tables.ts'

const t = useApp()
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('reading exams', () => {
  it('lists exams and surveys separately, to enrolled students', async () => {
    const { course, exam, token } = await aStudentWithExam(t, { values: [12.5, 7.5], fecha_cierre: inMinutes(60) })
    const [module] = course.modulos
    const { db } = t.deps
    const final = await anExam(db, { id_curso: course.id, nombre: 'Final' })
    const survey = await anExam(db, { id_curso: course.id, nombre: 'Encuesta', modelo: 2, values: [0] })
    const one = await t.call('GET', `/api/evaluacion/${exam.id}`, { token })
    expect(one.status).toBe(200)
    expect(one.body.data).toMatchObject({
      id: exam.id,
      modelo: 1,
      nota_maxima: 20,
      cantidad_preguntas: 2,
      abierta: true,
      id_curso: course.id,
      id_modulo: module?.id,
      curso: 'Curso de prueba',
      modulo: 'Módulo 1',
    })
    const ids = async (url: string) =>
      (await t.call('GET', url, { token })).body.data.map((row: { id: number }) => row.id)
    expect(await ids(`/api/evaluaciones/modulo/${module?.id}`)).toEqual([exam.id])
    expect(await ids(`/api/evaluaciones/solo/curso/${course.id}`)).toEqual([final.id])
    expect(await ids(`/api/encuestas/solo/curso/${course.id}`)).toEqual([survey.id])
  })

  it('requires a live enrolment: 401, 403, 404', async () => {
    const { course, exam, student } = await aStudentWithExam(t)
    const { db } = t.deps
    const stranger = await t.tokenOf((await aPerson(db)).id)
    const foreigner = await t.tokenOf((await aPerson(db, { id_cliente: 1 })).id)
    const expired = await aPerson(db)
    await anEnrolment(db, expired.id, course.id, { fecha_vencimiento: '2020-01-01' })
    const expiredToken = await t.tokenOf(expired.id)
    const [module] = course.modulos
    for (const url of [
      `/api/evaluacion/${exam.id}`,
      `/api/evaluaciones/modulo/${module?.id}`,
      `/api/evaluaciones/solo/curso/${course.id}`,
      `/api/encuestas/solo/curso/${course.id}`,
      `/api/preguntas/evaluacion/${exam.id}`,
    ]) {
      expect((await t.call('GET', url)).status, url).toBe(401)
      for (const token of [stranger, expiredToken]) {
        const refused = await t.call('GET', url, { token })
        expect(refused, url).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
      }
      expect((await t.call('GET', url, { token: foreigner })).status, url).toBe(404)
    }
    const other = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token: stranger })
    expect(other.status).toBe(403)
    expect((await t.call('GET', '/api/evaluacion/0', { token: stranger })).status).toBe(404)
    expect((await t.call('GET', '/api/evaluacion/1e3', { token: stranger })).status).toBe(404)
  })

  it('returns the own detail, or null', async () => {
    const { course, student, token } = await aStudentWithExam(t)
    const exam = await anExam(t.deps.db, { id_curso: course.id })
    const url = `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`
    expect((await t.call('GET', url, { token })).body).toEqual({ data: null })
    const made = await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion: exam.id } })
    expect((await t.call('GET', url, { token })).body.data.id).toBe(made.body.data.id)
  })
})

describe('POST /api/detalle-evaluacion', () => {
  it('creates the detail once and ignores server-owned fields of the body', async () => {
    const { course, student, token } = await aStudentWithExam(t)
    const exam = await anExam(t.deps.db, { id_curso: course.id })
    const forged = {
      id_evaluacion: exam.id,
      id_alumno: 1,
      nota: 20,
      condicion: 'Aprobado',
      intentos: -99,
      estado: 'calificado',
    }
    const first = await t.call('POST', '/api/detalle-evaluacion', { token, body: forged })
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      id_alumno: student.id,
      estado: 'sin_iniciar',
      condicion: '',
      intentos: 0,
      intentos_restantes: 2,
      nota: null,
      mejor_nota: null,
      certificado: null,
      limite: null,
    })
    const again = await t.call('POST', '/api/detalle-evaluacion', { token, body: forged })
    expect(again.status).toBe(200)
    expect(again.body.data.id).toBe(first.body.data.id)
  })

  it('rejects anonymous callers, staff, students without enrolment and invalid bodies', async () => {
    const { exam, course } = await aStudentWithExam(t)
    const { db } = t.deps
    const admin = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador' })).id)
    const stranger = await t.tokenOf((await aPerson(db)).id)
    const body = { id_evaluacion: exam.id }
    expect((await t.call('POST', '/api/detalle-evaluacion', { body })).status).toBe(401)
    expect((await t.call('POST', '/api/detalle-evaluacion', { body, token: admin })).status).toBe(403)
    expect((await t.call('POST', '/api/detalle-evaluacion', { body, token: stranger })).body.code).toBe('SIN_MATRICULA')
    const unknown = await t.call('POST', '/api/detalle-evaluacion', {
      body: { id_evaluacion: 2_000_000_000 },
      token: stranger,
    })
    expect(unknown.status).toBe(404)
    const invalid = await t.call('POST', '/api/detalle-evaluacion', { body: { id_evaluacion: 'uno' }, token: stranger })
    expect(invalid.status).toBe(422)
    expect(invalid.body.errors).toEqual({ id_evaluacion: ['Indica el examen.'] })
    await db.update(evaluaciones).set({ estado: 0 }).where(eq(evaluaciones.id_curso, course.id))
    expect((await t.call('POST', '/api/detalle-evaluacion', { body, token: stranger })).status).toBe(404)
  })
})

describe('starting an attempt', () => {
  it('freezes the clock and the questions, and returns the same attempt again', async () => {
    const { detail, token, exam } = await aStudentWithExam(t)
    const first = await t.call('GET', `/api/detalle-evaluacion/${detail}/incrementar-intento`, { token })
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body.data).toMatchObject({ estado: 'abierto', intentos: 1, intentos_restantes: 1 })
    const { inicio, limite, ahora } = first.body.data
    expect(Date.parse(limite) - Date.parse(inicio)).toBe(15 * 60_000)
    expect(ahora).toBe(inicio)
    const again = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(again.body.data).toMatchObject({ intentos: 1, id_intento: first.body.data.id_intento, inicio, limite })
    const questions = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    expect(questions.body.data.map((row: { id: number }) => row.id)).toEqual(exam.preguntas.map((row) => row.id))
    const reread = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    expect(reread.body).toEqual(questions.body)
  })

  it('returns the questions, new or with the saved answers, and never the key', async () => {
    const { detail, token, exam } = await aStudentWithExam(t)
    const url = `/api/detalle-evaluacion/${detail}/intentos`
    const asked = async () => (await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })).body.data
    const first = await t.call('POST', url, { token })
    expect(first.body.data.preguntas).toHaveLength(exam.preguntas.length)
    expect(first.body.data.preguntas).toEqual(await asked())
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 1) })
    const resumed = await t.call('POST', url, { token })
    expect(resumed.body.data.preguntas).toEqual(await asked())
    expect(resumed.body.data.preguntas[0]).toMatchObject({ id_opcion: expect.any(Number), secuencia: 1 })
    for (const { raw } of [first, resumed]) expect(raw.toString()).not.toMatch(/condicion"?:(true|false)|explicacion/)
  })

  it('closes an expired attempt when its questions are requested, with the grade it earned', async () => {
    const { detail, token, exam, course } = await aStudentWithExam(t)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    await expire(t, detail, 60)
    const asked = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    expect(asked).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
    const body = { id_modulo: course.modulos[0]?.id }
    expect((await t.call('POST', '/api/certificados', { token, body })).status).toBe(200)
  })

  it('ends at the closing date, and grants extra minutes and attempts', async () => {
    const fecha_cierre = inMinutes(5)
    const closing = await aStudentWithExam(t, { fecha_cierre })
    const short = await t.call('POST', `/api/detalle-evaluacion/${closing.detail}/intentos`, { token: closing.token })
    expect(Date.parse(short.body.data.limite)).toBe(Date.parse(fecha_cierre))
    const extra = await aStudentWithExam(t, { intentos: 1 })
    await t.deps.db
      .update(detalle_evaluacion)
      .set({ minutos_extra: 10, intentos_extra: 1 })
      .where(eq(detalle_evaluacion.id, extra.detail))
    const long = await t.call('POST', `/api/detalle-evaluacion/${extra.detail}/intentos`, { token: extra.token })
    expect(Date.parse(long.body.data.limite) - Date.parse(long.body.data.inicio)).toBe(25 * 60_000)
    expect(long.body.data.intentos_restantes).toBe(1)
  })

  it.each([
    [
      'before it opens',
      { fecha_apertura: inMinutes(5) },
      'EXAMEN_CERRADO',
      'El examen no está disponible en este momento.',
    ],
    [
      'after it closed',
      { fecha_cierre: inMinutes(-5) },
      'EXAMEN_CERRADO',
      'El examen no está disponible en este momento.',
    ],
    ['without questions', { values: [] }, 'EXAMEN_SIN_PREGUNTAS', 'Este examen todavía no tiene preguntas.'],
    ['with a maximum of 0', { values: [0, 0] }, 'EXAMEN_SIN_PREGUNTAS', 'Este examen todavía no tiene preguntas.'],
  ])('is refused %s', async (_, shape, code, text) => {
    const { detail, token } = await aStudentWithExam(t, shape)
    const answer = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(answer).toMatchObject({ status: 409, body: { code, message: text, mensaje: text } })
    expect(await t.deps.db.$count(intentos_evaluacion, eq(intentos_evaluacion.id_detalle, detail))).toBe(0)
  })

  it('rejects a prefetch, another student, a missing enrolment and HEAD', async () => {
    const { detail, token, student, course } = await aStudentWithExam(t)
    const { db } = t.deps
    const url = `/api/detalle-evaluacion/${detail}/incrementar-intento`
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }] as Record<
      string,
      string
    >[]) {
      expect((await t.call('GET', url, { token, headers })).status).toBe(403)
    }
    expect((await t.call('HEAD', url, { token })).status).toBe(404)
    expect((await t.call('GET', url)).status).toBe(401)
    const other = await aPerson(db)
    await anEnrolment(db, other.id, course.id)
    const foreign = await t.call('GET', url, { token: await t.tokenOf(other.id) })
    const absent = await t.call('GET', '/api/detalle-evaluacion/2000000000/incrementar-intento', { token })
    expect(foreign.status).toBe(404)
    expect(foreign.raw).toEqual(absent.raw)
    await db.execute(sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`)
    expect(await t.call('GET', url, { token })).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
    expect(await db.$count(intentos_evaluacion, eq(intentos_evaluacion.id_detalle, detail))).toBe(0)
  })

  it('counts attempts, and rejects when none is left', async () => {
    const { detail, token } = await aStudentWithExam(t, { intentos: 2 })
    for (const intentos of [1, 2]) {
      const started = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      expect(started.body.data.intentos).toBe(intentos)
      expect((await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })).status).toBe(200)
    }
    const third = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(third).toMatchObject({ status: 409, body: { code: 'SIN_INTENTOS', message: 'No te quedan intentos.' } })
  })

  it('keeps its questions when the exam is edited in between', async () => {
    const { detail, token, exam, db } = { ...(await aStudentWithExam(t)), db: t.deps.db }
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const before = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    await db.execute(sql`UPDATE preguntas SET pregunta = 'Otra', valor = 1 WHERE id_evaluacion = ${exam.id}`)
    await db.execute(sql`UPDATE opciones SET condicion = false WHERE id_pregunta = ${exam.preguntas[0]?.id}`)
    expect((await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })).body).toEqual(before.body)
    const right = exam.preguntas.map((question) => ({
      id_detalle_evaluacion: detail,
      id_pregunta: question.id,
      id_opcion: question.opciones[1]?.id,
      secuencia: 1,
    }))
    await t.call('POST', '/api/respuestas', { token, body: right })
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    expect(sent.body.data).toMatchObject({ nota: 20, nota_maxima: 20, porcentaje: 100, aprobado: true })
  })
})

describe('50 concurrent starts', () => {
  it('use one attempt and insert one row', async () => {
    const { detail, token } = await aStudentWithExam(t, { intentos: 2 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2
          ? t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
          : t.call('GET', `/api/detalle-evaluacion/${detail}/incrementar-intento`, { token }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.data.id_intento)).size).toBe(1)
    const rows = await t.deps.db.select().from(intentos_evaluacion).where(eq(intentos_evaluacion.id_detalle, detail))
    const [row] = await t.deps.db.select().from(detalle_evaluacion).where(eq(detalle_evaluacion.id, detail))
    expect(rows).toHaveLength(1)
    expect(row?.intentos).toBe(1)
  })
})

describe('another brand', () => {
  it('sees neither exam nor detail', async () => {
    const { db } = t.deps
    const course = await aCourse(db, { id_cliente: 1 })
    const exam = await anExam(db, { id_curso: course.id })
    const token = await t.tokenOf((await aPerson(db)).id)
    const answer = await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion: exam.id } })
    expect(answer.status).toBe(404)
  })
})
