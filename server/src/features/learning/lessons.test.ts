import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { archivos, lecciones, sesiones } from '../catalogue/catalogue.tables.ts'
import { comentarios } from '../comments/comments.tables.ts'
import { asistencias } from '../learning/learning.tables.ts'
import { progreso_lecciones } from './learning.tables.ts'

const t = useApp()

async function aStudiedLesson() {
  const { db } = t.deps
  const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
  const course = await aCourse(db, { modules: 2, lessons: 2, teacher: teacher.id })
  const student = await aPerson(db)
  await anEnrolment(db, student.id, course.id)
  const lessons = course.modulos.flatMap((modulo) => modulo.lecciones.map((lesson) => lesson.id))
  const [a = 0, b = 0, c = 0, d = 0] = lessons
  return { course, teacher, student, token: await t.tokenOf(student.id), lessons: { a, b, c, d } }
}

const PATHS = ['lecciones', 'lecciones/detallado', 'archivos/leccion', 'materiales/leccion']

describe('access to a lesson', () => {
  it('is for enrolled students, teachers and administrators; others get 401, 403 or 404', async () => {
    const { db } = t.deps
    const { course, teacher, token, lessons } = await aStudiedLesson()
    const expired = await aPerson(db)
    await anEnrolment(db, expired.id, course.id, { fecha_vencimiento: limaDay(-1) })
    const none = await aPerson(db)
    const foreign = await aPerson(db, { id_cliente: 1 })
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    const urls = [...PATHS.map((path) => `/api/${path}/${lessons.a}`), `/api/lecciones/modulo/${course.modulos[0]?.id}`]
    for (const url of urls) {
      expect((await t.call('GET', url)).status, url).toBe(401)
      for (const good of [token, await t.tokenOf(teacher.id), await t.tokenOf(admin.id)])
        expect((await t.call('GET', url, { token: good })).status, url).toBe(200)
      for (const person of [expired, none]) {
        const answer = await t.call('GET', url, { token: await t.tokenOf(person.id) })
        expect(answer, url).toMatchObject({
          status: 403,
          body: { code: 'SIN_MATRICULA', mensaje: 'No tienes una matrícula vigente en este curso.' },
        })
      }
      expect((await t.call('GET', url, { token: await t.tokenOf(foreign.id) })).status, url).toBe(404)
    }
    for (const path of [...PATHS, 'lecciones/modulo']) {
      expect((await t.call('GET', `/api/${path}/2000000000`, { token })).status).toBe(404)
      expect((await t.call('GET', `/api/${path}/1e3`, { token })).status).toBe(404)
    }
    await db.update(lecciones).set({ activo: false }).where(eq(lecciones.id, lessons.a))
    expect((await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token })).status).toBe(404)
  })
})

describe('reading lessons', () => {
  it('GET /api/lecciones/{id} and /api/lecciones/modulo/{id} give headings and completion', async () => {
    const { course, student, token, lessons } = await aStudiedLesson()
    const [first] = course.modulos
    await t.deps.db.insert(asistencias).values({ usuario_id: student.id, leccion_id: lessons.b })
    await t.deps.db
      .update(asistencias)
      .set({ fecha_cierre: new Date(Date.now() + 1000).toISOString() })
      .where(eq(asistencias.leccion_id, lessons.b))
    const one = await t.call('GET', `/api/lecciones/${lessons.a}`, { token })
    const modulo = { id: first?.id, id_curso: course.id, nombre: 'Módulo 1' }
    expect(one.body.data).toEqual({ id: lessons.a, id_modulo: first?.id, titulo: 'Lección 1.1', duracion: 10, modulo })
    const all = await t.call('GET', `/api/lecciones/modulo/${first?.id}`, { token })
    expect(all.body.data).toMatchObject([
      { id: lessons.a, completada: false, modulo },
      { id: lessons.b, completada: true },
    ])
  })

  it('GET /api/lecciones/detallado/{id} returns the whole screen', async () => {
    const { db } = t.deps
    const { course, token, lessons } = await aStudiedLesson()
    const [first, second] = course.modulos
    await db.update(lecciones).set({ contenido: '<p>Hola</p>' }).where(eq(lecciones.id, lessons.b))
    await db.insert(archivos).values({
      id_leccion: lessons.b,
      titulo: 'Video',
      enlace: 'https://youtu.be/aqz-KE-bpKQ',
      tipo_video: 'youtube',
      video: 'aqz-KE-bpKQ',
      orden: 1,
    })
    await db.insert(sesiones).values({
      id_leccion: lessons.b,
      nombre: 'En vivo',
      inicio: '2026-08-01T01:30:00Z',
      enlace: 'https://sesiones.example/a',
      orden: 1,
    })
    const exam = await anExam(db, { id_curso: course.id, id_modulo: first?.id })
    await anExam(db, { id_curso: course.id })
    const { body } = await t.call('GET', `/api/lecciones/detallado/${lessons.b}`, { token })
    expect(body.data).toMatchObject({
      ...{
        id: lessons.b,
        titulo: 'Lección 1.2',
        contenido: '<p>Hola</p>',
        completada: false,
        segundo: 0,
        asistencia: null,
      },
      curso: { id: course.id, nombre: 'Curso de prueba' },
      archivos: [{ tipo_video: 'youtube', video: 'aqz-KE-bpKQ', video_hash: null }],
      materiales: [],
      sesiones: [{ nombre: 'En vivo', fecha: '2026-07-31', hora_inicio: '20:30' }],
      lecciones: [
        { id: lessons.a, completada: false },
        { id: lessons.b, completada: false },
      ],
      anterior: { id: lessons.a, id_modulo: first?.id, titulo: 'Lección 1.1' },
      siguiente: { id: lessons.c, id_modulo: second?.id, titulo: 'Lección 2.1' },
      evaluaciones: [{ id: exam.id }],
    })
    expect((await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token })).body.data.anterior).toBeNull()
    expect((await t.call('GET', `/api/lecciones/detallado/${lessons.d}`, { token })).body.data.siguiente).toBeNull()
  })

  it('stores what a student saw last, and nothing for staff', async () => {
    const { db } = t.deps
    const { teacher, student, token, lessons } = await aStudiedLesson()
    const last = async () => {
      const { id_usuario, visto_en } = progreso_lecciones
      return (await db.select().from(progreso_lecciones).where(eq(id_usuario, student.id)).orderBy(desc(visto_en)))[0]
    }
    for (const id of [lessons.c, lessons.b, lessons.c]) {
      await t.call('GET', `/api/lecciones/detallado/${id}`, { token })
      expect(await last()).toMatchObject({ id_leccion: id, visto_en: expect.any(String) })
    }
    const seenAt = (await last())?.visto_en
    await t.call('GET', `/api/lecciones/detallado/${lessons.c}`, { token })
    expect((await last())?.visto_en).toBe(seenAt)
    await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token: await t.tokenOf(teacher.id) })
    expect(await db.select().from(progreso_lecciones).where(eq(progreso_lecciones.id_usuario, teacher.id))).toEqual([])
    expect(
      await db.select().from(progreso_lecciones).where(eq(progreso_lecciones.id_usuario, student.id)),
    ).toHaveLength(2)
  })
})

