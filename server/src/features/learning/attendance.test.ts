import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { asistencias } from '../learning/learning.tables.ts'

const t = useApp()

async function aStudent(lessons = 1) {
  const { db } = t.deps
  const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
  const course = await aCourse(db, { lessons, teacher: teacher.id })
  const person = await aPerson(db)
  await anEnrolment(db, person.id, course.id)
  const ids = course.modulos.flatMap((modulo) => modulo.lecciones.map((lesson) => lesson.id))
  return { id: person.id, token: await t.tokenOf(person.id), teacher, course, lessons: ids, lesson: ids[0] ?? 0 }
}

const send = (what: 'iniciar' | 'cerrar', token: string | undefined, body: object) =>
  t.call('POST', `/api/asistencia/${what}`, { token, body })

describe('POST /api/asistencia/iniciar', () => {
  it('returns 201, then 200 with the same row, and ignores user and time in the body', async () => {
    const { id, token, lesson } = await aStudent()
    const other = await aPerson(t.deps.db)
    const forged = {
      usuario_id: other.id,
      leccion_id: lesson,
      asistio: false,
      fecha_asistencia: '2000-01-01T00:00:00Z',
      fecha_cierre: '2000-01-01T00:00:00Z',
    }
    const first = await send('iniciar', token, forged)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ usuario_id: id, leccion_id: lesson, asistio: true, fecha_cierre: null })
    expect(Math.abs(Date.now() - Date.parse(first.body.data.fecha_asistencia))).toBeLessThan(60_000)
    const again = await send('iniciar', token, { leccion_id: lesson })
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  it('inserts one row for fifty concurrent calls, and returns one 201', async () => {
    const { id, token, lesson } = await aStudent()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('iniciar', token, { leccion_id: lesson })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(49)
    expect(await t.deps.db.select().from(asistencias).where(eq(asistencias.usuario_id, id))).toHaveLength(1)
  })
})

describe('POST /api/asistencia/cerrar', () => {
  it('requires a start, closes once and completes the lesson', async () => {
    const { id, token, lesson } = await aStudent()
    const early = await send('cerrar', token, { leccion_id: lesson })
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'ASISTENCIA_NO_INICIADA', mensaje: 'Primero registra tu asistencia.' },
    })
    await send('iniciar', token, { leccion_id: lesson })
    const closed = await send('cerrar', token, {
      usuario_id: id,
      leccion_id: lesson,
      fecha_cierre: '2000-01-01T00:00:00Z',
    })
    expect(closed.status).toBe(200)
    expect(closed.body.fecha_cierre).toBe(closed.body.data.fecha_cierre)
    expect(Math.abs(Date.now() - Date.parse(closed.body.fecha_cierre))).toBeLessThan(60_000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('cerrar', token, { leccion_id: lesson })))
    expect(new Set(answers.map((answer) => answer.body.fecha_cierre))).toEqual(new Set([closed.body.fecha_cierre]))
    const read = await t.call('GET', `/api/lecciones/detallado/${lesson}`, { token })
    expect(read.body.data).toMatchObject({ completada: true, asistencia: closed.body.data })
  })
})

describe('access', () => {
  it('only enrolled students may start and close', async () => {
    const { db } = t.deps
    const { token, teacher, course, lesson } = await aStudent()
    const none = await aPerson(db)
    const expired = await aPerson(db)
    await anEnrolment(db, expired.id, course.id, { fecha_vencimiento: limaDay(-1) })
    const foreign = await aPerson(db, { id_cliente: 1 })
    for (const what of ['iniciar', 'cerrar'] as const) {
      expect((await send(what, undefined, { leccion_id: lesson })).status).toBe(401)
      for (const person of [none, expired, teacher])
        expect((await send(what, await t.tokenOf(person.id), { leccion_id: lesson })).body.code).toBe('SIN_MATRICULA')
      expect((await send(what, await t.tokenOf(foreign.id), { leccion_id: lesson })).status).toBe(404)
      expect((await send(what, token, { leccion_id: 2_000_000_000 })).status).toBe(404)
      for (const body of [{}, { leccion_id: 'uno' }, { leccion_id: 0 }]) {
        const answer = await send(what, token, body)
        expect(answer).toMatchObject({ status: 422, body: { errors: { leccion_id: ['Indica la lección.'] } } })
      }
    }
  })
})

