import { randomUUID } from 'node:crypto'
import type { RegradeBody } from '@campus/contract/grading'
import { describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../app/job-kinds.ts'
import { type Apply, endLostJobs, runJob } from '../../kit/batches/batches.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import { correctedQuestion } from './regrading.ts'
import { pointsOf } from './scoring.ts'

const t = useApp()

/** An exam of two questions of 10 points, whose teacher is Rosa. */
async function anExamOfRosa(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, { values: [10, 10], nombre: 'Prueba final', ...shape })
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: made.course.id, id_usuario: teacher.id })
  return { ...made, rosa: await t.tokenOf(teacher.id) }
}
type Made = Awaited<ReturnType<typeof anExamOfRosa>>

async function aClassmate({ course }: Made) {
  const person = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, person.id, course.id)
  return { id: person.id, nombre: `${person.nombres} ${person.apellidos}`, token: await t.tokenOf(person.id) }
}

const wrong = (made: Made) => {
  const [first] = made.exam.preguntas
  if (!first) throw new Error('an exam without questions')
  return first
}

/** As if the editor had published another right option: A instead of B. */
async function correctKey(made: Made, at = 0): Promise<void> {
  const { id, opciones } = wrong(made)
  await t.database.sql`UPDATE opciones SET condicion = (id = ${opciones[at]?.id ?? 0}) WHERE id_pregunta = ${id}`
}

const regrade = (made: Made, body: Partial<RegradeBody> = {}, token = made.rosa) =>
  t.call('POST', `/api/gestion/evaluaciones/${made.exam.id}/recalificar`, {
    token,
    body: {
      id_pregunta: wrong(made).id,
      decision: 'clave_nueva',
      motivo: 'La clave estaba mal.',
      envio: randomUUID(),
      ...body,
    },
  })

async function regradeNow(made: Made, body: Partial<RegradeBody> = {}) {
  const { body: asked } = await regrade(made, body)
  await t.deps.jobs.drain()
  return (await t.call('GET', `/api/gestion/trabajos/${asked.data.trabajo.id}`, { token: made.rosa })).body.data
}

/** What the correction would change, by its dry run. */
async function tryRegrade(made: Made, body: Partial<RegradeBody> = {}) {
  const asked = (await regrade(made, { ...body, ensayo: true })).body.data
  const trial = () =>
    t.call('GET', `/api/gestion/evaluaciones/${made.exam.id}/ensayos/${asked.trabajo.id}`, { token: made.rosa })
  expect((await trial()).body.data).toEqual({ ...asked, efecto: null, alumnos: null })
  await t.deps.jobs.drain()
  return (await trial()).body.data
}

const gradesOf = async (made: Made, person: number) =>
  (
    await t.database.sql<
      { nota: number }[]
    >`SELECT i.nota FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
    WHERE d.id_evaluacion = ${made.exam.id} AND d.id_alumno = ${person} ORDER BY i.numero`
  ).map(({ nota }) => Number(nota))

const newsOf = async (person: number) =>
  (
    await t.database.sql<{ mensaje: string }[]>`SELECT mensaje FROM notificaciones WHERE id_usuario = ${person}
    AND mensaje LIKE 'Tu nota%' ORDER BY id`
  ).map(({ mensaje }) => mensaje)

/** Everything that a correction may change. */
const stateOf = (made: Made) =>
  t.database.sql`SELECT i.id, i.nota, i.aprobado, i.preguntas, r.puntos FROM intentos_evaluacion i
    JOIN detalle_evaluacion d ON d.id = i.id_detalle LEFT JOIN respuestas r ON r.id_intento = i.id
    WHERE d.id_evaluacion = ${made.exam.id} ORDER BY i.id, r.id`

