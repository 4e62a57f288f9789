import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, expire, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { evaluaciones, preguntas } from './exams.tables.ts'

const t = useApp()
const CANARY = 'EXPLICACION-CANARIO-7f3a'

async function withExplanations(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, shape)
  const [lesson] = made.course.modulos[0]?.lecciones ?? []
  await t.deps.db
    .update(preguntas)
    .set({ explicacion: CANARY, id_leccion: lesson?.id, segundo: 42 })
    .where(eq(preguntas.id_evaluacion, made.exam.id))
  return { ...made, lesson }
}

const review = (detail: number, token?: string) =>
  t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })

describe('GET /api/detalle-evaluacion/{id}/revision', () => {
  it('says which answers were right or wrong, and hides the key while attempts are left', async () => {
    const { exam, token, detail, lesson, course } = await withExplanations({ intentos: 2 })
    await sit(t, exam, token, 1)
    const shown = await review(detail, token)
    expect(shown.status).toBe(200)
    const { intento, clave_liberada, preguntas: questions } = shown.body.data
    expect(clave_liberada).toBe(false)
    expect(intento).toMatchObject({ numero: 1, estado: 'calificado', nota: 10, porcentaje: 50, aprobado: false })
    const where = { id: lesson?.id, id_modulo: course.modulos[0]?.id, titulo: 'Lección 1.1', segundo: 42 }
    const hidden = { puntos: null, id_opcion_correcta: null, explicacion: null, leccion: where }
    expect(questions).toMatchObject([
      { id_opcion: exam.preguntas[0]?.opciones[1]?.id, es_correcta: true, ...hidden },
      { id_opcion: exam.preguntas[1]?.opciones[0]?.id, es_correcta: false, ...hidden },
    ])
    expect(leaksKey(String(shown.raw))).toBe(false)
    // Nothing but the student's own choice names an option of the wrong answer.
    const wrong = questions[1]
    const optionIds = wrong.opciones.map((option: { id: number }) => option.id)
    const { opciones: _, ...rest } = wrong
    const named = optionIds.filter((id: number) => JSON.stringify(rest).includes(`:${id},`))
    expect(named).toEqual([wrong.id_opcion])
  })

  it('is of the attempt that is named', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 3 })
    await sit(t, exam, token, 0)
    await sit(t, exam, token, 2)
    const last = (await review(detail, token)).body.data
    expect(last.intento).toMatchObject({ numero: 2, porcentaje: 100 })
    const named = (intento: string) => t.call('GET', `/api/detalle-evaluacion/${detail}/revision${intento}`, { token })
    expect((await named(`?intento=${last.intento.id}`)).body.data).toEqual(last)
    const first = (await named(`?intento=${last.intento.id - 1}`)).body.data
    expect(first.intento).toMatchObject({ numero: 1, porcentaje: 0 })
    const other = await aStudentWithExam(t)
    await sit(t, other.exam, other.token, 2)
    const theirs = (await review(other.detail, other.token)).body.data.intento.id
    expect((await named(`?intento=${theirs}`)).status).toBe(404)
    expect((await named('?intento=uno')).status).toBe(422)
  })

  it('says what was right while a teacher still has to grade an open answer', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 2, values: [10], open: [10] })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 0) })
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    const { intento, preguntas: questions } = (await review(detail, token)).body.data
    expect(intento.estado).toBe('pendiente')
    expect(questions).toMatchObject([
      { es_correcta: false, puntos: null, id_opcion_correcta: null },
      { es_correcta: null, puntos: null, respuesta: 'Respuesta 2' },
    ])
  })

  it('releases the key with 100 %, whatever attempts are left, but not while one is open', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 5 })
    await sit(t, exam, token, 2)
    const released = await review(detail, token)
    expect(released.body.data.clave_liberada).toBe(true)
    expect(released.body.data.preguntas[0]).toMatchObject({
      id_opcion_correcta: exam.preguntas[0]?.opciones[1]?.id,
      explicacion: CANARY,
      puntos: 10,
    })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const open = await review(detail, token)
    expect(open.body.data.clave_liberada).toBe(false)
    expect(leaksKey(String(open.raw))).toBe(false)
  })

  it('releases the key after the last attempt, never while one is open', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 2 })
    await sit(t, exam, token, 0)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect((await review(detail, token)).body.data.clave_liberada).toBe(false)
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    const shown = await review(detail, token)
    expect(shown.body.data.clave_liberada).toBe(true)
    for (const [at, question] of shown.body.data.preguntas.entries()) {
      expect(question).toMatchObject({
        id_opcion: null,
        es_correcta: false,
        puntos: 0,
        id_opcion_correcta: exam.preguntas[at]?.opciones[1]?.id,
        explicacion: CANARY,
      })
    }
  })

  it('releases the key when the exam has closed for everyone', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 5 })
    await sit(t, exam, token, 0)
    const close = (seconds: number) =>
      t.deps.db
        .update(evaluaciones)
        .set({ fecha_cierre: sql`now() - make_interval(secs => ${seconds})` })
        .where(eq(evaluaciones.id, exam.id))
    await close(5)
    // Another student's save may still be on its way.
    expect((await review(detail, token)).body.data.clave_liberada).toBe(false)
    await close(11)
    expect((await review(detail, token)).body.data.clave_liberada).toBe(true)
  })

  it('closes an expired attempt before showing it', async () => {
    const { exam, token, detail } = await withExplanations({ intentos: 1 })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    expect((await review(detail, token)).status).toBe(404)
    await expire(t, detail, 11)
    expect((await review(detail, token)).body.data.intento).toMatchObject({ cerrado_por_tiempo: true, nota: 20 })
  })

  it("is the student's own and the course's teachers'", async () => {
    const { exam, token, detail, course } = await withExplanations()
    await sit(t, exam, token, 0)
    const { db } = t.deps
    const classmate = await aPerson(db)
    await anEnrolment(db, classmate.id, course.id)
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const teacherToken = await t.tokenOf(teacher.id)
    expect((await review(detail)).status).toBe(401)
    expect((await review(detail, await t.tokenOf(classmate.id))).status).toBe(404)
    expect((await review(detail, teacherToken)).status).toBe(403)
    await db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    expect((await review(detail, teacherToken)).body.data.clave_liberada).toBe(true)
  })
})

