import { randomUUID } from 'node:crypto'
import type { GroupExtrasBody } from '@campus/contract/grading'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../app/job-kinds.ts'
import { runJob } from '../../kit/batches/batches.ts'

const t = useApp()

type Shape = Omit<Parameters<typeof anExam>[1], 'id_curso'>

/** An exam of a course with a teacher, and a way to enrol students in it. */
async function aTaughtExam(shape: Shape = {}) {
  const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
  const course = await aCourse(t.deps.db, { teacher: teacher.id })
  const exam = await anExam(t.deps.db, { id_curso: course.id, nombre: 'Prueba final', intentos: 1, ...shape })
  const enrol = async (nombres: string, enrolment: Parameters<typeof anEnrolment>[3] = {}) => {
    const person = await aPerson(t.deps.db, { nombres, apellidos: 'Quispe' })
    await anEnrolment(t.deps.db, person.id, course.id, enrolment)
    return person
  }
  return { course, exam, enrol, token: await t.tokenOf(teacher.id) }
}
type Made = Awaited<ReturnType<typeof aTaughtExam>>

const give = ({ exam, token }: Pick<Made, 'exam' | 'token'>, body: Partial<GroupExtrasBody> = {}) =>
  t.call('POST', `/api/gestion/evaluaciones/${exam.id}/extras`, {
    token,
    body: { quienes: 'todos', intentos: 1, minutos: 0, motivo: 'Se fue la luz.', envio: randomUUID(), ...body },
  })

async function giveNow(made: Made, body: Partial<GroupExtrasBody> = {}) {
  const asked = await give(made, body)
  expect([asked.status, asked.body.errors]).toEqual([200, undefined])
  await t.deps.jobs.drain()
  return (await t.call('GET', `/api/gestion/trabajos/${asked.body.data.id}`, { token: made.token })).body.data
}

const extrasOf = async ({ exam }: Made) =>
  Object.fromEntries(
    (
      await t.database.sql<{ nombres: string; intentos: number; minutos: number }[]>`SELECT u.nombres,
        d.intentos_extra AS intentos, d.minutos_extra AS minutos FROM detalle_evaluacion d JOIN usuarios u ON u.id = d.id_alumno
      WHERE d.id_evaluacion = ${exam.id} AND d.version > 0 ORDER BY u.nombres`
    ).map(({ nombres, intentos, minutos }) => [nombres, [intentos, minutos]]),
  )

const newsOf = async (person: number) =>
  (
    await t.database.sql<
      { mensaje: string }[]
    >`SELECT mensaje FROM notificaciones WHERE id_usuario = ${person} ORDER BY id`
  ).map(({ mensaje }) => mensaje)

