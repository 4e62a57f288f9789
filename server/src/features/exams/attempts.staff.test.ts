import { formatInstant } from '@campus/contract/formats'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { evaluaciones } from './exams.tables.ts'

const t = useApp()

let teacher: { id: number; token: string }

beforeAll(async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['docente'], nombres: 'Rosa', apellidos: 'Huamán' })
  teacher = { id, token: await t.tokenOf(id) }
})

const read = async (path: string) => {
  const { status, body } = await t.call('GET', `/api/gestion${path}`, { token: teacher.token })
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}

/** A student of a course that the teacher gives. */
async function aTaughtExam(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, shape)
  await t.deps.db.insert(curso_docentes).values({ id_curso: made.course.id, id_usuario: teacher.id })
  return made
}

describe('the attempts of an exam', () => {
  it('are found by student and narrowed to those passed or failed', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const exam = await anExam(t.deps.db, { id_curso: course.id, nombre: 'Final' })
    const made: Record<string, number> = {}
    for (const [nombres, apellidos, nota] of [
      ['Ana', 'Ccori', 20],
      ['Beto', 'Álvarez', 5],
      ['Carla', 'Burga', null],
    ] as const) {
      const { id } = await aPerson(t.deps.db, { nombres, apellidos })
      await anEnrolment(t.deps.db, id, course.id)
      await anAttempt(t.deps.db, id, exam.id, nota === null ? { estado: 'abierto' } : { nota })
      made[nombres] = id
    }
    const found = async (query: string) =>
      (await read(`/evaluaciones/${exam.id}/intentos${query}`)).data.map(
        ({ id_alumno }: { id_alumno: number }) => id_alumno,
      )
    expect(await found('?estado=aprobado')).toEqual([made.Ana])
    expect(await found('?estado=desaprobado')).toEqual([made.Beto])
    expect(await found('?estado=calificado')).toEqual([made.Beto, made.Ana])
    expect(await found('?estado=abierto')).toEqual([made.Carla])
    expect(await found('?q=alvarez')).toEqual([made.Beto])
    const wrong = await t.call('GET', `/api/gestion/evaluaciones/${exam.id}/intentos?estado=otro`, {
      token: teacher.token,
    })
    expect([wrong.status, wrong.body.errors.estado]).toEqual([422, ['Elige el estado del intento.']])
  })

  it('have a head that names exam and course, also of a survey, whose attempts stay anonymous', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id, nombre: 'Telar' })
    const closes = '2030-01-01T05:00:00.000Z'
    const exam = await anExam(t.deps.db, { id_curso: course.id, nombre: 'Final', intentos: 3, fecha_cierre: closes })
    expect(await read(`/evaluaciones/${exam.id}`)).toMatchObject({
      ...{ id: exam.id, nombre: 'Final', modelo: 1, id_curso: course.id, curso: 'Telar' },
      ...{ intentos: 3, duracion: 15, preguntas: 2, fecha_cierre: closes },
    })
    const survey = await anExam(t.deps.db, { id_curso: course.id, modelo: 2, values: [] })
    expect(await read(`/evaluaciones/${survey.id}`)).toMatchObject({ modelo: 2, preguntas: 0 })
    const attempts = await t.call('GET', `/api/gestion/evaluaciones/${survey.id}/intentos`, { token: teacher.token })
    expect(attempts.status).toBe(404)
  })

  it('show the points given so far while one answer waits', async () => {
    const { exam, detail, token } = await aTaughtExam({ values: [10], open: [10, 10] })
    const started = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    const path = `/intentos/${started.body.data.id_intento}`
    const sent = await read(path)
    expect(sent.evaluacion).toMatchObject({ id: exam.id, intentos: 2 })
    const pointsOf = ({ preguntas }: { preguntas: { puntos: number | null }[] }) =>
      preguntas.map(({ puntos }) => puntos)
    expect(pointsOf(sent).toSorted()).toEqual([10, null, null])
    const open = sent.preguntas.find(({ puntos }: { puntos: number | null }) => puntos === null)
    const body = { puntos: 7, comentario: 'Bien.', version: 0 }
    await t.call('PUT', `/api/calificaciones/${open.id_respuesta}`, { token: teacher.token, body })
    const half = await read(path)
    expect(half.intento.estado).toBe('pendiente')
    expect(half.preguntas).toContainEqual(
      expect.objectContaining({ id: open.id, puntos: 7, comentario: 'Bien.', version: 1 }),
    )
  })
})

