import { randomUUID } from 'node:crypto'
import { formatLimaDate } from '@campus/contract/formats'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

/** A percent each. */
const LESSONS = 100
/** Noon in Lima, `days` from today. */
const noon = (days: number) => `${limaDay(days)}T12:00:00-05:00`
const dayText = (days: number) => formatLimaDate(noon(days))

let support = ''
const token = async () => {
  support ||= await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
  return support
}

type Shape = {
  /** Days from today. */
  since?: number
  end?: number
  /** Lessons, finished so many days from today. */
  done?: number
  last?: number
  values?: object
  account?: object
}

type Course = Awaited<ReturnType<typeof aCourse>>

async function aStudentOf(course: Course, { since = -60, end, done = 0, last = 0, values, account }: Shape) {
  const person = await aPerson(t.deps.db, account)
  await anEnrolment(t.deps.db, person.id, course.id, {
    ...{ fecha_matricula: noon(since), fecha_vencimiento: end === undefined ? null : limaDay(end) },
    ...values,
  })
  const lessons = (course.modulos[0]?.lecciones ?? []).slice(0, done).map(({ id }) => id)
  await t.database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en, visto_en)
    SELECT ${person.id}, unnest(${lessons}::bigint[]), ${noon(last)}, ${noon(last)}`
  return person.id
}

const aLongCourse = () => aCourse(t.deps.db, { lessons: LESSONS })
const rowsOf = async (course: number, query = ''): Promise<{ id_usuario: number; seguimiento: object }[]> => {
  const { body } = await t.call('GET', `/api/gestion/matriculas?curso=${course}${query}`, { token: await token() })
  return body.data.data
}

/** What the list says of a student; the filter must find exactly those whom it marks. */
async function following(course: Course, student: number) {
  const row = (await rowsOf(course.id)).find(({ id_usuario }) => id_usuario === student)
  const told = row?.seguimiento as { riesgo: { nivel: string; motivos: string[] } | null; contactado_en: string | null }
  const found = (await rowsOf(course.id, '&riesgo=1')).some(({ id_usuario }) => id_usuario === student)
  expect(found, 'the filter finds whom the list marks').toBe(told.riesgo !== null)
  return told
}

const riskOf = async (course: Course, shape: Shape) => (await following(course, await aStudentOf(course, shape))).riesgo

describe('a student of a course is at risk', () => {
  it.each<[string, Shape, string[] | null]>([
    ['active 13 days ago', { done: 60, last: -13 }, null],
    ['active 14 days ago', { done: 60, last: -14 }, [`Sin actividad desde el ${dayText(-14)}`]],
    ['never active', {}, ['Todavía no empezó']],
    ['enrolled 13 days ago', { since: -13 }, null],
    ['enrolled 14 days ago', { since: -14 }, ['Todavía no empezó']],
    ['at 49 % with 14 days left', { done: 49, end: 14 }, ['Termina en 14 días y va en 49 %']],
    ['at 50 % with 14 days left', { done: 50, end: 14 }, null],
    ['at 49 % with 15 days left', { done: 49, end: 15 }, null],
    ['on the last day', { done: 10, end: 0 }, ['Termina hoy y va en 10 %']],
    ['finished', { done: 100, last: -40 }, null],
    ['suspended', { values: { estado: 'suspendida', suspendida_por: 'personal' } }, null],
    ['after the last day', { end: -1 }, null],
    ['of a disabled account', { account: { estado: 0 } }, null],
  ])('%s: %o', async (_, shape, motivos) => {
    expect(await riskOf(await aLongCourse(), shape)).toEqual(motivos && { nivel: 'atencion', motivos })
  })

  it('much, with five points', async () => {
    expect(await riskOf(await aLongCourse(), { end: 1 })).toEqual({
      nivel: 'alto',
      motivos: ['Todavía no empezó', 'Termina mañana y va en 0 %'],
    })
  })

  it.each([
    ['a video', 'visto'],
    ['an attempt', 'intento'],
    ['a class', 'asistencia'],
  ])('not while there is %s', async (_, what) => {
    const course = await aLongCourse()
    const student = await aStudentOf(course, {})
    const lesson = course.modulos[0]?.lecciones[0]?.id
    if (what === 'visto')
      await t.database
        .sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, segundo) VALUES (${student}, ${lesson}, 30)`
    if (what === 'asistencia')
      await t.database.sql`INSERT INTO asistencias (usuario_id, leccion_id) VALUES (${student}, ${lesson})`
    if (what === 'intento') {
      const exam = await anExam(t.deps.db, { id_curso: course.id })
      await anAttempt(t.deps.db, student, exam.id, { estado: 'abierto' })
    }
    expect(await following(course, student)).toMatchObject({ riesgo: null, ultima_actividad: expect.any(String) })
  })

  it.each<[string, { notas: ('pendiente' | number)[]; extra?: number }, boolean]>([
    ['all failed', { notas: [0, 5] }, true],
    ['one left', { notas: [0] }, false],
    ['one given', { notas: [0, 5], extra: 1 }, false],
    ['one passed', { notas: [0, 20] }, false],
    ['one that waits for its grade', { notas: [0, 'pendiente'] }, false],
  ])('with attempts: %s', async (_, { notas, extra = 0 }, at) => {
    const course = await aLongCourse()
    const student = await aStudentOf(course, { done: 60 })
    const exam = await anExam(t.deps.db, { id_curso: course.id, nombre: 'Final', intentos: 2 })
    for (const nota of notas)
      await anAttempt(t.deps.db, student, exam.id, nota === 'pendiente' ? { estado: nota } : { nota })
    await t.database.sql`UPDATE detalle_evaluacion SET intentos_extra = ${extra} WHERE id_alumno = ${student}`
    const motivos = ['Usó todos sus intentos en «Final» y no aprobó']
    expect((await following(course, student)).riesgo).toEqual(at ? { nivel: 'atencion', motivos } : null)
  })
})