describe('GET /api/lecciones/detallado/{id} as a prefetch', () => {
  it('returns the same and does not count as seen', async () => {
    const { token, student, lessons } = await aStudiedLesson()
    const url = `/api/lecciones/detallado/${lessons.c}`
    const answer = await t.call('GET', url, { token, headers: { purpose: 'prefetch' } })
    expect(answer.body.data.id).toBe(lessons.c)
    expect(await t.deps.db.$count(progreso_lecciones, eq(progreso_lecciones.id_usuario, student.id))).toBe(0)
  })

  it('is returned even when marking it as seen fails', async () => {
    const { db } = t.deps
    const { token, lessons } = await aStudiedLesson()
    await db.execute(sql`CREATE FUNCTION se_niega() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`)
    await db.execute(sql`CREATE TRIGGER se_niega BEFORE INSERT ON progreso_lecciones EXECUTE FUNCTION se_niega()`)
    const answer = await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token })
    await db.execute(sql`DROP TRIGGER se_niega ON progreso_lecciones`)
    expect(answer).toMatchObject({ status: 200, body: { data: { id: lessons.a } } })
  })
})

describe('POST /api/lecciones/{id}/completar', () => {
  const complete = (id: number, token: string) => t.call('POST', `/api/lecciones/${id}/completar`, { token })

  it('marks the lesson as done and says the next piece, the same on every repeat', async () => {
    const { course, token, lessons } = await aStudiedLesson()
    const [first] = course.modulos
    const detailed = async (id: number) => (await t.call('GET', `/api/lecciones/detallado/${id}`, { token })).body.data
    expect((await detailed(lessons.a)).curso).toMatchObject({ siguiente: { tipo: 'leccion', id_leccion: lessons.a } })
    const siguiente = { tipo: 'leccion', id_curso: course.id, id_modulo: first?.id, id_leccion: lessons.b }
    for (const answer of await Promise.all([complete(lessons.a, token), complete(lessons.a, token)]))
      expect(answer).toMatchObject({ status: 200, body: { data: { completada: true, asistencia: null, siguiente } } })
    expect(await detailed(lessons.a)).toMatchObject({ completada: true, asistencia: null, curso: { siguiente } })
    for (const id of [lessons.c, lessons.d]) await complete(id, token)
    const last = await complete(lessons.b, token)
    expect(last.body.data.siguiente).toBeNull()
    const end = { siguiente: null, estado_avance: 'terminado', codigo_certificado: null }
    expect((await detailed(lessons.a)).curso, 'a course without exams is finished by its lessons').toMatchObject(end)
  })

  it('closes an open attendance with its points, once, and keeps one closed before', async () => {
    const { student, token, lessons } = await aStudiedLesson()
    await t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id: lessons.a } })
    const answers = await Promise.all([complete(lessons.a, token), complete(lessons.a, token)])
    const [first, second] = answers.map(({ body }) => body.data.asistencia.fecha_cierre)
    expect(first).toEqual(expect.any(String))
    expect(second).toBe(first)
    const points = await t.database.sql`SELECT puntos FROM puntos WHERE id_usuario = ${student.id}`
    expect(points).toEqual([{ puntos: 10 }])
  })

  it('tells the week with today in it, unless the student turned it off', async () => {
    const { token, lessons } = await aStudiedLesson()
    await t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id: lessons.a } })
    const { puntos, ritmo } = (await complete(lessons.a, token)).body.data
    expect({ puntos, ritmo }).toMatchObject({ puntos: 10, ritmo: { meta: 3, racha: 1, puntos: 10 } })
    expect(ritmo.semana[ritmo.hoy]).toBe(true)
    await t.call('PUT', '/api/ritmo', { token, body: { activo: false } })
    expect((await complete(lessons.b, token)).body.data.ritmo).toBeNull()
  })

  it('is for students of the course alone', async () => {
    const { teacher, lessons } = await aStudiedLesson()
    expect((await complete(lessons.a, await t.tokenOf(teacher.id))).status).toBe(403)
    expect((await t.call('POST', `/api/lecciones/${lessons.a}/completar`)).status).toBe(401)
  })
})

