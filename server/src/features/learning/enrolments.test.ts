import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay, REVOKED } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { botones } from '../brands/brands.tables.ts'
import { lecciones, sesiones } from '../catalogue/catalogue.tables.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { asistencias } from '../learning/learning.tables.ts'
import { progreso_lecciones } from './learning.tables.ts'

const t = useApp()

async function aStudent(shape: { modules?: number; lessons?: number } = {}) {
  const person = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db, shape)
  await anEnrolment(t.deps.db, person.id, course.id)
  const lessons = course.modulos.flatMap((modulo) => modulo.lecciones.map((lesson) => lesson.id))
  return { id: person.id, token: await t.tokenOf(person.id), course, lessons }
}

const saw = (id_usuario: number, id_leccion = 0, minutesAgo = 0, done = false) =>
  t.deps.db.insert(progreso_lecciones).values({
    id_usuario,
    id_leccion,
    segundo: 42,
    visto_en: sql`now() - make_interval(mins => ${minutesAgo})`,
    completada_en: done ? sql`now()` : null,
  })

const closed = (usuario_id: number, leccion_id = 0) =>
  t.deps.db.insert(asistencias).values({ usuario_id, leccion_id, fecha_cierre: sql`now()` })

describe('GET /api/matriculas/usuario/{id}', () => {
  it('lists only active enrolments, with progress, grade and the next piece', async () => {
    const { db } = t.deps
    const { id, token, course, lessons } = await aStudent({ modules: 2, lessons: 2 })
    await db
      .insert(lecciones)
      .values({ id_modulo: course.modulos[0]?.id ?? 0, clave: 'x', titulo: 'Retirada', orden: 9, activo: false })
    const newer = await aCourse(db, { modules: 0 })
    await anEnrolment(db, id, newer.id, {
      fecha_vencimiento: limaDay(0),
      fecha_matricula: new Date(Date.now() + 60_000).toISOString(),
    })
    const past = await aCourse(db)
    await anEnrolment(db, id, past.id, { fecha_vencimiento: limaDay(-1) })
    const suspended = await aCourse(db)
    await anEnrolment(db, id, suspended.id, { estado: 'suspendida' })
    const exam = await anExam(db, { id_curso: course.id })
    for (const nota of [13, 17, 15]) await anAttempt(db, id, exam.id, { nota })
    await closed(id, lessons[0])
    await saw(id, lessons[0], 1, true)
    await saw(id, lessons[1], 5, true)
    const answer = await t.call('GET', `/api/matriculas/usuario/${id}`, { token })
    expect(answer.status).toBe(200)
    const [second, first, ...rest] = answer.body.data
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      curso: { id: newer.id, nombre: newer.nombre, imagen: null, horas: 12 },
      nota: null,
      fecha_vencimiento: limaDay(0),
      progreso: { lecciones: 0, completadas: 0, examenes: 0, aprobados: 0, porcentaje: 0 },
      siguiente: null,
      estado_avance: 'sin_empezar',
    })
    expect(second).toMatchObject({
      curso: { id: course.id },
      nota: 85,
      fecha_vencimiento: null,
      progreso: { lecciones: 4, completadas: 2, examenes: 1, aprobados: 1, porcentaje: 60 },
      siguiente: { id_curso: course.id, id_modulo: course.modulos[1]?.id, id_leccion: lessons[2], modulo: 'Módulo 2' },
    })
  })

  it('points to the first lesson of a new course, and floors the percentage', async () => {
    const { id, token, course, lessons } = await aStudent({ modules: 1, lessons: 3 })
    const before = (await t.call('GET', `/api/matriculas/usuario/${id}`, { token })).body.data[0]
    expect(before.siguiente).toEqual({
      tipo: 'leccion',
      id_curso: course.id,
      id_modulo: course.modulos[0]?.id,
      id_leccion: lessons[0],
      titulo: 'Lección 1.1',
      modulo: 'Módulo 1',
      segundo: 0,
    })
    for (const [done, percent] of [33, 66, 100].entries()) {
      await closed(id, lessons[done])
      const [row] = (await t.call('GET', `/api/matriculas/usuario/${id}`, { token })).body.data
      expect(row.progreso).toMatchObject({ lecciones: 3, completadas: done + 1, porcentaje: percent })
    }
  })

  it('is for the student, and for staff within their brand and their courses', async () => {
    const { db } = t.deps
    const { id, token, course } = await aStudent()
    const url = `/api/matriculas/usuario/${id}`
    expect((await t.call('GET', url)).status).toBe(401)
    const other = await aPerson(db)
    const denied = await t.call('GET', url, { token: await t.tokenOf(other.id) })
    expect(denied).toMatchObject({
      status: 403,
      body: { mensaje: 'No tienes permiso para hacer esto.', code: 'SIN_PERMISO' },
    })
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    expect((await t.call('GET', url, { token: await t.tokenOf(admin.id) })).body.data).toHaveLength(1)
    const foreign = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await t.call('GET', url, { token: await t.tokenOf(foreign.id) })).status).toBe(404)
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const taught = await aCourse(db, { teacher: teacher.id })
    await anEnrolment(db, id, taught.id)
    const seen = await t.call('GET', url, { token: await t.tokenOf(teacher.id) })
    expect(seen.body.data.map((row: { curso: { id: number } }) => row.curso.id)).toEqual([taught.id])
    const courses = await t.call('GET', `/api/cursos/usuario/${id}`, { token })
    expect(courses.body.data.map((row: { id: number }) => row.id).sort()).toEqual([course.id, taught.id].sort())
    expect(courses.body.data[0]).toMatchObject({ costo: 149, categoria: expect.any(String) })
    expect((await t.call('GET', `/api/cursos/usuario/${id}`, { token: await t.tokenOf(other.id) })).status).toBe(403)
    expect((await t.call('GET', '/api/matriculas/usuario/01', { token })).status).toBe(404)
  })
})

