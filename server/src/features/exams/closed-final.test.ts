import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { detailOf } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { asistencias } from '../attendance/attendance.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'
import { progreso_lecciones } from '../learning/learning.tables.ts'
import { detalle_evaluacion, intentos_evaluacion } from './exams.tables.ts'

const t = useApp()

const opensFrom = (final_desde: number) => t.deps.db.update(clientes).set({ final_desde }).where(eq(clientes.id, 2))

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
  const { final_cerrado, siguiente } = (await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })).body.data
  return { page: page.final_cerrado, listed: listed.final_cerrado, course: final_cerrado, next: siguiente?.tipo }
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
    expect(await start(student)).toMatchObject({ status: 409, body: { code: 'FINAL_CERRADO', message: text } })
    expect(await attempts(student)).toBe(0)
    const closed = { desde: 80, faltan: 3 }
    expect(await seen(student)).toEqual({ page: closed, listed: closed, course: closed, next: 'leccion' })
    const certificate = await t.call('GET', `/api/certificados/curso/${student.course.id}`, { token: student.token })
    expect(certificate.body.data.faltan).toEqual(['Aprobar el examen final «Examen final».', text])
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
    await expect(opensFrom(desde)).rejects.toMatchObject({ cause: { constraint: 'clientes_final' } })
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
    expect(await seen(student)).toMatchObject({ course: { faltan: 4 }, next: 'leccion' })
  })

  it('stays open to a student who passed it, not to one who failed', async () => {
    const [passed, failed] = [await aStudentBeforeFinal(), await aStudentBeforeFinal()]
    await anAttempt(t.deps.db, passed.id, passed.final.id, { nota: 13 })
    await anAttempt(t.deps.db, failed.id, failed.final.id, { nota: 3 })
    expect([(await start(passed)).status, (await start(failed)).body.code]).toEqual([200, 'FINAL_CERRADO'])
    expect([(await seen(passed)).page, (await seen(failed)).page]).toEqual([null, { desde: 80, faltan: 4 }])
  })

  it('is not opened by extra attempts or time of its teacher', async () => {
    const student = await aStudentBeforeFinal({ shape: { fecha_cierre: '2020-01-01T00:00:00Z' } })
    const extra = { intentos_extra: 3, minutos_extra: 10, cierre_extra: '2099-01-01T00:00:00Z' }
    await t.deps.db.update(detalle_evaluacion).set(extra).where(eq(detalle_evaluacion.id, student.detail))
    expect((await start(student)).body.code).toBe('FINAL_CERRADO')
  })

  it('says first what more lessons would not change', async () => {
    const shut = await aStudentBeforeFinal({ shape: { fecha_cierre: '2020-01-01T00:00:00Z' } })
    expect((await start(shut)).body.code).toBe('EXAMEN_CERRADO')
    const spent = await aStudentBeforeFinal({ shape: { intentos: 1 } })
    await anAttempt(t.deps.db, spent.id, spent.final.id, { nota: 3 })
    expect((await start(spent)).body.code).toBe('SIN_INTENTOS')
  })

  it('closes neither the exam of a module nor a survey', async () => {
    const { db } = t.deps
    const student = await aStudentBeforeFinal()
    const ofModule = await anExam(db, { id_curso: student.course.id, id_modulo: student.course.modulos[0]?.id })
    const survey = await anExam(db, { id_curso: student.course.id, modelo: 2, values: [0], duracion: null })
    for (const { id } of [ofModule, survey]) {
      const evaluation = (await t.call('GET', `/api/evaluacion/${id}`, student)).body.data
      expect(evaluation.final_cerrado).toBeNull()
      expect((await start({ ...student, detail: await detailOf(t, id, student.token) })).status).toBe(200)
    }
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
