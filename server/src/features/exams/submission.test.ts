import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, expire, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { closeExpired } from './closing.ts'
import { CLOSE_EXPIRED } from './exams.routes.ts'
import { intentos_evaluacion } from './exams.tables.ts'

const t = useApp()

const submit = (detail: number, token: string, body: unknown = {}) =>
  t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body })
const certificatesOf = (id: number) => t.deps.db.select().from(certificados).where(eq(certificados.id_usuario, id))
const attemptsOf = (detail: number) =>
  t.deps.db.select().from(intentos_evaluacion).where(eq(intentos_evaluacion.id_detalle, detail))

describe('PUT /api/detalle-evaluacion/{id}', () => {
  it('grades the saved answers and ignores the body', async () => {
    const { exam, token, detail } = await aStudentWithExam(t, { values: [4, 4, 4, 4, 4] })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 2) })
    const forged = {
      nota: 20,
      nota_maxima: 1,
      condicion: 'Aprobado',
      aprobado: true,
      intentos: -9,
      estado: 'calificado',
      porcentaje: 100,
    }
    const sent = await submit(detail, token, forged)
    expect(sent.status).toBe(200)
    expect(sent.body.data).toMatchObject({
      estado: 'calificado',
      condicion: 'Desaprobado',
      nota: 8,
      nota_maxima: 20,
      nota_minima: 12,
      porcentaje: 40,
      aprobado: false,
      mejor_nota: 8,
      mejor_porcentaje: 40,
      intentos: 1,
      intentos_restantes: 1,
      cerrado_por_tiempo: false,
      certificado: null,
    })
  })

  it.each([
    ['59.99 of 100', [59.99, 40.01], 1, 59.99, false],
    ['60 of 100', [60, 40], 1, 60, true],
    ['0.03 of 0.05', [0.03, 0.02], 1, 60, true],
    ['nothing answered', [10, 10], 0, 0, false],
  ])('%s', async (_, values, right, porcentaje, aprobado) => {
    const { exam, token } = await aStudentWithExam(t, { values })
    expect(await sit(t, exam, token, right)).toMatchObject({ porcentaje, aprobado })
  })

  it('returns the same on every repeat, certificate included', async () => {
    const { exam, token, detail, student } = await aStudentWithExam(t)
    const first = await sit(t, exam, token)
    expect(first).toMatchObject({ aprobado: true, certificado: { novedad: 'generado' } })
    expect(first.certificado.codigo_certificado).toMatch(/^CERT-[A-Z]{9}$/)
    const again = (await submit(detail, token)).body.data
    expect(first.puntos).toBeGreaterThan(0)
    expect({ ...again, ahora: '' }).toEqual({ ...first, ahora: '' })
    expect(await certificatesOf(student.id)).toHaveLength(2)
  })

  it('keeps the best of two attempts for the grade and the certificate', async () => {
    const { exam, token, student } = await aStudentWithExam(t, { values: [5, 5, 5, 5], intentos: 4 })
    const good = await sit(t, exam, token, 4)
    const worse = await sit(t, exam, token, 1)
    expect(worse).toMatchObject({
      nota: 5,
      porcentaje: 25,
      aprobado: false,
      condicion: 'Desaprobado',
      mejor_nota: 20,
      mejor_porcentaje: 100,
      certificado: { codigo_certificado: good.certificado.codigo_certificado, novedad: 'sin_cambio' },
    })
    expect(await sit(t, exam, token, 3)).toMatchObject({ aprobado: true, certificado: { novedad: 'sin_cambio' } })
    expect((await certificatesOf(student.id)).map((row) => row.nota)).toEqual([100, 100])
  })

  it('raises the certificate with a better attempt, under the same code', async () => {
    const { exam, token, student } = await aStudentWithExam(t, { values: [5, 5, 5, 5], intentos: 4 })
    const first = await sit(t, exam, token, 3)
    const better = await sit(t, exam, token, 4)
    expect(first.certificado.novedad).toBe('generado')
    expect(better.certificado).toEqual({ ...first.certificado, novedad: 'actualizado' })
    expect((await certificatesOf(student.id)).map((row) => row.nota)).toEqual([100, 100])
  })

  it('does not let a stale tab close a newer attempt', async () => {
    const { exam, token, detail } = await aStudentWithExam(t)
    const old = await sit(t, exam, token, 0)
    const fresh = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const stale = await submit(detail, token, { id_intento: old.id_intento })
    expect(stale.body.data).toMatchObject({ estado: 'abierto', id_intento: fresh.body.data.id_intento, nota: 0 })
    const sent = await submit(detail, token, { id_intento: fresh.body.data.id_intento })
    expect(sent.body.data.estado).toBe('calificado')
  })

  it('leaves open what is sent because time ended while it has time, and answers with its limit', async () => {
    const { exam, token, detail } = await aStudentWithExam(t)
    const begun = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const { limite, id_intento } = begun.body.data
    const early = await submit(detail, token, { id_intento, por_tiempo: true })
    expect(early).toMatchObject({ status: 200, body: { data: { estado: 'abierto', limite, id_intento, puntos: 0 } } })
    expect((await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })).status).toBe(200)
    await expire(t, detail, 1)
    const late = await submit(detail, token, { id_intento, por_tiempo: true })
    expect(late.body.data).toMatchObject({ estado: 'calificado', nota: 20 })
  })

  it("rejects anonymous callers, another's detail, no attempt and an ended enrolment", async () => {
    const { token, detail, student, course } = await aStudentWithExam(t)
    const { db } = t.deps
    expect((await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { body: {} })).status).toBe(401)
    const classmate = await aPerson(db)
    await anEnrolment(db, classmate.id, course.id)
    expect((await submit(detail, await t.tokenOf(classmate.id))).status).toBe(404)
    expect(await submit(detail, token)).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
    await db.execute(sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`)
    expect(await submit(detail, token)).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
  })
})

describe('50 concurrent submissions and the closing job', () => {
  it('make one grade and one certificate', async () => {
    const { exam, token, detail, student } = await aStudentWithExam(t, { modules: 2 })
    await anExam(t.deps.db, { id_curso: exam.id_curso })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    await expire(t, detail, 11)
    const sweeps = Array.from({ length: 5 }, () => closeExpired(t.deps.db))
    const sent = await Promise.all(Array.from({ length: 50 }, () => submit(detail, token)))
    await Promise.all(sweeps)
    expect(new Set(sent.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(sent.map((answer) => JSON.stringify({ ...answer.body.data, ahora: '' }))).size).toBe(1)
    expect(await attemptsOf(detail)).toMatchObject([{ estado: 'calificado', nota: 20, cerrado_por_tiempo: true }])
    expect(await certificatesOf(student.id)).toHaveLength(1)
  })

  it('issue the course certificate once for two modules passed concurrently', async () => {
    const first = await aStudentWithExam(t, { modules: 2 })
    const { course, token, student } = first
    const second = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[1]?.id })
    const details = [first.detail, await detailOf(t, second.id, token)]
    for (const [at, exam] of [first.exam, second].entries()) {
      await t.call('POST', `/api/detalle-evaluacion/${details[at]}/intentos`, { token })
      await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, details[at] ?? 0) })
    }
    await Promise.all(details.flatMap((detail) => [submit(detail, token), submit(detail, token)]))
    const made = await certificatesOf(student.id)
    expect(made.map((row) => row.id_modulo).sort()).toEqual([...course.modulos.map((row) => row.id), null].sort())
  })
})

describe('attempts that are never submitted', () => {
  it('are closed by the job with what was saved', async () => {
    const { exam, token, detail } = await aStudentWithExam(t)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 1).slice(0, 1) })
    await expire(t, detail, 9)
    await t.deps.jobs.send(t.deps.db, CLOSE_EXPIRED, {})
    await t.deps.jobs.drain()
    expect(await attemptsOf(detail)).toMatchObject([{ estado: 'abierto' }])
    await expire(t, detail, 11)
    await t.deps.jobs.send(t.deps.db, CLOSE_EXPIRED, {})
    await t.deps.jobs.drain()
    expect(await attemptsOf(detail)).toMatchObject([
      { estado: 'calificado', nota: 10, aprobado: false, cerrado_por_tiempo: true },
    ])
  })

  it('are closed by the first read, and still count as used', async () => {
    const { exam, token, detail, student } = await aStudentWithExam(t, { intentos: 1 })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    await expire(t, detail, 11)
    const again = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(again).toMatchObject({ status: 409, body: { code: 'SIN_INTENTOS' } })
    // The error did not roll the closing back.
    expect(await attemptsOf(detail)).toMatchObject([{ estado: 'calificado', nota: 20, cerrado_por_tiempo: true }])
    const shown = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token })
    expect(shown.body.data).toMatchObject({ cerrado_por_tiempo: true, aprobado: true, intentos_restantes: 0 })
    const questions = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
    expect(questions).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
  })

  it('are closed by reading the detail', async () => {
    const { exam, token, detail, student } = await aStudentWithExam(t)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await expire(t, detail, 11)
    const shown = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token })
    expect(shown.body.data).toMatchObject({ estado: 'calificado', nota: 0, cerrado_por_tiempo: true })
  })

  it('are closed in batches, each once', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => aStudentWithExam(t)))
    await Promise.all(
      made.map(({ detail, token }) => t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })),
    )
    await Promise.all(made.map(({ detail }) => expire(t, detail, 11)))
    const closed = await Promise.all([closeExpired(t.deps.db), closeExpired(t.deps.db)])
    expect(closed.reduce((sum, n) => sum + n, 0)).toBe(60)
  })
})

/** More than the connections of the tests' pool. */
const CLASS = 24

it('a class that ends in one second leaves connections for everyone else', async () => {
  const sitting = async () => {
    const { detail, token } = await aStudentWithExam(t)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    return { detail, token }
  }
  const made = await Promise.all(Array.from({ length: CLASS }, sitting))
  const other = await t.tokenOf((await aPerson(t.deps.db)).id)
  const sent = await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM detalle_evaluacion FOR UPDATE`)
    const answers = made.map(({ detail, token }) => submit(detail, token))
    await untilWaiting(t, 1)
    expect((await t.call('GET', '/api/inicio', { token: other })).status).toBe(200)
    return answers
  })
  const statuses = (await Promise.all(sent)).map(({ status, body }) => [status, body.data.estado])
  expect(statuses).toEqual(Array.from({ length: CLASS }, () => [200, 'calificado']))
})