describe('GET /api/sesiones/usuario/{id}', () => {
  it('lists the sessions of active courses by day in Lima, in order', async () => {
    const { db } = t.deps
    const { id, token, course, lessons } = await aStudent()
    const other = await aCourse(db)
    const enlace = 'https://sesiones.example/sala'
    const row = (nombre: string, inicio: string, orden: number, id_leccion = lessons[0] ?? 0) => ({
      id_leccion,
      nombre,
      inicio,
      enlace,
      orden,
      duracion: 90,
    })
    await db
      .insert(sesiones)
      .values([
        row('De noche', `${limaDay(3)}T23:30:00-05:00`, 1),
        row('Antes', `${limaDay(2)}T09:05:00-05:00`, 2),
        row('Hace mucho', `${limaDay(-61)}T12:00:00-05:00`, 3),
        row('Lejana', `${limaDay(181)}T12:00:00-05:00`, 4),
        row('Ajena', `${limaDay(2)}T09:05:00-05:00`, 1, other.modulos[0]?.lecciones[0]?.id),
      ])
    const url = `/api/sesiones/usuario/${id}`
    const { body } = await t.call('GET', url, { token })
    expect(body.data.map((session: { nombre: string }) => session.nombre)).toEqual(['Antes', 'De noche'])
    expect(body.data[0]).toMatchObject({
      fecha: limaDay(2),
      hora_inicio: '09:05',
      enlace,
      id_curso: course.id,
      curso: course.nombre,
      id_leccion: lessons[0],
    })
    expect(body.data[1]).toMatchObject({ fecha: limaDay(3), hora_inicio: '23:30' })
    expect(Date.parse(body.data[1].fin) - Date.parse(body.data[1].inicio)).toBe(90 * 60_000)
    const far = await t.call('GET', `${url}?desde=${limaDay(100)}&hasta=${limaDay(200)}`, { token })
    expect(far.body.data.map((session: { nombre: string }) => session.nombre)).toEqual(['Lejana'])
    const long = await t.call('GET', `${url}?desde=${limaDay(0)}&hasta=${limaDay(401)}`, { token })
    expect(long).toMatchObject({ status: 422, body: { errors: { hasta: ['El periodo puede tener hasta 400 días.'] } } })
    const wrong = await t.call('GET', `${url}?desde=ayer`, { token })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { desde: ['La fecha no es válida.'] } } })
    expect((await t.call('GET', url)).status).toBe(401)
    expect((await t.call('GET', '/api/sesiones/usuario/999999', { token })).status).toBe(403)
  })
})

