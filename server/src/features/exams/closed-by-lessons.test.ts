import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { detailOf } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'
import { asistencias, progreso_lecciones } from '../learning/learning.tables.ts'
import { detalle_evaluacion, intentos_evaluacion } from './exams.tables.ts'

const t = useApp()

const opensFrom = (examenes_desde: number) =>
  t.deps.db.update(clientes).set({ examenes_desde }).where(eq(clientes.id, 2))

async function aStudentBeforeFinal({ lessons = 5, shape = {} }: { lessons?: number; shape?: object } = {}) {
  const { db } = t.deps
  const { id } = await aPerson(db)
  const course = await aCourse(db, { modules: 1, lessons })
  await anEnrolment(db, id, course.id)
  const final = await anExam(db, { id_curso: course.id, nombre: 'Examen final', ...shape })
  const token = await t.tokenOf(id)
  const ids = course.modulos.flatMap((module) => module.lecciones.map((lesson) => lesson.id))
  return { id, course, final, token, lessons: ids, detail: await detailOf(t, final.id, token) }
}

type Student = Awaited<ReturnType<typeof aStudentBeforeFinal>>

const complete = ({ token }: Pick<Student, 'token'>, lesson: number | undefined) =>
  t.call('POST', `/api/lecciones/${lesson}/completar`, { token })
const start = ({ token, detail }: Pick<Student, 'token' | 'detail'>) =>
  t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
const attempts = ({ detail }: Student) =>
  t.deps.db.$count(intentos_evaluacion, eq(intentos_evaluacion.id_detalle, detail))

async function seen({ token, course, final }: Pick<Student, 'token' | 'course' | 'final'>) {
  const page = (await t.call('GET', `/api/evaluacion/${final.id}`, { token })).body.data
  const [listed] = (await t.call('GET', `/api/evaluaciones/solo/curso/${course.id}`, { token })).body.data
  const { evaluaciones, siguiente } = (await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })).body.data
  const [card] = evaluaciones
  const closed = [page, listed, card].map((one) => one.cerrado_por_lecciones)
  return { page: closed[0], listed: closed[1], course: closed[2], next: siguiente?.tipo }
}

beforeEach(async () => {
  await aCourse(t.deps.db)
  await opensFrom(80)
})

