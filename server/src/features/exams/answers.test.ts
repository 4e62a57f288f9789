import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { respuestas } from './exams.tables.ts'

const t = useApp()

async function anOpenAttempt(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, shape)
  const started = await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
  const [question] = made.exam.preguntas
  const [wrong, right] = question?.opciones ?? []
  if (!question || !wrong || !right) throw new Error('the exam has no question')
  const answer = (id_opcion: number | null, secuencia: number, more: object = {}) => ({
    id_detalle_evaluacion: made.detail,
    id_pregunta: question.id,
    id_opcion,
    secuencia,
    ...more,
  })
  return {
    ...made,
    question,
    wrong: wrong.id,
    right: right.id,
    answer,
    attempt: started.body.data.id_intento as number,
  }
}

const save = (token: string, body: unknown, path = '/api/respuestas') => t.call('POST', path, { token, body })

describe('POST /api/respuestas', () => {
  it('saves one or many answers and returns only what was saved', async () => {
    const { token, exam, detail, answer, wrong } = await anOpenAttempt({ open: [5] })
    const one = await save(token, answer(wrong, 1))
    expect(one.status).toBe(200)
    expect(Object.keys(one.body).sort()).toEqual(['ahora', 'data', 'limite', 'segundos_devueltos'])
    expect(one.body.data).toEqual([
      { id_pregunta: exam.preguntas[0]?.id, secuencia: 1, id_opcion: wrong, respuesta: null },
    ])
    const many = await save(token, answersTo(exam, detail, 3, 2))
    expect(many.body.data).toHaveLength(3)
    expect(many.body.data[2]).toMatchObject({ id_opcion: null, respuesta: 'Respuesta 3', secuencia: 2 })
    const shown = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    expect(shown.body.data[2]).toMatchObject({ respuesta: 'Respuesta 3', secuencia: 2 })
  })

  it("takes the specification's Answer, with the option's id in respuesta", async () => {
    const { token, detail, question, wrong, right, attempt, exam } = await anOpenAttempt()
    const answer = (respuesta: unknown, secuencia: number) => ({
      id_pregunta: question.id,
      id_detalle_evaluacion: detail,
      respuesta,
      secuencia,
    })
    expect((await save(token, answer(wrong, 1))).body.data).toMatchObject([{ id_opcion: wrong, respuesta: null }])
    expect((await save(token, answer(String(right), 2))).body.data).toMatchObject([{ id_opcion: right }])
    const both = await save(token, { ...answer('Texto', 3), id_opcion: wrong })
    expect(both.body.data).toMatchObject([{ id_opcion: wrong, respuesta: null }])
    expect((await save(token, answer(null, 4))).body.data).toMatchObject([{ id_opcion: null }])
    const foreign = exam.preguntas[1]?.opciones[0]?.id
    for (const unknown of [foreign, 'Texto', `0${right}`, `${right}.0`, -right, right + 0.5]) {
      const refused = await save(token, answer(unknown, 9))
      expect([refused.status, refused.body.errors]).toEqual([422, { respuesta: ['Elige una opción de la pregunta.'] }])
    }
    await save(token, answer(right, 10))
    const submitted = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: { id_intento: attempt } })
    expect(submitted.body.data.nota).toBe(question.valor)
  })

  it('never lets an older save overwrite a newer one, in any order of arrival', async () => {
    const { token, answer, wrong, right } = await anOpenAttempt()
    await save(token, answer(right, 7))
    const older = await save(token, answer(wrong, 6))
    const repeated = await save(token, answer(wrong, 7))
    for (const late of [older, repeated]) {
      expect(late).toMatchObject({ status: 200, body: { data: [{ id_opcion: right, secuencia: 7 }] } })
    }
    const cleared = await save(token, answer(null, 8))
    expect(cleared.body.data).toMatchObject([{ id_opcion: null, secuencia: 8 }])
    const batch = await save(token, [answer(wrong, 10), answer(right, 11), answer(wrong, 9)])
    expect(batch.body.data).toMatchObject([{ id_opcion: right, secuencia: 11 }])
  })

  it('keeps the newest of 50 concurrent saves', async () => {
    const { token, answer, wrong, right, attempt } = await anOpenAttempt()
    const order = Array.from({ length: 50 }, (_, at) => (at * 37) % 50)
    const saves = await Promise.all(order.map((at) => save(token, answer(at === 49 ? right : wrong, at + 1))))
    expect(new Set(saves.map((answered) => answered.status))).toEqual(new Set([200]))
    const rows = await t.deps.db.select().from(respuestas).where(eq(respuestas.id_intento, attempt))
    expect(rows).toMatchObject([{ id_opcion: right, secuencia: 50 }])
  })

  it('ignores a correctness flag sent by the student', async () => {
    const { token, answer, wrong, attempt } = await anOpenAttempt()
    await save(token, answer(wrong, 1, { es_verdadero: true, estado: 1, puntos: 20, condicion: true, nota: 20 }))
    const [row] = await t.deps.db.select().from(respuestas).where(eq(respuestas.id_intento, attempt))
    expect(row).toMatchObject({ id_opcion: wrong, puntos: null })
  })

  it('accepts saves until ten seconds after the limit, and none later', async () => {
    const { token, answer, right, wrong, detail, attempt } = await anOpenAttempt()
    await save(token, answer(right, 1))
    await expire(t, detail, 5)
    expect((await save(token, answer(wrong, 2))).status).toBe(200)
    expect((await save(token, answer(right, 3))).status).toBe(200)
    await expire(t, detail, 11)
    for (const path of ['/api/respuestas', '/api/respuestasabiertas']) {
      const late = await save(token, answer(wrong, 4), path)
      expect(late).toMatchObject({ status: 409, body: { code: 'TIEMPO_TERMINADO', message: 'Tiempo terminado.' } })
    }
    const [row] = await t.deps.db.select().from(respuestas).where(eq(respuestas.id_intento, attempt))
    expect(row).toMatchObject({ id_opcion: right, secuencia: 3, puntos: 10 })
  })

  it('is rejected after submission, and when it was meant for another attempt', async () => {
    const { token, answer, right, detail, attempt } = await anOpenAttempt()
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    const closed = await save(token, answer(right, 1))
    expect(closed).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const stale = await save(token, answer(right, 1, { id_intento: attempt }))
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'SIN_INTENTO_ABIERTO', message: 'No tienes un intento abierto de este examen.' },
    })
    expect((await save(token, answer(right, 1))).status).toBe(200)
  })

  it('is rejected beyond 1,200 in ten minutes; saved answers stay and the exam can be submitted', async () => {
    const { token, student, answer, right, wrong, detail, attempt } = await anOpenAttempt()
    await save(token, answer(wrong, 1))
    await t.database.sql`UPDATE limites SET cuenta = 1199
      WHERE regla = 'responder_usuario' AND clave = ${String(student.id)}`
    expect((await save(token, answer(right, 2))).status).toBe(200)
    for (const path of ['/api/respuestas', '/api/respuestasabiertas']) {
      const refused = await save(token, answer(wrong, 3), path)
      expect(refused).toMatchObject({ status: 429, body: { code: 'DEMASIADOS_INTENTOS' } })
      expect(refused.body.message).toMatch(/^Demasiados intentos/)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    }
    const stored = () => t.deps.db.select().from(respuestas).where(eq(respuestas.id_intento, attempt))
    expect(await stored()).toMatchObject([{ id_opcion: right, secuencia: 2 }])

    await t.database.sql`UPDATE limites SET termina_en = now() WHERE regla = 'responder_usuario'`
    expect((await save(token, answer(right, 3))).status).toBe(200)
    await t.database.sql`UPDATE limites SET cuenta = 1200 WHERE regla = 'responder_usuario'`
    expect((await save(token, answer(wrong, 4))).status).toBe(429)
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    expect(sent.status).toBe(200)
    expect(await stored()).toMatchObject([{ id_opcion: right, secuencia: 3, puntos: 10 }])
  })

  it("rejects another's detail, anonymous callers and an ended enrolment", async () => {
    const { answer, right, course, student, token } = await anOpenAttempt()
    const { db } = t.deps
    expect((await t.call('POST', '/api/respuestas', { body: answer(right, 1) })).status).toBe(401)
    const classmate = await aPerson(db)
    await anEnrolment(db, classmate.id, course.id)
    expect((await save(await t.tokenOf(classmate.id), answer(right, 1))).status).toBe(404)
    await db.execute(
      sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${student.id}`,
    )
    expect(await save(token, answer(right, 1))).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
  })

  it('names the field that cannot be saved', async () => {
    const { token, answer, right, question, detail, exam } = await anOpenAttempt({ open: [5] })
    const stranger = await anOpenAttempt()
    const open = { id_detalle_evaluacion: detail, id_pregunta: exam.preguntas[2]?.id }
    const cases: [unknown, string, string][] = [
      [answer(right, 1, { id_pregunta: stranger.question.id }), 'id_pregunta', 'La pregunta no es de este examen.'],
      [answer(stranger.right, 1), 'id_opcion', 'Elige una opción de la pregunta.'],
      [answer(exam.preguntas[1]?.opciones[1]?.id ?? 0, 1), 'id_opcion', 'Elige una opción de la pregunta.'],
      [{ id_detalle_evaluacion: detail, id_pregunta: question.id }, 'id_opcion', 'Elige una opción de la pregunta.'],
      [open, 'respuesta', 'Escribe tu respuesta.'],
      [{ ...open, respuesta: 'a'.repeat(10_001) }, 'respuesta', 'La respuesta puede tener hasta 10000 caracteres.'],
      [
        [answer(right, 1), stranger.answer(right, 1)],
        'id_detalle_evaluacion',
        'Todas las respuestas deben ser del mismo examen.',
      ],
      [[], 'solicitud', 'Revisa las respuestas enviadas.'],
      [{ id_pregunta: 'x' }, 'solicitud', 'Revisa las respuestas enviadas.'],
      [answer(right, -1), 'secuencia', 'Revisa las respuestas enviadas.'],
    ]
    for (const [body, campo, text] of cases) {
      const refused = await save(token, body)
      expect(refused.status, text).toBe(422)
      expect(refused.body.errors, text).toEqual({ [campo]: [text] })
    }
    const nul = await save(token, { ...open, respuesta: 'a\u0000b\ud800', secuencia: 1 }, '/api/respuestasabiertas')
    expect(nul.body.data).toMatchObject([{ respuesta: 'ab' }])
  })
})
