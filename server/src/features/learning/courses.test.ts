import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { encuestas_respondidas } from '../exams/exams.tables.ts'
import { progreso_lecciones } from './learning.tables.ts'

const t = useApp()

/** A course of two modules with an exam each, a final exam, a survey and an enrolled student. */
async function aStudiedCourse() {
  const { db } = t.deps
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', profesion: 'Médica' })
  const course = await aCourse(db, { modules: 2, lessons: 2, teacher: teacher.id })
  const student = await aPerson(db)
  await anEnrolment(db, student.id, course.id)
  const [first, second] = course.modulos
  if (!first || !second) throw new Error('two modules were asked for')
  const exam = await anExam(db, { id_curso: course.id, id_modulo: first.id })
  const hidden = await anExam(db, { id_curso: course.id, id_modulo: second.id, estado: 0 })
  const final = await anExam(db, { id_curso: course.id, nombre: 'Examen final', intentos: 3 })
  const survey = await anExam(db, { id_curso: course.id, modelo: 2, nombre: 'Encuesta' })
  return { course, teacher, student, token: await t.tokenOf(student.id), first, second, exam, hidden, final, survey }
}

const certificate = (id_usuario: number, id_curso: number, id_modulo: number | null, codigo_certificado: string) =>
  t.deps.db.insert(certificados).values({
    ...{ id_usuario, id_curso, id_modulo, codigo_certificado, alumno: 'A', curso: 'C', nota: 90, horas: 4 },
    ...{ fecha_inicio: limaDay(), fecha_fin: limaDay() },
  })