describe('the final exam of an academy that opens it with a share of the lessons', () => {
  it('is closed with the reason until they are done, and counts no attempt', async () => {
    const student = await aStudentBeforeFinal()
    await complete(student, student.lessons[4])
    const text = 'Se abre con el 80 % de las lecciones: te faltan 3.'
    expect(await start(student)).toMatchObject({ status: 409, body: { code: 'LECCIONES_PENDIENTES', message: text } })
    expect(await attempts(student)).toBe(0)
    const closed = { desde: 80, faltan: 3 }
    expect(await seen(student)).toEqual({ page: closed, listed: closed, course: closed, next: 'leccion' })
    const certificate = await t.call('GET', `/api/certificados/curso/${student.course.id}`, { token: student.token })
    expect(certificate.body.data.faltan).toEqual([`Aprobar el examen final «Examen final». ${text}`])
    for (const lesson of student.lessons.slice(0, 2)) await complete(student, lesson)
    expect((await start(student)).body.message).toBe('Se abre con el 80 % de las lecciones: te falta 1.')
    const attendance = { usuario_id: student.id, leccion_id: student.lessons[2] as number, fecha_cierre: sql`now()` }
    await t.deps.db.insert(asistencias).values(attendance)
    expect(await seen(student)).toEqual({ page: null, listed: null, course: null, next: 'leccion' })
    expect((await start(student)).status).toBe(200)
  })

  it.each([
    { lessons: 10, desde: 80, needed: 8 },
    { lessons: 7, desde: 80, needed: 6 },
    { lessons: 3, desde: 80, needed: 3 },
    { lessons: 3, desde: 33, needed: 1 },
    { lessons: 3, desde: 34, needed: 2 },
    { lessons: 1, desde: 1, needed: 1 },
    { lessons: 5, desde: 20, needed: 1 },
    { lessons: 5, desde: 21, needed: 2 },
    { lessons: 6, desde: 99, needed: 6 },
    { lessons: 6, desde: 100, needed: 6 },
    { lessons: 6, desde: 0, needed: 0 },
    { lessons: 0, desde: 100, needed: 0 },
  ])('needs $needed of $lessons lessons for $desde %', async ({ lessons, desde, needed }) => {
    await opensFrom(desde)
    const student = await aStudentBeforeFinal({ lessons })
    const { page } = await seen(student)
    expect(page).toEqual(needed === 0 ? null : { desde, faltan: needed })
    const done = student.lessons.slice(0, needed).map((id_leccion) => ({ id_usuario: student.id, id_leccion }))
    const marked = done.map((row) => ({ ...row, completada_en: sql`now()` }))
    if (needed > 1) await t.deps.db.insert(progreso_lecciones).values(marked.slice(1))
    if (needed > 0) expect((await start(student)).status).toBe(409)
    if (needed > 0) await t.deps.db.insert(progreso_lecciones).values(marked.slice(0, 1))
    expect((await start(student)).status).toBe(200)
  })

  it.each([-1, 101])('never stores a share of %i', async (desde) => {
    await expect(opensFrom(desde)).rejects.toMatchObject({ cause: { constraint: 'clientes_examenes' } })
  })

  it('counts the lessons that stand, not those that were withdrawn', async () => {
    const student = await aStudentBeforeFinal()
    for (const lesson of student.lessons.slice(0, 3)) await complete(student, lesson)
    expect((await start(student)).status).toBe(409)
    await t.deps.db
      .update(lecciones)
      .set({ activo: false })
      .where(eq(lecciones.id, student.lessons[4] as number))
    expect(await seen(student)).toMatchObject({ page: { faltan: 1 } })
    await complete(student, student.lessons[3])
    expect((await start(student)).status).toBe(200)
  })

  it('goes on with the attempt that is open when the share rises', async () => {
    const student = await aStudentBeforeFinal()
    await opensFrom(0)
    expect((await start(student)).body.data.intentos).toBe(1)
    await opensFrom(100)
    const again = await start(student)
    expect([again.status, again.body.data.intentos, await attempts(student)]).toEqual([200, 1, 1])
    await complete(student, student.lessons[4])
    expect(await seen(student)).toMatchObject({ page: null, course: null, next: 'leccion' })
  })

  it('stays open to a student who passed it, not to one who failed', async () => {
    const [passed, failed] = [await aStudentBeforeFinal(), await aStudentBeforeFinal()]
    await anAttempt(t.deps.db, passed.id, passed.final.id, { nota: 13 })
    await anAttempt(t.deps.db, failed.id, failed.final.id, { nota: 3 })
    expect([(await start(passed)).status, (await start(failed)).body.code]).toEqual([200, 'LECCIONES_PENDIENTES'])
    expect([(await seen(passed)).page, (await seen(failed)).page]).toEqual([null, { desde: 80, faltan: 4 }])
  })

  it('is not opened by extra attempts or time of its teacher', async () => {
    const student = await aStudentBeforeFinal({ shape: { fecha_cierre: '2020-01-01T00:00:00Z' } })
    const extra = { intentos_extra: 3, minutos_extra: 10, cierre_extra: '2099-01-01T00:00:00Z' }
    await t.deps.db.update(detalle_evaluacion).set(extra).where(eq(detalle_evaluacion.id, student.detail))
    expect((await start(student)).body.code).toBe('LECCIONES_PENDIENTES')
  })

  it('says first what more lessons would not change', async () => {
    const shut = await aStudentBeforeFinal({ shape: { fecha_cierre: '2020-01-01T00:00:00Z' } })
    expect((await start(shut)).body.code).toBe('EXAMEN_CERRADO')
    const spent = await aStudentBeforeFinal({ shape: { intentos: 1 } })
    await anAttempt(t.deps.db, spent.id, spent.final.id, { nota: 3 })
    expect((await start(spent)).body.code).toBe('SIN_INTENTOS')
  })

  it('closes no survey', async () => {
    const student = await aStudentBeforeFinal()
    const { id } = await anExam(t.deps.db, { id_curso: student.course.id, modelo: 2, values: [0], duracion: null })
    const evaluation = (await t.call('GET', `/api/evaluacion/${id}`, student)).body.data
    expect(evaluation.cerrado_por_lecciones).toBeNull()
    expect((await start({ ...student, detail: await detailOf(t, id, student.token) })).status).toBe(200)
  })

  it('is closed to none of the staff', async () => {
    const student = await aStudentBeforeFinal()
    const admin = await aPerson(t.deps.db, { roles: ['marca'] })
    await anEnrolment(t.deps.db, admin.id, student.course.id)
    expect(await seen({ ...student, token: await t.tokenOf(admin.id) })).toMatchObject({ page: null, listed: null })
  })

  it('opens once for starts and lessons that arrive together', async () => {
    const student = await aStudentBeforeFinal()
    for (const lesson of student.lessons.slice(0, 3)) await complete(student, lesson)
    const answers = await Promise.all([
      start(student),
      complete(student, student.lessons[3]),
      ...Array.from({ length: 4 }, () => start(student)),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await start(student)).body.data.intentos).toBe(1)
    expect(await attempts(student)).toBe(1)
  })
})