/** Classes of the course's first lessons, each so many days from today. */
async function classesOf(course: Course, days: number[], more: { grupo?: number; cancelled?: boolean } = {}) {
  for (const [at, day] of days.entries())
    await t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden, id_grupo, cancelada_en)
      VALUES (${course.modulos[0]?.lecciones[at]?.id}, 'Clase', ${noon(day)}, 'https://zoom.us/j/1', ${100 + Math.abs(day)},
        ${more.grupo ?? null}, ${more.cancelled ? noon(day) : null})`
}

const BEHIND = 'Va en 30 %; lo normal es 60 %'
const MISSED = 'Faltó a las últimas 2 clases'

describe('behind the others', () => {
  it.each([
    [30, [-3, -10], [BEHIND, MISSED]],
    [31, [-3, -10], null],
    [30, [], null],
    [30, [-3], null],
    [30, [-3, 2], null],
  ])('at %d %% with classes %o', async (done, days, motivos) => {
    const course = await aLongCourse()
    for (const peer of [60, 60]) await aStudentOf(course, { done: peer })
    await classesOf(course, days)
    expect(await riskOf(course, { done })).toEqual(motivos && { nivel: 'atencion', motivos })
  })

  it('attendance to one of the last two classes, or one that was cancelled, is none missed', async () => {
    const course = await aLongCourse()
    for (const peer of [60, 60]) await aStudentOf(course, { done: peer })
    await classesOf(course, [-3, -10])
    const student = await aStudentOf(course, { done: 30 })
    expect((await following(course, student)).riesgo).not.toBeNull()
    const second = course.modulos[0]?.lecciones[1]?.id
    await t.database.sql`INSERT INTO asistencias (usuario_id, leccion_id) VALUES (${student}, ${second})`
    expect((await following(course, student)).riesgo).toBeNull()
    const other = await aLongCourse()
    for (const peer of [60, 60]) await aStudentOf(other, { done: peer })
    await classesOf(other, [-3, -10], { cancelled: true })
    expect(await riskOf(other, { done: 30 })).toBeNull()
  })

  it('of the group where they have one', async () => {
    const course = await aLongCourse()
    const author = (await aPerson(t.deps.db, { roles: ['marca'] })).id
    const [group] = await t.database
      .sql`INSERT INTO grupos (id_curso, nombre, id_usuario) VALUES (${course.id}, 'Martes', ${author}) RETURNING id`
    const grupo = Number(group?.id)
    const values = { id_grupo: grupo }
    for (const peer of [60, 60]) await aStudentOf(course, { done: peer, values })
    for (const peer of [90, 90, 90, 90]) await aStudentOf(course, { done: peer })
    await classesOf(course, [-3, -10], { grupo })
    expect(await riskOf(course, { done: 30, values })).toMatchObject({ motivos: [BEHIND, MISSED] })
    expect(await riskOf(course, { done: 31, values })).toBeNull()
    // Of the whole course: no classes without a group.
    expect(await riskOf(course, { done: 30 })).toBeNull()
  })
})

describe('who was contacted', () => {
  const contact = async (student: number, body: object) =>
    t.call('POST', `/api/gestion/alumnos/${student}/notas`, {
      token: await token(),
      body: { texto: 'Le escribí por WhatsApp.', envio: randomUUID(), ...body },
    })

  it('is not marked for 14 days, in that course alone; the note is one of the person', async () => {
    const [course, other] = [await aLongCourse(), await aLongCourse()]
    const student = await aStudentOf(course, {})
    await anEnrolment(t.deps.db, student, other.id, { fecha_matricula: noon(-60) })
    expect((await contact(student, { id_curso: course.id })).status).toBe(200)
    expect(await following(course, student)).toMatchObject({ riesgo: null, contactado_en: expect.any(String) })
    expect((await following(other, student)).riesgo).not.toBeNull()
    const story = await t.call('GET', `/api/gestion/alumnos/${student}/historia`, { token: await token() })
    expect(story.body.data.data[0]).toMatchObject({ tipo: 'nota', texto: 'Le escribí por WhatsApp.' })
    const moved = (days: number) =>
      t.database.sql`UPDATE notas_alumno SET creada_en = ${noon(days)} WHERE id_usuario = ${student}`
    await moved(-13)
    expect((await following(course, student)).riesgo).toBeNull()
    await moved(-14)
    expect(await following(course, student)).toMatchObject({ riesgo: { nivel: 'atencion' }, contactado_en: null })
  })

  it('is of the caller’s courses and enrolled in it', async () => {
    const [course, other] = [await aLongCourse(), await aCourse(t.deps.db)]
    const student = await aStudentOf(course, {})
    expect((await contact(student, { id_curso: other.id })).status).toBe(404)
    const teacher = await t.tokenOf((await aPerson(t.deps.db, { roles: ['docente'] })).id)
    const body = { texto: 'Hola.', envio: randomUUID(), id_curso: course.id }
    expect((await t.call('POST', `/api/gestion/alumnos/${student}/notas`, { token: teacher, body })).status).toBe(404)
  })

  it('keeps the mark after a note about anything else', async () => {
    const course = await aLongCourse()
    const student = await aStudentOf(course, {})
    await contact(student, {})
    expect((await following(course, student)).riesgo).not.toBeNull()
  })
})

it('the filter asks for the course, and brings progress up to date by itself', async () => {
  const wrong = await t.call('GET', '/api/gestion/matriculas?riesgo=1', { token: await token() })
  expect([wrong.status, wrong.body.errors]).toEqual([422, { curso: ['Elige un curso.'] }])
  const course = await aLongCourse()
  const student = await aStudentOf(course, { done: 49, end: 5 })
  expect((await rowsOf(course.id, '&riesgo=1')).map(({ id_usuario }) => id_usuario)).toEqual([student])
  const lesson = course.modulos[0]?.lecciones[60]?.id
  await t.database
    .sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en) VALUES (${student}, ${lesson}, now())`
  expect(await rowsOf(course.id, '&riesgo=1')).toEqual([])
})