describe('GET /api/cursos/detallado/{id}', () => {
  it('gives guests the outline without state or content', async () => {
    const { course, teacher, first, final, survey } = await aStudiedCourse()
    const stranger = await aPerson(t.deps.db)
    for (const token of [undefined, await t.tokenOf(stranger.id)]) {
      const { status, body } = await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        id: course.id,
        costo: 149,
        matriculado: false,
        progreso: null,
        siguiente: null,
        estado_avance: null,
        ultima_actividad: null,
        intento_abierto: null,
        codigo_certificado: null,
      })
      expect(body.data.docentes).toEqual([
        {
          id: teacher.id,
          nombres: 'Ana María',
          apellidos: 'Quispe Núñez',
          profesion: 'Médica',
          foto_perfil: null,
          biography: null,
        },
      ])
      expect(body.data.modulos[0]).toMatchObject({
        ...{ id: first.id, nombre: 'Módulo 1', horas: 4, cantidad_lecciones: 2, tiene_examen: true, estado: null },
        primera_leccion_id: first.lecciones[0]?.id,
        lecciones: [
          { titulo: 'Lección 1.1', duracion: 10, completada: false },
          { titulo: 'Lección 1.2', completada: false },
        ],
      })
      expect(body.data.modulos[1]).toMatchObject({ tiene_examen: false, evaluaciones: [] })
      expect(body.data.evaluaciones.map((card: { id: number }) => card.id)).toEqual([final.id, survey.id])
      expect(JSON.stringify(body)).not.toMatch(/contenido|condicion|pregunta/)
    }
  })

  it('has the videos of a free lesson, and of no other', async () => {
    const course = await aCourse(t.deps.db, { lessons: 2 })
    const [free, paid] = course.modulos[0]?.lecciones ?? []
    await t.database.sql`UPDATE lecciones SET gratis = true WHERE id = ${free?.id ?? 0}`
    await t.database.sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
      SELECT id, 'La rueda', 'https://youtu.be/aqz-KE-bpKQ', 'youtube', 'aqz-KE-bpKQ', 1
      FROM unnest(${[free?.id ?? 0, paid?.id ?? 0]}::bigint[]) id`
    const { body } = await t.call('GET', `/api/cursos/detallado/${course.id}`)
    expect(body.data.modulos[0].lecciones).toMatchObject([
      { gratis: true, archivos: [{ titulo: 'La rueda', video: 'aqz-KE-bpKQ' }] },
      { gratis: false, archivos: [] },
    ])
  })

  it('shows the enrolled student the progress', async () => {
    const { course, student, token, first, exam, final, survey } = await aStudiedCourse()
    const { db } = t.deps
    await db
      .insert(progreso_lecciones)
      .values({ id_usuario: student.id, id_leccion: first.lecciones[1]?.id ?? 0, completada_en: limaDay() })
    await anAttempt(db, student.id, exam.id, { nota: 18 })
    await anAttempt(db, student.id, final.id, { nota: 5 })
    await anAttempt(db, student.id, final.id, { estado: 'pendiente' })
    await db.insert(encuestas_respondidas).values({ id_evaluacion: survey.id, id_alumno: student.id })
    await certificate(student.id, course.id, first.id, 'CERT-AAAAAAAAA')
    await certificate(student.id, course.id, null, 'CERT-AAAAAAAAB')
    const { body } = await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })
    expect(body.data).toMatchObject({
      matriculado: true,
      progreso: { lecciones: 4, completadas: 1, examenes: 2, aprobados: 1, porcentaje: 33 },
      estado_avance: 'terminado',
      codigo_certificado: 'CERT-AAAAAAAAB',
    })
    expect(body.data.modulos[0]).toMatchObject({
      estado: { completadas: 1, nota: 18, nota_maxima: 20, porcentaje: 90, codigo_certificado: 'CERT-AAAAAAAAA' },
      lecciones: [{ completada: false }, { completada: true }],
      evaluaciones: [
        { id: exam.id, intentos: 2, intentos_usados: 1, porcentaje: 90, aprobado: true, pendiente: false },
      ],
    })
    expect(body.data.modulos[1].estado).toEqual({
      completadas: 0,
      nota: null,
      nota_maxima: null,
      porcentaje: null,
      codigo_certificado: null,
    })
    const [finalCard, surveyCard] = body.data.evaluaciones
    expect(finalCard).toMatchObject({
      id_modulo: null,
      intentos: 3,
      intentos_usados: 2,
      porcentaje: 25,
      aprobado: false,
      pendiente: true,
      respondida: false,
    })
    expect(surveyCard).toMatchObject({ modelo: 2, porcentaje: null, aprobado: null, respondida: true })
  })

  it('shows only the outline after expiry, and hides other brands', async () => {
    const { db } = t.deps
    const { course, exam } = await aStudiedCourse()
    const expired = await aPerson(db)
    await anEnrolment(db, expired.id, course.id, { fecha_vencimiento: limaDay(-1) })
    await anAttempt(db, expired.id, exam.id)
    const { body } = await t.call('GET', `/api/cursos/detallado/${course.id}`, { token: await t.tokenOf(expired.id) })
    expect(body.data).toMatchObject({ matriculado: false, progreso: null })
    expect(body.data.modulos[0].evaluaciones[0]).toMatchObject({ intentos_usados: 0, porcentaje: null })
    const foreign = await aPerson(db, { id_cliente: 1 })
    for (const path of [
      `cursos/detallado/${course.id}`,
      `modulos/curso/${course.id}`,
      `modulos/${course.modulos[0]?.id}`,
      'modulos/2000000000',
    ]) {
      expect((await t.call('GET', `/api/${path}`, { token: await t.tokenOf(foreign.id) })).status).toBe(404)
    }
  })
})

describe('modules', () => {
  it('GET /api/modulos/curso/{id}, /api/modulos/{id} and /api/horas/modulo/{id} give outline and state', async () => {
    const { course, student, token, first, exam } = await aStudiedCourse()
    await anAttempt(t.deps.db, student.id, exam.id, { nota: 11.99 })
    const outline = await t.call('GET', `/api/modulos/curso/${course.id}`)
    // Enough for a syllabus, without content.
    expect(outline.body.data[0].lecciones).toEqual([
      { id: expect.any(Number), titulo: 'Lección 1.1', duracion: 10, gratis: false },
      { id: expect.any(Number), titulo: 'Lección 1.2', duracion: 10, gratis: false },
    ])
    expect(outline.body.data).toHaveLength(2)
    expect(outline.body.data[0]).toMatchObject({ id: first.id, id_curso: course.id, estado: null })
    const mine = await t.call('GET', `/api/modulos/curso/${course.id}`, { token })
    expect(mine.body.data[0].estado).toMatchObject({ nota: 11.99, porcentaje: 59.95 })
    const one = await t.call('GET', `/api/modulos/${first.id}`, { token })
    expect(one.body.data).toEqual(mine.body.data[0])
    expect((await t.call('GET', `/api/horas/modulo/${first.id}`)).body).toEqual({ data: { horas: 4 } })
    expect((await t.call('GET', '/api/horas/modulo/0')).status).toBe(404)
  })

  it('never rounds a failed attempt up to the pass mark', async () => {
    const { student, token, first, exam } = await aStudiedCourse()
    await anAttempt(t.deps.db, student.id, exam.id, { nota: 599.96, nota_maxima: 999.97 })
    const answer = await t.call('GET', `/api/modulos/${first.id}`, { token })
    expect(answer.body.data.estado.porcentaje).toBe(59.99)
  })

  it('GET /api/nota/modulo/{m}/usuario/{u} gives the best result, to the student and their staff', async () => {
    const { db } = t.deps
    const { student, teacher, token, first, second, exam } = await aStudiedCourse()
    for (const nota of [12, 19, 3]) await anAttempt(db, student.id, exam.id, { nota })
    const url = `/api/nota/modulo/${first.id}/usuario/${student.id}`
    const best = { data: { nota: 19, nota_maxima: 20, porcentaje: 95 } }
    expect((await t.call('GET', url, { token })).body).toEqual(best)
    expect((await t.call('GET', url, { token: await t.tokenOf(teacher.id) })).body).toEqual(best)
    const none = await t.call('GET', `/api/nota/modulo/${second.id}/usuario/${student.id}`, { token })
    expect(none.body).toEqual({ data: { nota: null, nota_maxima: null, porcentaje: null } })
    const other = await aPerson(db)
    const stranger = await aPerson(db, { tipo_cliente: 'Docente' })
    expect((await t.call('GET', url)).status).toBe(401)
    expect((await t.call('GET', url, { token: await t.tokenOf(other.id) })).status).toBe(403)
    expect((await t.call('GET', url, { token: await t.tokenOf(stranger.id) })).status).toBe(404)
  })
})