/** Modules with this many lessons that are not hidden and an exam each, and a final exam. */
async function aStudentOfModules(lessons: number[]) {
  const { db } = t.deps
  const { id } = await aPerson(db)
  const course = await aCourse(db, { modules: lessons.length, lessons: Math.max(...lessons) })
  await anEnrolment(db, id, course.id)
  const token = await t.tokenOf(id)
  const exams: { id: number; detail: number }[] = []
  for (const id_modulo of [...course.modulos.map((module) => module.id), null]) {
    const exam = await anExam(db, { id_curso: course.id, id_modulo })
    exams.push({ id: exam.id, detail: await detailOf(t, exam.id, token) })
  }
  const ids = course.modulos.map((module) => module.lecciones.map((lesson) => lesson.id))
  const hidden = ids.flatMap((ofModule, m) => ofModule.slice(lessons[m]))
  await db.update(lecciones).set({ activo: false }).where(inArray(lecciones.id, hidden))
  return { id, token, course, exams, lessons: ids.map((ofModule, m) => ofModule.slice(0, lessons[m])) }
}

type StudentOfModules = Awaited<ReturnType<typeof aStudentOfModules>>

/** How many lessons each exam waits for, in order, on its page and on the course's alike. */
async function waiting({ token, course, exams }: StudentOfModules) {
  const whole = (await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })).body.data
  const cards = [...whole.modulos, whole].flatMap(({ evaluaciones }: { evaluaciones: Card[] }) => evaluaciones)
  for (const { id } of exams) {
    const page = (await t.call('GET', `/api/evaluacion/${id}`, { token })).body.data
    expect(page.cerrado_por_lecciones).toEqual(cards.find((card) => card.id === id)?.cerrado_por_lecciones)
  }
  return exams.map(({ id }) => cards.find((card) => card.id === id)?.cerrado_por_lecciones?.faltan ?? 0)
}

type Card = { id: number; cerrado_por_lecciones: { desde: number; faltan: number } | null }