describe('the key', () => {
  it('is returned to staff only', async () => {
    const { exam, course } = await withExplanations()
    const { db } = t.deps
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    await db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    for (const person of [teacher, admin]) {
      const read = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token: await t.tokenOf(person.id) })
      expect(read.body.data[0].opciones.map((option: { condicion: boolean }) => option.condicion)).toEqual([
        false,
        true,
        false,
        false,
      ])
    }
  })

  it('shuffles the options per attempt, and keeps the order of the questions', async () => {
    const { exam, token, detail } = await withExplanations({ values: Array.from({ length: 12 }, () => 1), intentos: 2 })
    const seen = []
    for (const _ of [1, 2]) {
      await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      const { body } = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
      expect(body.data.map((question: { id: number }) => question.id)).toEqual(exam.preguntas.map((row) => row.id))
      seen.push(
        body.data.map((question: { opciones: { id: number }[] }) => question.opciones.map((option) => option.id)),
      )
      await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    }
    expect(seen[0]).not.toEqual(seen[1])
  })

  /**
   * Every GET of the application with ids that are real for this student, in each state of the exam before the release.
   * A route that is added later is walked as well.
   */
  it('is in no response that a student can get before its release', async () => {
    const { exam, token, detail, course, student, lesson } = await withExplanations({ intentos: 3, open: [5] })
    const { db } = t.deps
    await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id, modelo: 2, values: [0] })
    const values = [exam.id, detail, course.id, course.modulos[0]?.id, lesson?.id, student.id, exam.preguntas[0]?.id]
    const ids = [...new Set(values)].map(String)
    const document = (await t.call('GET', '/api/openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>
    }
    const routes = Object.entries(document.paths).flatMap(([path, methods]) => (methods.get ? [path] : []))
    expect(routes.length).toBeGreaterThan(15)
    const urls = routes.filter((path) => !ENDLESS.test(path)).flatMap((path) => expand(path, ids))
    const leaks: string[] = []
    const answered = new Set<string>()
    const walk = async (state: string) => {
      for (const url of urls) {
        const answer = await t.call('GET', url, { token })
        if (answer.status === 200) answered.add(url)
        if (leaksKey(String(answer.raw))) leaks.push(`${state}: ${url}`)
      }
    }
    await walk('antes')
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const saved = await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 1) })
    const writes = [saved]
    await walk('abierto')
    writes.push(await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} }))
    await walk('enviado')
    writes.push(await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token }))
    for (const answer of writes) if (leaksKey(String(answer.raw))) leaks.push('escritura')
    expect(leaks).toEqual([])
    // Proves that the loop reached the questions.
    expect([...answered]).toContain(`/api/preguntas/evaluacion/${exam.id}`)
    expect([...answered]).toContain(`/api/detalle-evaluacion/${detail}/revision`)
    expect(answered.size).toBeGreaterThan(25)
    expect((await review(detail, token)).body.data.clave_liberada).toBe(false)
  }, 120_000)
})

/** A stream does not end, and this GET starts an attempt. */
const ENDLESS = /notificaciones\/eventos|incrementar-intento/

/** A path with every real id in every parameter. */
function expand(path: string, ids: string[]): string[] {
  const place = path.match(/\{[^}]+\}/)?.[0]
  return place ? ids.flatMap((id) => expand(path.replace(place, id), ids)) : [path]
}

const leaksKey = (body: string): boolean =>
  body.includes(CANARY) || /"condicion":\s*(true|false)|es_verdadero|"id_opcion_correcta":\s*\d/.test(body)