describe('what the lesson tells about its course', () => {
  it('names picture and teachers, and counts the comments that stand', async () => {
    const { db } = t.deps
    const { course, teacher, student, token, lessons } = await aStudiedLesson()
    const say = (text: string, more: { parent_id?: number; eliminado_en?: string } = {}) =>
      db
        .insert(comentarios)
        .values({ comentario: text, id_usuario: student.id, id_leccion: lessons.a, ...more })
        .returning({ id: comentarios.id })
    const [gone] = await say('[eliminado]', { eliminado_en: new Date().toISOString() })
    await say('Una respuesta.', { parent_id: gone?.id })
    await say('Otra pregunta.')
    const read = async (token: string) =>
      (await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token })).body.data
    expect(await read(token)).toMatchObject({
      curso: { id: course.id, imagen: null },
      docentes: [{ id: teacher.id, nombres: teacher.nombres, apellidos: teacher.apellidos }],
      comentarios: 2,
    })
    expect((await read(await t.tokenOf(teacher.id))).curso, 'staff have no place').toMatchObject({
      siguiente: null,
      estado_avance: null,
      codigo_certificado: null,
    })
  })
})

describe('PUT /api/progreso/leccion/{id}', () => {
  it('stores position and mark, each only when sent', async () => {
    const { token, lessons } = await aStudiedLesson()
    const save = async (body: object) =>
      (await t.call('PUT', `/api/progreso/leccion/${lessons.a}`, { token, body })).body.data
    expect(await save({ segundo: 120 })).toEqual({ segundo: 120, completada: false, ritmo: null })
    expect(await save({ completada: true })).toMatchObject({ segundo: 120, completada: true, ritmo: { racha: 1 } })
    expect(await save({ segundo: 5, visto_en: '2000-01-01', id_usuario: 1 })).toEqual({
      segundo: 5,
      completada: true,
      ritmo: null,
    })
    expect(await save({})).toEqual({ segundo: 5, completada: true, ritmo: null })
    expect(await save({ completada: false })).toEqual({ segundo: 5, completada: false, ritmo: null })
    const { body } = await t.call('GET', `/api/lecciones/detallado/${lessons.a}`, { token })
    expect(body.data).toMatchObject({ segundo: 5, completada: false })
  })

  it('keeps a lesson with closed attendance done', async () => {
    const { student, token, lessons } = await aStudiedLesson()
    const fecha_cierre = new Date(Date.now() + 1000).toISOString()
    await t.deps.db.insert(asistencias).values({ usuario_id: student.id, leccion_id: lessons.a, fecha_cierre })
    const answer = await t.call('PUT', `/api/progreso/leccion/${lessons.a}`, { token, body: { completada: false } })
    expect(answer.body.data).toEqual({ segundo: 0, completada: true, ritmo: null })
  })

  it('is for enrolled students only, with a valid position', async () => {
    const { db } = t.deps
    const { teacher, token, lessons } = await aStudiedLesson()
    const url = `/api/progreso/leccion/${lessons.a}`
    const other = await aPerson(db)
    const foreign = await aPerson(db, { id_cliente: 1 })
    expect((await t.call('PUT', url, { body: {} })).status).toBe(401)
    for (const person of [other, teacher])
      expect((await t.call('PUT', url, { token: await t.tokenOf(person.id), body: {} })).status).toBe(403)
    expect((await t.call('PUT', url, { token: await t.tokenOf(foreign.id), body: {} })).status).toBe(404)
    for (const segundo of [-1, 1.5, 86_401, '5']) {
      const answer = await t.call('PUT', url, { token, body: { segundo } })
      expect(answer).toMatchObject({ status: 422, body: { errors: { segundo: ['El segundo no es válido.'] } } })
    }
    const mark = await t.call('PUT', url, { token, body: { completada: 'sí' } })
    expect(mark).toMatchObject({ status: 422, body: { errors: { completada: ['Indica si la lección está hecha.'] } } })
  })
})