describe('GET /api/asistencias', () => {
  it("pages the student's own, newest first", async () => {
    const { id, token, lessons } = await aStudent(5)
    const other = await aStudent()
    await send('iniciar', other.token, { leccion_id: other.lesson })
    for (const leccion_id of lessons) await send('iniciar', token, { leccion_id })
    const { body } = await t.call('GET', '/api/asistencias?page=2&per_page=2', { token })
    expect(body.data).toMatchObject({ total: 5, per_page: 2, current_page: 2, last_page: 3 })
    expect(body.data.data.map((row: { leccion_id: number }) => row.leccion_id)).toEqual([lessons[2], lessons[1]])
    expect(body.data.data.every((row: { usuario_id: number }) => row.usuario_id === id)).toBe(true)
    expect((await t.call('GET', '/api/asistencias')).status).toBe(401)
    const wrong = await t.call('GET', '/api/asistencias?per_page=101&page=0', { token })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { page: ['La página no es válida.'], per_page: ['La cantidad por página va de 1 a 100.'] } },
    })
  })
})

describe('GET /api/asistencias/usuario-leccion', () => {
  it('returns the row or null: the own for students, any for the course’s staff', async () => {
    const { db } = t.deps
    const { id, token, teacher, lesson } = await aStudent()
    const url = `/api/asistencias/usuario-leccion?usuario_id=${id}&leccion_id=${lesson}`
    expect(await t.call('GET', url, { token })).toMatchObject({ status: 200, body: { data: null } })
    const { body } = await send('iniciar', token, { leccion_id: lesson })
    expect((await t.call('GET', url, { token })).body).toEqual(body)
    expect((await t.call('GET', `/api/asistencias/usuario-leccion?leccion_id=${lesson}`, { token })).body).toEqual(body)
    expect((await t.call('GET', url, { token: await t.tokenOf(teacher.id) })).body).toEqual(body)
    const other = await aPerson(db)
    const stranger = await aPerson(db, { tipo_cliente: 'Docente' })
    const foreign = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await t.call('GET', url)).status).toBe(401)
    expect((await t.call('GET', url, { token: await t.tokenOf(other.id) })).status).toBe(403)
    expect((await t.call('GET', url, { token: await t.tokenOf(stranger.id) })).status).toBe(403)
    expect((await t.call('GET', url, { token: await t.tokenOf(foreign.id) })).status).toBe(404)
    const wrong = await t.call('GET', '/api/asistencias/usuario-leccion?usuario_id=1e3', { token })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { usuario_id: ['El usuario no es válido.'], leccion_id: ['Indica la lección.'] } },
    })
  })
})

describe('DELETE /api/asistencias/{id}', () => {
  it('is allowed to the course’s staff', async () => {
    const { db } = t.deps
    const { token, teacher, lesson } = await aStudent()
    const { body } = await send('iniciar', token, { leccion_id: lesson })
    const url = `/api/asistencias/${body.data.id}`
    const stranger = await aPerson(db, { tipo_cliente: 'Docente' })
    const foreign = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await t.call('DELETE', url)).status).toBe(401)
    expect((await t.call('DELETE', url, { token })).status).toBe(403)
    for (const person of [stranger, foreign])
      expect((await t.call('DELETE', url, { token: await t.tokenOf(person.id) })).status).toBe(404)
    expect((await t.call('DELETE', url, { token: await t.tokenOf(teacher.id) })).body).toEqual({
      message: 'Asistencia eliminada.',
      mensaje: 'Asistencia eliminada.',
    })
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    expect((await t.call('DELETE', url, { token: await t.tokenOf(admin.id) })).status).toBe(404)
  })
})