describe('what an exam allows a student', () => {
  const give = (exam: number, student: number, body: object) =>
    t.call('PUT', `/api/gestion/evaluaciones/${exam}/alumnos/${student}`, {
      token: teacher.token,
      body: { intentos: 0, minutos: 0, motivo: 'Se fue la luz.', version: 0, ...body },
    })

  it('is read before the first attempt and after extras were given, with the version that a save must carry', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const exam = await anExam(t.deps.db, { id_curso: course.id, intentos: 1 })
    const student = await aPerson(t.deps.db, { nombres: 'Lucía', apellidos: 'Torres' })
    await anEnrolment(t.deps.db, student.id, course.id)
    const path = `/evaluaciones/${exam.id}/alumnos/${student.id}`
    expect(await read(path)).toMatchObject({
      evaluacion: { id: exam.id, intentos: 1 },
      alumno: { id: student.id, nombre: 'Lucía Torres' },
      extras: { intentos: 0, minutos: 0, cierre: null, version: 0 },
      usados: 0,
      abierto: false,
    })
    expect((await give(exam.id, student.id, { intentos: 2, minutos: 10 })).status).toBe(200)
    const token = await t.tokenOf(student.id)
    const shown = await t.call('GET', `/api/evaluacion/${exam.id}`, { token })
    expect(shown.body.data.duracion, 'what the student is told').toBe(25)
    await anAttempt(t.deps.db, student.id, exam.id, { estado: 'abierto' })
    expect(await read(path)).toMatchObject({
      extras: { intentos: 2, minutos: 10, cierre: null, version: 1 },
      usados: 1,
      abierto: true,
    })
    await t.database
      .sql`UPDATE intentos_evaluacion SET inicio = now() - interval '2 hours', limite = now() - interval '1 hour'
      WHERE id_detalle = (SELECT id FROM detalle_evaluacion WHERE id_alumno = ${student.id})`
    expect((await read(path)).abierto).toBe(false)
    const stranger = await aPerson(t.deps.db)
    const other = await t.call('GET', `/api/gestion/evaluaciones/${exam.id}/alumnos/${stranger.id}`, {
      token: teacher.token,
    })
    expect(other.status).toBe(404)
  })

  it('is the closing date on the course’s page, beside its lessons and for the next piece', async () => {
    const fecha_cierre = new Date(Date.now() - 86_400_000).toISOString()
    const { student, exam, token, course } = await aTaughtExam({ modules: 2, fecha_cierre })
    const first = course.modulos[0]?.lecciones[0]
    await t.call('PUT', `/api/progreso/leccion/${first?.id}`, { token, body: { completada: true } })
    const shown = async (path: string) => (await t.call('GET', `/api/${path}`, { token })).body.data
    const told = async () => {
      const { siguiente, modulos } = await shown(`cursos/detallado/${course.id}`)
      const beside = (await shown(`lecciones/detallado/${first?.id}`)).evaluaciones
      const closings = [...modulos[0].evaluaciones, ...beside].map((card) => Date.parse(card.fecha_cierre))
      return { next: siguiente.titulo, closings }
    }
    const early = Date.parse(fecha_cierre)
    expect(await told()).toEqual({ next: 'Lección 2.1', closings: [early, early] })
    await give(exam.id, student.id, { cierre: '2099-01-01T05:00:00Z' })
    const late = Date.parse('2099-01-01T05:00:00Z')
    expect(await told()).toEqual({ next: 'Examen de prueba', closings: [late, late] })
  })

  it('is told to the student with the date of Lima, and a stale save hears who was faster', async () => {
    const { student, exam } = await aTaughtExam()
    const other = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, other.id, exam.id_curso)
    await t.deps.db
      .update(evaluaciones)
      .set({ fecha_cierre: sql`now() - interval '1 day'` })
      .where(eq(evaluaciones.id, exam.id))
    await give(exam.id, student.id, { cierre: '2030-01-01T04:59:00Z' })
    const news = await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${student.id}`
    expect(formatInstant('2030-01-01T04:59:00Z')).toBe('31 dic 2029, 23:59')
    expect(news.map(({ mensaje }) => mensaje)).toEqual(['Tienes más plazo\nVale hasta el 31 dic 2029, 23:59.'])
    const admin = await aPerson(t.deps.db, { roles: ['marca'], nombres: 'Jorge', apellidos: 'Paz' })
    await t.call('PUT', `/api/gestion/evaluaciones/${exam.id}/alumnos/${other.id}`, {
      token: await t.tokenOf(admin.id),
      body: { intentos: 1, minutos: 0, motivo: 'De otro alumno.', version: 0 },
    })
    const stale = await give(exam.id, student.id, { intentos: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(stale.body.actual).toMatchObject({
      datos: { intentos: 0, version: 1 },
      por: { id: teacher.id, nombre: 'Rosa Huamán' },
      en: expect.any(String),
    })
  })
})

describe('an exam that is published with more time', () => {
  it('gives it to open attempts on request: later only, once, and not to those that are over', async () => {
    const made = await aTaughtExam({ duracion: 30, nombre: 'Final' })
    const { exam, course } = made
    const sitting = async () => {
      const person = await aPerson(t.deps.db)
      await anEnrolment(t.deps.db, person.id, course.id)
      const token = await t.tokenOf(person.id)
      const detail = await detailOf(t, exam.id, token)
      await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      return { id: person.id, detail }
    }
    const [open, patient, late] = [await sitting(), await sitting(), await sitting()]
    await t.database.sql`UPDATE detalle_evaluacion SET minutos_extra = 60 WHERE id = ${patient.detail}`
    await t.database
      .sql`UPDATE intentos_evaluacion SET limite = limite + interval '60 minutes' WHERE id_detalle = ${patient.detail}`
    await expire(t, late.detail, 60)
    const limits = () => t.database
      .sql`SELECT id_detalle, round(extract(epoch FROM limite - inicio) / 60)::int AS minutos
      FROM intentos_evaluacion WHERE id_detalle IN (${open.detail}, ${patient.detail}, ${late.detail}) ORDER BY id_detalle`
    const before = await limits()
    const objeto = `evaluacion:${exam.id}`
    const { documento, version } = await read(`/documentos/${objeto}`)
    const save = async (change: object, now: number) =>
      (
        await t.call('PUT', `/api/gestion/documentos/${objeto}`, {
          token: teacher.token,
          body: { documento: { ...documento, ...change }, version: now },
        })
      ).body.data.version
    const publish = async (of: number, query = '') =>
      (
        await t.call('POST', `/api/gestion/publicar${query}`, {
          token: teacher.token,
          body: { documentos: [{ objeto, version: of }], acepta_avisos: true },
        })
      ).body.data.documentos[0]
    const shorter = await save({ duracion: 20 }, version)
    expect(await publish(shorter, '?ensayo=1')).not.toHaveProperty('mas_tiempo')
    const longer = await save({ duracion: 45 }, shorter)
    const dry = await publish(longer, '?ensayo=1')
    expect(dry.mas_tiempo).toBe(3)
    expect(dry.efectos).toEqual([
      '3 intentos abiertos siguen con su límite. Después podrás darles también el tiempo nuevo.',
    ])
    await publish(longer)
    expect(await limits()).toEqual(before)

    const give = async () =>
      (await t.call('POST', `/api/gestion/evaluaciones/${exam.id}/plazo`, { token: teacher.token })).body.data
    const answers = await Promise.all([give(), give()])
    expect(answers.map(({ intentos }) => intentos).toSorted()).toEqual([0, 2])
    expect(await limits()).toEqual([
      { id_detalle: open.detail, minutos: 45 },
      { id_detalle: patient.detail, minutos: 105 },
      { id_detalle: late.detail, minutos: 30 },
    ])
    const news = await t.database.sql`SELECT id_usuario, mensaje, asunto FROM notificaciones
      WHERE id_usuario IN (${open.id}, ${patient.id}, ${late.id}) ORDER BY id_usuario`
    const words = { mensaje: 'Tienes más tiempo\nTambién para el intento que está abierto.', asunto: 'Final' }
    expect(news).toEqual([open, patient].map(({ id }) => ({ id_usuario: id, ...words })))
  })
})