describe('the exams of its modules', () => {
  it.each([
    { desde: 0, lessons: [4, 4], done: [0, 0], waits: [0, 0, 0] },
    { desde: 50, lessons: [4, 4], done: [0, 0], waits: [2, 4, 4] },
    { desde: 80, lessons: [4, 4], done: [0, 0], waits: [4, 7, 7] },
    { desde: 100, lessons: [4, 4], done: [4, 0], waits: [0, 4, 4] },
    { desde: 80, lessons: [4, 4], done: [0, 4], waits: [4, 3, 3] },
    { desde: 34, lessons: [3, 3], done: [1, 0], waits: [1, 2, 2] },
    { desde: 33, lessons: [3, 3], done: [1, 0], waits: [0, 1, 1] },
    { desde: 100, lessons: [0, 2], done: [0, 1], waits: [0, 1, 1] },
    { desde: 100, lessons: [2, 0], done: [1, 0], waits: [1, 1, 1] },
    { desde: 100, lessons: [0, 0], done: [0, 0], waits: [0, 0, 0] },
  ])('at $desde %, with $done of $lessons lessons, wait for $waits', async ({ desde, lessons, done, waits }) => {
    await opensFrom(desde)
    const student = await aStudentOfModules(lessons)
    const marked = student.lessons.flatMap((ids, m) => ids.slice(0, done[m]))
    if (marked.length > 0)
      await t.deps.db
        .insert(progreso_lecciones)
        .values(marked.map((id_leccion) => ({ id_usuario: student.id, id_leccion, completada_en: sql`now()` })))
    expect(await waiting(student)).toEqual(waits)
    for (const [n, exam] of student.exams.entries()) {
      const { status, body } = await start({ ...student, ...exam })
      expect([status, body.code]).toEqual(waits[n] ? [409, 'LECCIONES_PENDIENTES'] : [200, undefined])
    }
  })

  it('give no certificate without a lesson, and say what they wait for where certificates are listed', async () => {
    const student = await aStudentOfModules([4, 4])
    const { token, course, exams } = student
    const { faltan, modulos } = (await t.call('GET', `/api/certificados/curso/${course.id}`, { token })).body.data
    expect(modulos.map((module: Card) => module.cerrado_por_lecciones)).toEqual([
      { desde: 80, faltan: 4 },
      { desde: 80, faltan: 7 },
    ])
    expect(faltan).toEqual([expect.stringContaining('te faltan 7.')])
    const refused = await start({ ...student, detail: exams[0]?.detail ?? 0 })
    expect(refused.body).toMatchObject({ message: 'Se abre con el 80 % de las lecciones: te faltan 4.' })
    const certificate = { token, body: { id_modulo: course.modulos[0]?.id } }
    expect((await t.call('POST', '/api/certificados', certificate)).status).toBe(403)
  })

  it('are said to wait beside the lessons of their module', async () => {
    const { token, lessons } = await aStudentOfModules([4, 4])
    const beside = await t.call('GET', `/api/lecciones/detallado/${lessons[1]?.[0]}`, { token })
    expect(beside.body.data.evaluaciones).toMatchObject([{ cerrado_por_lecciones: { desde: 80, faltan: 7 } }])
  })

  it('may be improved once passed, and go on once begun, whatever is unmarked', async () => {
    const student = await aStudentOfModules([2, 2])
    const [first, second] = student.exams as [Exam, Exam]
    await anAttempt(t.deps.db, student.id, first.id, { nota: 13 })
    expect(await waiting(student)).toEqual([0, 4, 4])
    expect((await start({ ...student, ...first })).status).toBe(200)
    const all = student.lessons.flat()
    for (const lesson of all) await complete(student, lesson)
    expect((await start({ ...student, ...second })).body.data.intentos).toBe(1)
    for (const lesson of all)
      await t.call('PUT', `/api/progreso/leccion/${lesson}`, { token: student.token, body: { completada: false } })
    expect(await waiting(student)).toEqual([0, 0, 4])
    expect((await start({ ...student, ...second })).body.data.intentos).toBe(1)
    await t.call('PUT', `/api/detalle-evaluacion/${second.detail}`, { token: student.token, body: {} })
    expect((await start({ ...student, ...second })).body.code).toBe('LECCIONES_PENDIENTES')
  })
})

type Exam = StudentOfModules['exams'][number]