describe('extras for several students', () => {
  it('go to those who took the exam without passing, who have not begun it, or to all', async () => {
    const made = await aTaughtExam({ intentos: 2 })
    const { exam, enrol } = made
    const sit = async (nombres: string, ...attempts: Parameters<typeof anAttempt>[3][]) => {
      const { id } = await enrol(nombres)
      for (const attempt of attempts) await anAttempt(t.deps.db, id, exam.id, attempt)
    }
    await sit('Falló', { nota: 2 })
    await sit('Mejoró', { nota: 2 }, { nota: 20 })
    await sit('Espera', { nota: 2 }, { estado: 'pendiente' })
    await sit('Rinde', { estado: 'abierto' })
    await sit('Falta')
    const gone = await enrol('Vencida', { fecha_vencimiento: '2020-01-01' })
    await anAttempt(t.deps.db, gone.id, exam.id, { nota: 2 })
    const sizes = await t.call('GET', `/api/gestion/evaluaciones/${exam.id}/extras`, { token: made.token })
    expect(sizes.body.data).toEqual({ desaprobados: 1, sin_empezar: 1, todos: 5 })
    expect(await giveNow(made, { quienes: 'desaprobados' })).toMatchObject({
      ...{ tipo: 'extras', titulo: 'Dar 1 intento más en «Prueba final»', estado: 'terminado' },
      ...{ total: 1, hechas: 1, errores: 0, resultado: { alumnos: 1 } },
    })
    expect(await extrasOf(made)).toEqual({ Falló: [1, 0] })
    await giveNow(made, { quienes: 'sin_empezar', intentos: 0, minutos: 10 })
    expect(await extrasOf(made)).toEqual({ Falló: [1, 0], Falta: [0, 10] })
    await giveNow(made, { quienes: 'todos', intentos: 2, minutos: 5 })
    const [once, twice] = [
      [2, 5],
      [3, 5],
    ]
    expect(await extrasOf(made)).toEqual({ Falló: twice, Falta: [2, 15], Mejoró: once, Espera: once, Rinde: once })
  })

  it('go to a list, of which one that is not of the course refuses all', async () => {
    const made = await aTaughtExam()
    const [ana, beto] = [await made.enrol('Ana'), await made.enrol('Beto')]
    await made.enrol('Carla')
    const stranger = await aPerson(t.deps.db)
    const refused = await give(made, { quienes: 'lista', correos: [ana.correo, stranger.correo, 'nadie@prueba.pe'] })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'correos.1': ['No está matriculado en el curso.'], 'correos.2': ['No está matriculado en el curso.'] },
    ])
    expect(await extrasOf(made)).toEqual({})
    const correos = [ana.correo, beto.correo.toUpperCase(), ana.correo]
    expect(await giveNow(made, { quienes: 'lista', correos })).toMatchObject({ total: 2, resultado: { alumnos: 2 } })
    expect(await extrasOf(made)).toEqual({ Ana: [1, 0], Beto: [1, 0] })
  })

  it('are told to each, kept in the history of each, and given once however often the request is repeated', async () => {
    const made = await aTaughtExam()
    const [ana, beto] = [await made.enrol('Ana'), await made.enrol('Beto')]
    const body = { intentos: 1, minutos: 15, envio: randomUUID() }
    const [one, two] = await Promise.all([give(made, body), give(made, body)])
    const run = () => runJob(t.deps.db, t.deps.jobs, one.body.data.id, JOB_KINDS, false)
    await Promise.all([run(), run()])
    await t.deps.jobs.drain()
    expect(two.body.data.id).toBe(one.body.data.id)
    expect(await extrasOf(made)).toEqual({ Ana: [1, 15], Beto: [1, 15] })
    const told = ['Tienes más intentos y minutos\nTe dimos 1 intento más y 15 minutos más.']
    expect([await newsOf(ana.id), await newsOf(beto.id)]).toEqual([told, told])
    const stale = await t.call('PUT', `/api/gestion/evaluaciones/${made.exam.id}/alumnos/${ana.id}`, {
      token: made.token,
      body: { intentos: 0, minutos: 0, motivo: 'Sin motivo.', version: 0 },
    })
    expect([stale.status, stale.body.actual.datos.intentos, stale.body.actual.por]).toEqual([
      409,
      1,
      expect.any(Object),
    ])
  })

  it('move the limit of open attempts only on request, and a closing date only to a later one', async () => {
    const closes = new Date(Date.now() + 86_400_000).toISOString()
    const made = await aTaughtExam({ fecha_cierre: closes })
    const ana = await made.enrol('Ana')
    await anAttempt(t.deps.db, ana.id, made.exam.id, { estado: 'abierto' })
    const minutes = async () => {
      const [row] = await t.database.sql`SELECT round(extract(epoch FROM i.limite - i.inicio) / 60)::int AS m
        FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${ana.id}`
      return row?.m
    }
    await giveNow(made, { intentos: 0, minutos: 10 })
    expect(await minutes()).toBe(15)
    await giveNow(made, { intentos: 0, minutos: 10, abiertos: true })
    expect(await minutes()).toBe(35)
    const late = '2099-01-01T05:00:00.000Z'
    await giveNow(made, { intentos: 1, cierre: late })
    await giveNow(made, { intentos: 0, cierre: '2098-01-01T05:00:00.000Z' })
    const [{ cierre } = {}] = await t.database.sql`SELECT cierre_extra AS cierre FROM detalle_evaluacion
      WHERE id_alumno = ${ana.id}`
    expect(new Date(cierre).toISOString()).toBe(late)
    // The first ten minutes changed nothing for her, who has no other attempt; an earlier date changes nothing for anyone.
    expect(await newsOf(ana.id)).toEqual([
      'Tienes 20 minutos más',
      'Tienes 1 intento más\nVale hasta el 1 ene 2099, 00:00.',
    ])
  })

  it('name who cannot be given more, and give the others theirs', async () => {
    const made = await aTaughtExam()
    const [ana, , carla] = [await made.enrol('Ana'), await made.enrol('Beto'), await made.enrol('Carla')]
    await t.database
      .sql`INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos_extra) VALUES (${made.exam.id}, ${ana.id}, 99)`
    const { body } = await give(made, { intentos: 2 })
    await t.database
      .sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${carla.id}`
    await t.deps.jobs.drain()
    const path = `/api/gestion/trabajos/${body.data.id}`
    const job = await t.call('GET', path, { token: made.token })
    expect(job.body.data).toMatchObject({ estado: 'con_errores', errores: 2, resultado: { alumnos: 1 } })
    const rows = (await t.call('GET', `${path}/filas`, { token: made.token })).body.data.data
    expect(rows.map(({ mensaje }: { mensaje: string }) => mensaje)).toEqual([
      'Ana Quispe ya tiene 99 intentos de más y el límite es 100.',
      'Carla Quispe ya no está en el curso.',
    ])
    expect(await extrasOf(made)).toEqual({ Beto: [2, 0] })
  })

  it.each([
    ['nothing at all', { intentos: 0 }, { intentos: ['Da al menos un intento, un minuto o una fecha.'] }],
    ['a group without students', {}, { quienes: ['Ahora no hay ningún alumno así.'] }],
    ['an empty list', { quienes: 'lista' }, { correos: ['Escribe los correos de los alumnos.'] }],
    [
      'a date for an exam that does not close',
      { cierre: '2099-01-01T05:00:00Z' },
      { cierre: ['Este examen no tiene fecha de cierre.'] },
    ],
    ['too many attempts', { intentos: 101 }, { intentos: ['Los intentos de más van de 0 a 100.'] }],
    ['no reason', { motivo: ' ' }, { motivo: ['Escribe el motivo.'] }],
  ] satisfies [string, Partial<GroupExtrasBody>, Record<string, string[]>][])('refuse %s', async (_, body, errors) => {
    const refused = await give(await aTaughtExam(), body)
    expect([refused.status, refused.body.errors]).toEqual([422, errors])
  })

  it('refuse a date that is not later than the exam’s, a survey and another teacher', async () => {
    const made = await aTaughtExam({ fecha_cierre: '2030-01-01T05:00:00Z' })
    const early = await give(made, { cierre: '2030-01-01T05:00:00Z' })
    expect(early.body.errors).toEqual({ cierre: ['Elige una fecha posterior al cierre del examen.'] })
    const survey = await anExam(t.deps.db, { id_curso: made.course.id, modelo: 2, values: [] })
    expect((await give({ exam: survey, token: made.token })).status).toBe(404)
    expect((await give({ exam: made.exam, token: (await aTaughtExam()).token })).status).toBe(404)
  })
})