describe('a corrected key', () => {
  it('is counted first, then raises who was right, lowers no one, issues the certificate and says so once', async () => {
    const made = await anExamOfRosa()
    const other = await aClassmate(made)
    // The first student is right by the old key, the other by the new one.
    await sit(t, made.exam, made.token, 2)
    const sent = await sit(t, made.exam, other.token, 0)
    expect(sent).toMatchObject({ nota: 0, aprobado: false })
    await correctKey(made)
    await t.database.sql`UPDATE preguntas SET valor = 4 WHERE id = ${made.exam.preguntas[1]?.id ?? 0}`
    const before = await stateOf(made)

    expect(await tryRegrade(made)).toEqual({
      intentos: 2,
      efecto: { suben: 1, aprueban: 0, certificados: 0 },
      alumnos: {
        total: 1,
        primeros: [{ id: other.id, nombre: other.nombre, antes: 0, ahora: 10, aprueba: false, certificado: false }],
      },
      trabajo: expect.objectContaining({ tipo: 'ensayo', estado: 'terminado', total: 2, hechas: 2 }),
    })
    expect(await stateOf(made)).toEqual(before)
    expect(await newsOf(other.id)).toEqual([])

    const job = await regradeNow(made)
    expect(job).toMatchObject({
      tipo: 'recalificar',
      titulo: 'Recalificar la pregunta 1 de «Prueba final»',
      ...{ estado: 'terminado', total: 2, hechas: 2, errores: 0, pedido_por: { nombre: 'Rosa Huamán' } },
      resultado: { suben: 1, aprueban: 0, certificados: 0 },
    })
    expect(await gradesOf(made, made.student.id)).toEqual([20])
    expect(await gradesOf(made, other.id)).toEqual([10])
    expect(await newsOf(other.id)).toEqual(['Tu nota subió a 10\nEra 0: corregimos la pregunta 1.'])
    expect(await newsOf(made.student.id)).toEqual([])

    const after = await stateOf(made)
    expect(await regradeNow(made)).toMatchObject({ resultado: { suben: 0, aprueban: 0, certificados: 0 } })
    expect(await stateOf(made)).toEqual(after)
    expect(await newsOf(other.id)).toHaveLength(1)
  })

  it('lets who passes by it have the certificate', async () => {
    const made = await anExamOfRosa({ values: [10] })
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const tried = await tryRegrade(made)
    expect(tried.efecto).toEqual({ suben: 1, aprueban: 1, certificados: 2 })
    expect(tried.alumnos.primeros).toMatchObject([{ antes: 0, ahora: 10, aprueba: true, certificado: true }])
    expect(await t.database.sql`SELECT 1 FROM certificados WHERE id_usuario = ${made.student.id}`).toEqual([])
    const job = await regradeNow(made)
    expect(job.resultado).toEqual({ suben: 1, aprueban: 1, certificados: 2 })
    expect(
      await t.database.sql`SELECT nota::int AS nota FROM certificados WHERE id_usuario = ${made.student.id}`,
    ).toEqual([{ nota: 100 }, { nota: 100 }])
  })

  it('is counted by whole students, as the correction then finds it', async () => {
    const made = await anExamOfRosa({ values: [10], intentos: 2 })
    const { exam, course } = made
    const students = 250
    await t.database.sql`WITH made AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
        SELECT 2, 'Ana', 'Quispe', 'lote-' || ${exam.id}::bigint || '-' || n || '@prueba.pe', 'x'
        FROM generate_series(1, ${students}::int) n RETURNING id),
      places AS (INSERT INTO matriculas (id_usuario, id_curso) SELECT id, ${course.id}::bigint FROM made)
      INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos) SELECT ${exam.id}::bigint, id, 2 FROM made`
    // Two failed attempts each, both right by the new key: 251 students, so a batch of 200 and one of 51.
    await sit(t, exam, made.token, 0)
    await t.database.sql`WITH made AS (
        INSERT INTO intentos_evaluacion (id_detalle, id_evaluacion, numero, estado, preguntas, nota, nota_maxima, aprobado, enviado_en)
        SELECT d.id, d.id_evaluacion, n, 'calificado', i.preguntas, 0, i.nota_maxima, false, now()
        FROM detalle_evaluacion d CROSS JOIN generate_series(1, 2) n
        JOIN detalle_evaluacion own ON own.id_evaluacion = d.id_evaluacion
        JOIN intentos_evaluacion i ON i.id_detalle = own.id
        WHERE d.id_evaluacion = ${exam.id} AND d.id <> own.id RETURNING id)
      INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, puntos)
      SELECT id, ${wrong(made).id}::bigint, ${wrong(made).opciones[0]?.id ?? 0}::bigint, 0 FROM made`
    await correctKey(made)
    const tried = await tryRegrade(made)
    const expected = { suben: 2 * students + 1, aprueban: students + 1, certificados: 2 * (students + 1) }
    expect(tried).toMatchObject({ intentos: 2 * students + 1, efecto: expected, trabajo: { total: students + 1 } })
    // Each student once, and a hundred of them by name.
    expect(tried.alumnos.total).toBe(students + 1)
    expect(tried.alumnos.primeros).toHaveLength(100)
    expect((await regradeNow(made)).resultado).toEqual(expected)
  })

  it('may count beside the former one, and shows both answers as right', async () => {
    const made = await anExamOfRosa()
    const other = await aClassmate(made)
    const one = await sit(t, made.exam, made.token, 2)
    const two = await sit(t, made.exam, other.token, 0)
    await correctKey(made)
    await regradeNow(made, { decision: 'clave_nueva_o_anterior' })
    for (const [detail, token] of [
      [one.id, made.token],
      [two.id, other.token],
    ]) {
      const review = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
      expect(review.body.data.preguntas[0].es_correcta).toBe(true)
    }
  })

  it('may give its points to all, also to who left it blank', async () => {
    const made = await anExamOfRosa()
    const detail = await detailOf(t, made.exam.id, made.token)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token: made.token })
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token: made.token, body: {} })
    expect(await gradesOf(made, made.student.id)).toEqual([0])
    const shown = async () => {
      const { body } = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token: made.token })
      return body.data.preguntas.map(({ anulada, es_correcta }: Record<string, boolean>) => [anulada, es_correcta])
    }
    expect(await shown()).toEqual([
      [false, false],
      [false, false],
    ])
    await regradeNow(made, { decision: 'puntos_a_todos' })
    expect(await gradesOf(made, made.student.id)).toEqual([10])
    expect(await shown(), 'the student sees which').toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('is told with the place that the question had for the student', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await t.database.sql`UPDATE preguntas SET orden = 9 WHERE id = ${wrong(made).id}`
    expect(await regradeNow(made, { decision: 'puntos_a_todos' })).toMatchObject({
      titulo: 'Anular la pregunta 2 de «Prueba final»',
    })
    expect(await newsOf(made.student.id)).toEqual(['Tu nota subió a 10\nEra 0: anulamos la pregunta 1.'])
  })

  it('reaches an attempt that is open, and one that waits for a teacher', async () => {
    const made = await anExamOfRosa({ values: [10], open: [10] })
    const other = await aClassmate(made)
    await sit(t, made.exam, other.token, 0)
    await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
    await t.call('POST', '/api/respuestas', {
      token: made.token,
      body: answersTo(made.exam, made.detail, 0).slice(0, 1),
    })
    await correctKey(made)
    await regradeNow(made)
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${made.detail}`, { token: made.token, body: {} })
    expect(sent.body.data).toMatchObject({ nota: 10 })
    const waiting = await t.database.sql`SELECT i.estado, i.nota, r.puntos::int AS puntos FROM intentos_evaluacion i
      JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN respuestas r ON r.id_intento = i.id
      WHERE d.id_alumno = ${other.id} ORDER BY r.id LIMIT 1`
    expect(waiting).toEqual([{ estado: 'pendiente', nota: null, puntos: 10 }])
  })

  it('keeps what a teacher gave beyond the key', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    const [answer] = await t.database
      .sql`SELECT r.id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
      JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${made.student.id} ORDER BY r.id LIMIT 1`
    await t.call('PUT', `/api/gestion/calificaciones/${answer?.id}/correccion`, {
      token: made.rosa,
      body: { puntos: 7, motivo: 'Razonó bien.', version: 0 },
    })
    await regradeNow(made)
    expect(await gradesOf(made, made.student.id)).toEqual([7])
    await correctKey(made)
    await regradeNow(made)
    expect(await gradesOf(made, made.student.id)).toEqual([10])
  })
})

describe('a question given to everyone', () => {
  const annul = (made: Made, id_pregunta: number) => regradeNow(made, { decision: 'puntos_a_todos', id_pregunta })
  const attemptOf = async (person: number) =>
    (
      await t.database.sql<{ estado: string; nota: number | null; aprobado: boolean | null }[]>`
        SELECT i.estado, i.nota::float AS nota, i.aprobado FROM intentos_evaluacion i
        JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${person}`
    )[0]
  const waitingIn = async (made: Made) =>
    (await t.call('GET', `/api/gestion/calificar?examen=${made.exam.id}`, { token: made.rosa })).body.data.total

  it('ends the wait of an open one, with grade, certificate and notice, and keeps it for the others', async () => {
    const made = await anExamOfRosa({ values: [10], open: [10, 5] })
    const [, first, second] = made.exam.preguntas
    await sit(t, made.exam, made.token, 1)
    expect(await attemptOf(made.student.id)).toMatchObject({ estado: 'pendiente', nota: null })
    expect((await annul(made, first?.id ?? 0)).resultado).toEqual({ suben: 0, aprueban: 0, certificados: 0 })
    expect(await attemptOf(made.student.id)).toMatchObject({ estado: 'pendiente', nota: null })
    expect(await waitingIn(made)).toBe(1)
    const tried = await tryRegrade(made, { decision: 'puntos_a_todos', id_pregunta: second?.id ?? 0 })
    expect(tried.alumnos.primeros).toMatchObject([{ antes: null, ahora: 25, aprueba: true, certificado: true }])
    expect((await annul(made, second?.id ?? 0)).resultado).toEqual({ suben: 1, aprueban: 1, certificados: 2 })
    expect(await attemptOf(made.student.id)).toEqual({ estado: 'calificado', nota: 25, aprobado: true })
    expect(await waitingIn(made)).toBe(0)
    const news = await t.database
      .sql`SELECT mensaje, asunto FROM notificaciones WHERE id_usuario = ${made.student.id} AND clave LIKE 'calificacion:%'`
    expect(news).toEqual([{ mensaje: 'Ya está tu nota', asunto: 'Prueba final' }])
    expect((await annul(made, second?.id ?? 0)).resultado).toMatchObject({ suben: 0 })
  })

  it('is graded by no one any more, and an attempt sent later does not wait for it', async () => {
    const made = await anExamOfRosa({ values: [], open: [10, 10] })
    const [first] = made.exam.preguntas
    const other = await aClassmate(made)
    await sit(t, made.exam, made.token, 0)
    const detail = await detailOf(t, made.exam.id, other.token)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token: other.token })
    await annul(made, first?.id ?? 0)
    const [answer] = await t.database
      .sql`SELECT r.id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
      JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${made.student.id} AND r.id_pregunta = ${first?.id}`
    const graded = await t.call('PUT', `/api/calificaciones/${answer?.id}`, { token: made.rosa, body: { puntos: 1 } })
    expect(graded.body).toMatchObject({ code: 'RESPUESTA_CALIFICADA' })
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token: other.token, body: {} })
    expect(sent.body.data).toMatchObject({ estado: 'calificado', nota: 10 })
  })

  it('may have left the exam', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await t.database.sql`UPDATE preguntas SET activo = false WHERE id = ${wrong(made).id}`
    expect((await regrade(made)).body).toMatchObject({
      errors: { id_pregunta: ['Esta pregunta ya no está en el examen.'] },
    })
    const job = await annul(made, wrong(made).id)
    expect(job).toMatchObject({
      titulo: 'Anular una pregunta quitada de «Prueba final»',
      resultado: { suben: 1 },
    })
    expect(await gradesOf(made, made.student.id)).toEqual([10])
    expect(await newsOf(made.student.id)).toEqual(['Tu nota subió a 10\nEra 0: anulamos la pregunta 1.'])
  })
})

describe('the news of it', () => {
  it('speaks of the best grade, and counts a student once', async () => {
    const made = await anExamOfRosa({ intentos: 3 })
    await sit(t, made.exam, made.token, 1)
    await sit(t, made.exam, made.token, 0)
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const job = await regradeNow(made)
    expect(job.resultado).toEqual({ suben: 2, aprueban: 0, certificados: 0 })
    expect(await gradesOf(made, made.student.id)).toEqual([10, 10, 10])
    expect(await newsOf(made.student.id)).toEqual([])
    await regradeNow(made, { decision: 'puntos_a_todos', id_pregunta: made.exam.preguntas[1]?.id ?? 0 })
    expect(await newsOf(made.student.id)).toEqual(['Tu nota subió a 20\nEra 10: anulamos la pregunta 2.'])
    expect(
      (await t.database.sql`SELECT count(*)::int AS n FROM certificados WHERE id_usuario = ${made.student.id}`)[0],
    ).toEqual({ n: 2 })
  })
})

describe('the request', () => {
  it('sent twice makes one job', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    const envio = randomUUID()
    const [one, two] = await Promise.all([regrade(made, { envio }), regrade(made, { envio })])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.data.trabajo.id).toBe(two.body.data.trabajo.id)
  })

  it('is refused for an open question, one of another exam, and by who does not teach the course', async () => {
    const made = await anExamOfRosa({ values: [10], open: [10] })
    const open = made.exam.preguntas[1]?.id ?? 0
    expect((await regrade(made, { id_pregunta: open })).body).toMatchObject({
      errors: { id_pregunta: ['Las respuestas abiertas se corrigen una por una, en Calificar.'] },
    })
    const elsewhere = await anExamOfRosa()
    expect((await regrade(made, { id_pregunta: wrong(elsewhere).id })).body).toMatchObject({
      errors: { id_pregunta: ['Esta pregunta ya no está en el examen.'] },
    })
    expect((await regrade(made, { motivo: ' ' })).body.errors.motivo).toEqual(['Escribe el motivo.'])
    expect((await regrade(made, {}, elsewhere.rosa)).status).toBe(404)
  })
})

describe('a dry run', () => {
  it('is read at its own exam by who grades it, and is no job of the list', async () => {
    const made = await anExamOfRosa()
    const elsewhere = await anExamOfRosa()
    const { id } = (await regrade(made, { ensayo: true })).body.data.trabajo
    const read = (exam: number, trabajo: number, token: string) =>
      t.call('GET', `/api/gestion/evaluaciones/${exam}/ensayos/${trabajo}`, { token })
    expect((await read(made.exam.id, id, made.rosa)).status).toBe(200)
    expect((await read(made.exam.id, id, elsewhere.rosa)).status).toBe(404)
    expect((await read(elsewhere.exam.id, id, elsewhere.rosa)).status).toBe(404)
    const correction = (await regrade(made)).body.data.trabajo.id
    expect((await read(made.exam.id, correction, made.rosa)).status).toBe(404)
    const listed = (await t.call('GET', '/api/gestion/trabajos', { token: made.rosa })).body.data.data
    expect(listed.map((job: { id: number }) => job.id)).toEqual([correction])
    await t.deps.jobs.drain()
  })
})

const regradingBy = (apply: Apply) => ({ ...JOB_KINDS, recalificar: { ...JOB_KINDS.recalificar, apply } })

describe('a job', () => {
  it('delivered twice at once, and again, is done once', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const { body } = await regrade(made)
    const { id } = body.data.trabajo
    const run = () => runJob(t.deps.db, t.deps.jobs, id, JOB_KINDS, false)
    await Promise.all([run(), run()])
    await run()
    const done = await t.call('GET', `/api/gestion/trabajos/${id}`, { token: made.rosa })
    expect(done.body.data).toMatchObject({ estado: 'terminado', hechas: 1, resultado: { suben: 1 } })
    expect(await newsOf(made.student.id)).toHaveLength(1)
    await t.deps.jobs.drain()
  })

  it('goes on with the rows that are left after a batch that failed, and fails for good with the last try', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    const { id } = (await regrade(made)).body.data.trabajo
    const broken = regradingBy(() => Promise.reject(new Error('sin disco')))
    await expect(runJob(t.deps.db, t.deps.jobs, id, broken, false)).rejects.toThrow('sin disco')
    const job = async () => (await t.call('GET', `/api/gestion/trabajos/${id}`, { token: made.rosa })).body.data
    expect(await job()).toMatchObject({ estado: 'en_cola', hechas: 0 })
    await expect(runJob(t.deps.db, t.deps.jobs, id, broken, true)).rejects.toThrow('sin disco')
    expect(await job()).toMatchObject({ estado: 'fallido', hechas: 0, terminado_en: expect.any(String) })
    await t.deps.jobs.drain()
    expect(await job()).toMatchObject({ estado: 'fallido' })
  })

  it('names the rows that could not be done', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    const { id } = (await regrade(made)).body.data.trabajo
    const failing = async () => ({ resultado: {}, errores: [{ fila: 1, mensaje: 'No existe.' }] })
    await runJob(t.deps.db, t.deps.jobs, id, regradingBy(failing), false)
    const rows = await t.call('GET', `/api/gestion/trabajos/${id}/filas`, { token: made.rosa })
    expect(rows.body.data).toEqual({ data: [{ fila: 1, mensaje: 'No existe.' }], total: 1, siguiente: null })
    const listed = await t.call('GET', '/api/gestion/trabajos?estado=con_errores', { token: made.rosa })
    expect(listed.body.data.data).toMatchObject([{ id, estado: 'con_errores', hechas: 1, errores: 1 }])
    await t.deps.jobs.drain()
  })

  it('is done again where it failed, and counts each row once', async () => {
    const made = await anExamOfRosa()
    const other = await aClassmate(made)
    await sit(t, made.exam, made.token, 0)
    await sit(t, made.exam, other.token, 0)
    await correctKey(made)
    const { id } = (await regrade(made)).body.data.trabajo
    const failing = async () => ({ resultado: { suben: 1 }, errores: [{ fila: 2, mensaje: 'Sin permiso.' }] })
    await runJob(t.deps.db, t.deps.jobs, id, regradingBy(failing), false)
    const waiting = async () =>
      (await t.call('GET', '/api/gestion/bandeja', { token: made.rosa })).body.data.trabajos_con_errores
    expect(await waiting()).toBe(1)
    const retry = (token = made.rosa) => t.call('POST', `/api/gestion/trabajos/${id}/reintentar`, { token })
    expect((await retry(made.token)).status).toBe(403)
    expect((await retry((await anExamOfRosa()).rosa)).status).toBe(404)
    expect((await retry()).body.data).toMatchObject({ estado: 'en_cola', hechas: 1, errores: 0, terminado_en: null })
    expect((await retry()).body.data).toMatchObject({ estado: 'en_cola', hechas: 1 })
    await t.deps.jobs.drain()
    const mine = await t.call('GET', '/api/gestion/trabajos?mios=1', { token: made.rosa })
    expect(mine.body.data.data).toMatchObject([
      { id, estado: 'terminado', total: 2, hechas: 2, errores: 0, resultado: { suben: 2 } },
    ])
    expect((await retry()).body.data).toMatchObject({ estado: 'terminado' })
    expect(await waiting()).toBe(0)
    const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
    const listed = async (query: string) =>
      (await t.call('GET', `/api/gestion/trabajos${query}`, { token: admin })).body.data.data.map(
        (job: { id: number }) => job.id,
      )
    expect(await listed('')).toContain(id)
    expect(await listed('?mios=1')).toEqual([])
  })

  it('ends with the right to ask for it, also when it is done again, and goes on in the name of who still has it', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const { id } = (await regrade(made)).body.data.trabajo
    const state = async () =>
      (await t.database.sql<{ estado: string }[]>`SELECT estado FROM trabajos WHERE id = ${id}`)[0]?.estado
    await t.database.sql`DELETE FROM curso_docentes WHERE id_curso = ${made.course.id}`
    await t.deps.jobs.drain()
    expect([await state(), await gradesOf(made, made.student.id)]).toEqual(['fallido', [0]])
    const retry = (token: string) => t.call('POST', `/api/gestion/trabajos/${id}/reintentar`, { token })
    const refused = await retry(made.rosa)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Ya no tienes permiso para este trabajo. Pídelo a quien administra la academia.',
    ])
    expect((await t.call('GET', `/api/gestion/trabajos/${id}/filas`, { token: made.rosa })).status).toBe(403)
    expect(await state()).toBe('fallido')
    const admin = await aPerson(t.deps.db, { roles: ['marca'], nombres: 'Inés', apellidos: 'Soto' })
    const again = await retry(await t.tokenOf(admin.id))
    expect(again.body.data).toMatchObject({ estado: 'en_cola', pedido_por: { nombre: 'Inés Soto' } })
    await t.deps.jobs.drain()
    expect(await gradesOf(made, made.student.id)).toEqual([10])
  })

  it('that will not be delivered again fails, and one that waits does not', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const lost = (await regrade(made)).body.data.trabajo.id
    const waits = (await regrade(made)).body.data.trabajo.id
    const stateOfJob = async (id: number) =>
      (await t.call('GET', `/api/gestion/trabajos/${id}`, { token: made.rosa })).body.data.estado
    // As pg-boss leaves a job whose process was killed at its last try.
    await t.database.sql`UPDATE pgboss.job SET state = 'failed', completed_on = now()
      WHERE name = 'trabajos' AND data @> jsonb_build_object('id', ${lost}::bigint)`
    await endLostJobs(t.deps.db, t.deps.jobs)
    expect([await stateOfJob(lost), await stateOfJob(waits)]).toEqual(['fallido', 'en_cola'])
    await t.call('POST', `/api/gestion/trabajos/${lost}/reintentar`, { token: made.rosa })
    await endLostJobs(t.deps.db, t.deps.jobs)
    expect(await stateOfJob(lost)).toBe('en_cola')
    await t.deps.jobs.drain()
    expect([await stateOfJob(lost), await stateOfJob(waits)]).toEqual(['terminado', 'terminado'])
    expect(await gradesOf(made, made.student.id)).toEqual([10])
  })

  it('that is cancelled does nothing more', async () => {
    const made = await anExamOfRosa()
    await sit(t, made.exam, made.token, 0)
    await correctKey(made)
    const { id } = (await regrade(made)).body.data.trabajo
    const ended = await t.call('POST', `/api/gestion/trabajos/${id}/cancelar`, { token: made.rosa })
    expect(ended.body.data).toMatchObject({ estado: 'cancelado' })
    await t.deps.jobs.drain()
    expect(await gradesOf(made, made.student.id)).toEqual([0])
  })
})

const QUESTION = {
  ...{ id: 1, pregunta: '¿?', valor: 10, explicacion: null, id_leccion: null, segundo: null },
  opciones: [],
}
const options = (...right: number[]) =>
  [1, 2, 3].map((id) => ({ id, opcion: `Opción ${id}`, condicion: right.includes(id) }))
const pairs = (derechas: string[], parejas: number[]) => ({
  izquierdas: ['Perú', 'Chile'],
  derechas,
  clave: { parejas },
})
const blank = { id_pregunta: 1, id_opcion: null, respuesta: null }

type Case = [
  kind: string,
  frozen: Partial<FrozenQuestion>,
  now: Partial<FrozenQuestion>,
  answer: object,
  points: [clave_nueva: number, o_anterior: number],
]
const CASES: Case[] = [
  ['one option', { tipo_pregunta: 1, opciones: options(1) }, { opciones: options(2) }, { id_opcion: 2 }, [10, 10]],
  [
    'one option, old key',
    { tipo_pregunta: 1, opciones: options(1) },
    { opciones: options(2) },
    { id_opcion: 1 },
    [0, 10],
  ],
  ['several', { tipo_pregunta: 3, opciones: options(1, 2) }, { opciones: options(1) }, { seleccion: [1] }, [10, 10]],
  [
    'several, old',
    { tipo_pregunta: 3, opciones: options(1, 2) },
    { opciones: options(3) },
    { seleccion: [1, 2] },
    [0, 10],
  ],
  [
    'a text',
    { tipo_pregunta: 4, clave: { textos: ['Lima'] } },
    { clave: { textos: ['Lima', 'Ciudad de los Reyes'] } },
    { respuesta: 'ciudad de los reyes' },
    [10, 10],
  ],
  [
    'a number, old key',
    { tipo_pregunta: 5, clave: { valor: 4, tolerancia: 0 } },
    { clave: { desde: 5, hasta: 6 } },
    { respuesta: '4' },
    [0, 10],
  ],
  [
    'pairs, shown in another order',
    { tipo_pregunta: 6, ...pairs(['Santiago', 'Lima'], [0, 1]) },
    pairs(['Lima', 'Santiago'], [0, 1]),
    {
      parejas: [
        { izquierda: 0, derecha: 1 },
        { izquierda: 1, derecha: 0 },
      ],
    },
    [10, 10],
  ],
  [
    'pairs whose new word was not shown',
    { tipo_pregunta: 6, ...pairs(['Lima', 'Santiago'], [0, 1]) },
    pairs(['Cusco', 'Santiago'], [0, 1]),
    {
      parejas: [
        { izquierda: 0, derecha: 0 },
        { izquierda: 1, derecha: 1 },
      ],
    },
    [10, 10],
  ],
]

it.each(CASES)('corrects %s', (_, frozenPart, nowPart, given, points) => {
  const frozen = { ...QUESTION, tipo_pregunta: 1, ...frozenPart } as FrozenQuestion
  const actual = { ...frozen, ...nowPart } as FrozenQuestion
  const answer = { ...blank, ...given }
  const decisions = ['clave_nueva', 'clave_nueva_o_anterior'] as const
  const corrected = decisions.map((decision) =>
    correctedQuestion(frozen, { id_pregunta: 1, numero: 1, decision, actual }),
  )
  expect(corrected.map((question) => pointsOf(question, answer))).toEqual(points)
  const again = corrected.map((question, at) =>
    correctedQuestion(question, { id_pregunta: 1, numero: 1, decision: decisions[at] ?? 'clave_nueva', actual }),
  )
  expect(again).toEqual(corrected)
  expect(corrected.map(({ pregunta, opciones }) => [pregunta, opciones.map(({ opcion }) => opcion)])).toEqual(
    corrected.map(() => [frozen.pregunta, frozen.opciones.map(({ opcion }) => opcion)]),
  )
})