describe('GET /api/inicio', () => {
  it('continues after the lesson finished last', async () => {
    const { id, token, course, lessons } = await aStudent({ modules: 2, lessons: 2 })
    const place = async () => (await t.call('GET', '/api/inicio', { token })).body.data.siguiente
    expect(await place()).toMatchObject({ id_leccion: lessons[0], segundo: 0, id_curso: course.id })
    await closed(id, lessons[2])
    expect(await place()).toMatchObject({ id_leccion: lessons[3] })
    await closed(id, lessons[3])
    expect(await place()).toMatchObject({ id_leccion: lessons[0] })
    await closed(id, lessons[0])
    await closed(id, lessons[1])
    expect(await place()).toBeNull()
    const other = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, id, other.id)
    expect(await place()).toMatchObject({ id_curso: other.id })
  })

  it('goes on past a course that has nothing to do yet', async () => {
    const { id, course } = await aStudent()
    const token = await t.tokenOf(id)
    const empty = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, id, empty.id)
    const lesson = empty.modulos[0]?.lecciones[0]?.id ?? 0
    await closed(id, lesson)
    await t.database.sql`UPDATE lecciones SET activo = false WHERE id_modulo = ${empty.modulos[0]?.id ?? 0}`
    const { cursos, siguiente } = (await t.call('GET', '/api/inicio', { token })).body.data
    expect(cursos[0].curso.id, 'the one of the last work').toBe(empty.id)
    expect(siguiente).toMatchObject({ id_curso: course.id })
  })

  it('returns the whole screen in one response', async () => {
    const { db } = t.deps
    const { id, token, course, lessons } = await aStudent()
    const base = { id_leccion: lessons[0] ?? 0, enlace: 'https://sesiones.example/sala', duracion: 60 }
    await db.insert(sesiones).values([
      { ...base, nombre: 'Terminada', inicio: sql`now() - interval '61 minutes'`, orden: 1 },
      { ...base, nombre: 'En curso', inicio: sql`now() - interval '30 minutes'`, orden: 2 },
      { ...base, nombre: 'Mañana', inicio: sql`now() + interval '1 day'`, orden: 3 },
    ])
    const paper = {
      id_usuario: id,
      id_curso: course.id,
      alumno: 'A',
      curso: 'C',
      nota: 90,
      horas: 4,
      fecha_inicio: limaDay(),
      fecha_fin: limaDay(),
    }
    await db.insert(certificados).values([
      { ...paper, codigo_certificado: 'CERT-ABCDEFGHI' },
      { ...paper, id_modulo: course.modulos[0]?.id, codigo_certificado: 'CERT-ABCDEFGHJ', ...REVOKED },
    ])
    const empty = (await t.call('GET', '/api/inicio', { token })).body.data
    expect(empty).toMatchObject({
      cursos_matriculados: 1,
      certificados_obtenidos: 1,
      proxima_sesion: { nombre: 'En curso', curso: course.nombre },
    })
    expect(empty.cursos[0].curso.id).toBe(course.id)
    expect(empty.botones).toMatchObject({ banner_uno: null, boton_3: null })
    await db
      .insert(botones)
      .values({ id_cliente: 2, banner_uno: '/api/storage/imagenes/x.webp', boton_1: 'Ver cursos' })
    const { body } = await t.call('GET', '/api/inicio', { token })
    expect(body.data.botones).toMatchObject({
      banner_uno: '/api/storage/imagenes/x.webp',
      boton_1: 'Ver cursos',
      boton_2: null,
    })
    expect((await t.call('GET', '/api/inicio')).status).toBe(401)
  })
})
