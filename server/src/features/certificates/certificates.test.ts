import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, REVOKED } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { curso_docentes, cursos } from '../catalogue/catalogue.tables.ts'
import { certificados } from './certificates.tables.ts'
import { issueCertificates, newCode } from './certificates.ts'

const t = useApp()

const limaToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(new Date())
const ofUser = (id: number) => t.deps.db.select().from(certificados).where(eq(certificados.id_usuario, id))
const issue = (id_usuario: number, id_curso: number) =>
  t.deps.db.transaction((tx) => issueCertificates(tx, [{ id_usuario, id_curso }]))

describe('issuing', () => {
  it('freezes names, hours and days; the code has the right format', async () => {
    await onOneDay()
    const { exam, token, student, course, enrolment } = await aStudentWithExam(t, { modules: 2 })
    await anExam(t.deps.db, { id_curso: course.id })
    await t.deps.db.execute(
      sql`UPDATE matriculas SET fecha_matricula = '2026-03-01T03:00:00Z' WHERE id = ${enrolment.id}`,
    )
    await sit(t, exam, token)
    await t.deps.db.update(usuarios).set({ apellidos: 'Otra' }).where(eq(usuarios.id, student.id))
    await t.deps.db.update(cursos).set({ nombre: 'Otro' }).where(eq(cursos.id, course.id))
    const [own] = (await t.call('GET', '/api/certificados/activos', { token })).body.data
    expect(own).toMatchObject({
      id_usuario: student.id,
      id_modulo: course.modulos[0]?.id,
      alumno: 'Ana María Quispe Núñez',
      curso: 'Curso de prueba',
      modulo: 'Módulo 1',
      nota: 100,
      horas: 4,
      // Three in the morning in London is still the day before in Lima.
      fecha_inicio: '2026-02-28',
      fecha_fin: limaToday(),
      estado: 'vigente',
      pdf: `/api/certificados/${own.codigo_certificado}/pdf`,
      enlace: `/certificado/${own.codigo_certificado}`,
    })
    expect(own.codigo_certificado).toMatch(/^CERT-[A-Z]{9}$/)
  })

  it('issues the course certificate for its final exam, whatever the modules’ grades', async () => {
    const { exam, token, student } = await aStudentWithExam(t, { ofCourse: true, modules: 2, values: [6, 4] })
    await anExam(t.deps.db, { id_curso: exam.id_curso, id_modulo: null, modelo: 2, values: [0] })
    const sent = await sit(t, exam, token, 1)
    expect(await ofUser(student.id)).toMatchObject([{ id_modulo: null, nota: 60, horas: 12, modulo: null }])
    expect(sent.certificado).toMatchObject({ novedad: 'generado' })
  })

  it('tells each student of a class with a notice that leads to their own certificate', async () => {
    const { exam, course, student } = await aStudentWithExam(t, { nombre: 'Examen' })
    const other = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, other.id, course.id)
    const people = [student.id, other.id]
    for (const id of people) await anAttempt(t.deps.db, id, exam.id)
    const pairs = people.map((id_usuario) => ({ id_usuario, id_curso: course.id }))
    await t.deps.db.transaction((tx) => issueCertificates(tx, pairs))
    for (const id of people) {
      const token = await t.tokenOf(id)
      const own = (await t.call('GET', '/api/certificados/activos', { token })).body.data
      const { data } = (await t.call('GET', `/api/notificaciones/usuario/${id}`, { token })).body
      const news = (row: { id_modulo: number | null; enlace: string }) => [
        row.id_modulo ? 'Módulo 1' : 'Curso de prueba',
        row.enlace,
      ]
      expect(data.map(({ asunto, ruta }: { asunto: string; ruta: string }) => [asunto, ruta]).toSorted()).toEqual(
        own.map(news).toSorted(),
      )
      expect(own).toHaveLength(2)
    }
  })

  it('does not issue it for the modules when there is a final exam', async () => {
    const { exam, token, student } = await aStudentWithExam(t)
    await anExam(t.deps.db, { id_curso: exam.id_curso })
    await sit(t, exam, token)
    expect((await ofUser(student.id)).map((row) => row.id_modulo)).toEqual([exam.id_modulo])
  })

  it('without a final exam issues it for every module with an exam, with their mean', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t, { modules: 3, values: [6, 4] })
    const second = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[1]?.id, values: [7, 3] })
    await sit(t, exam, token, 1)
    expect((await ofUser(student.id)).map((row) => row.id_modulo)).toEqual([exam.id_modulo])
    await sit(t, second, token, 1)
    const whole = (await ofUser(student.id)).find((row) => row.id_modulo === null)
    expect(whole).toMatchObject({ nota: 65 })
    await sit(t, exam, token, 2)
    const raised = (await ofUser(student.id)).find((row) => row.id_modulo === null)
    expect(raised).toMatchObject({ nota: 85, codigo_certificado: whole?.codigo_certificado })
  })

  it('issues nothing for a suspended enrolment, and leaves a revoked certificate alone', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t, { values: [6, 4], intentos: 3 })
    await sit(t, exam, token, 1)
    await t.deps.db.update(certificados).set(REVOKED).where(eq(certificados.id_usuario, student.id))
    const again = await sit(t, exam, token, 2)
    expect(again.certificado).toBeNull()
    expect((await ofUser(student.id)).map((row) => [row.nota, row.estado])).toEqual([
      [60, 'revocado'],
      [60, 'revocado'],
    ])
    await t.deps.db.execute(sql`DELETE FROM certificados WHERE id_usuario = ${student.id}`)
    await t.deps.db.execute(
      sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${student.id}`,
    )
    expect(await issue(student.id, course.id)).toEqual([])
  })

  it('issues one of each for 50 concurrent requests, and the code never changes', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    await sit(t, exam, token)
    const before = await ofUser(student.id)
    await t.deps.db.execute(sql`DELETE FROM certificados WHERE id_usuario = ${student.id}`)
    const made = await Promise.all(Array.from({ length: 50 }, () => issue(student.id, course.id)))
    expect(new Set(made.flat().map((row) => row.codigo)).size).toBe(2)
    expect(await ofUser(student.id)).toHaveLength(before.length)
  })

  it('draws codes that do not repeat', () => {
    const codes = new Set(Array.from({ length: 2000 }, newCode))
    expect(codes.size).toBe(2000)
    for (const code of codes) expect(code).toMatch(/^CERT-[A-Z]{9}$/)
  })
})

describe('POST and PUT /api/certificados', () => {
  it('issue only what is earned; grade and dates of the body are ignored', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    const forged = {
      id_modulo: exam.id_modulo,
      nota: 100,
      horas: 999,
      fecha_emision: '2020-01-01',
      codigo_certificado: 'CERT-AAAAAAAAA',
    }
    const early = await t.call('POST', '/api/certificados', { token, body: forged })
    expect(early).toMatchObject({
      status: 403,
      body: {
        code: 'CERTIFICADO_NO_GANADO',
        message: 'No se pudo generar el certificado. Por favor, intente nuevamente.',
      },
    })
    await sit(t, exam, token)
    await t.deps.db.execute(sql`DELETE FROM certificados WHERE id_usuario = ${student.id}`)
    const first = await t.call('POST', '/api/certificados', { token, body: forged })
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ nota: 100, horas: 4, id_modulo: exam.id_modulo })
    expect(first.body.data.codigo_certificado).not.toBe('CERT-AAAAAAAAA')
    const again = await t.call('POST', '/api/certificados', { token, body: forged })
    expect(again).toMatchObject({ status: 200, body: { data: first.body.data } })
    const whole = await t.call('POST', '/api/certificados', { token, body: { id_curso: course.id } })
    expect(whole).toMatchObject({ status: 200, body: { data: { id_modulo: null } } })
    await t.deps.db.update(certificados).set({ nota: 61 }).where(eq(certificados.id, first.body.data.id))
    const body = { nota: 5, fecha_emision: '2020-01-01' }
    const put = await t.call('PUT', `/api/certificados/${first.body.data.id}`, { token, body })
    expect(put).toMatchObject({ status: 200, body: { data: { nota: 100 } } })
    expect(put.body.data.fecha_emision > '2026').toBe(true)
  })

  it("reject anonymous callers, others' certificates, other brands' and empty bodies", async () => {
    const { exam, token } = await aStudentWithExam(t)
    const sent = await sit(t, exam, token)
    const { db } = t.deps
    const [own] = await db
      .select()
      .from(certificados)
      .where(eq(certificados.codigo_certificado, sent.certificado.codigo_certificado))
    const stranger = await t.tokenOf((await aPerson(db)).id)
    const foreigner = await t.tokenOf((await aPerson(db, { id_cliente: 1 })).id)
    const body = { id_modulo: exam.id_modulo }
    expect((await t.call('POST', '/api/certificados', { body })).status).toBe(401)
    expect((await t.call('POST', '/api/certificados', { body, token: stranger })).status).toBe(403)
    expect((await t.call('POST', '/api/certificados', { body, token: foreigner })).status).toBe(404)
    expect((await t.call('PUT', `/api/certificados/${own?.id}`, { body: {} })).status).toBe(401)
    expect((await t.call('PUT', `/api/certificados/${own?.id}`, { body: {}, token: stranger })).status).toBe(404)
    const empty = await t.call('POST', '/api/certificados', { body: {}, token })
    expect(empty).toMatchObject({ status: 422, body: { errors: { id_curso: ['Indica el curso o el módulo.'] } } })
  })
})

describe('reading certificates', () => {
  it('lists the own, by module, by course and all; staff see those of their courses', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    await sit(t, exam, token)
    const { db } = t.deps
    const urls = {
      modulo: `/api/certificado/modulo/${exam.id_modulo}/usuario/${student.id}`,
      curso: `/api/certificado/curso/${course.id}/usuario/${student.id}`,
      todos: `/api/certificado/usuario/${student.id}`,
    }
    expect((await t.call('GET', urls.modulo, { token })).body.data.id_modulo).toBe(exam.id_modulo)
    expect((await t.call('GET', urls.curso, { token })).body.data.id_modulo).toBeNull()
    expect((await t.call('GET', urls.todos, { token })).body.data).toHaveLength(2)
    const none = `/api/certificado/modulo/2000000000/usuario/${student.id}`
    expect((await t.call('GET', none, { token })).body).toEqual({ data: null })
    const stranger = await t.tokenOf((await aPerson(db)).id)
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const teacherToken = await t.tokenOf(teacher.id)
    const foreignAdmin = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })).id)
    for (const url of Object.values(urls)) {
      expect((await t.call('GET', url)).status).toBe(401)
      expect((await t.call('GET', url, { token: stranger })).status).toBe(403)
      for (const blind of [teacherToken, foreignAdmin])
        expect([[], null]).toContainEqual((await t.call('GET', url, { token: blind })).body.data)
    }
    await db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    expect((await t.call('GET', urls.todos, { token: teacherToken })).body.data).toHaveLength(2)
    expect((await t.call('GET', '/api/certificados/activos')).status).toBe(401)
    await db.update(certificados).set(REVOKED).where(eq(certificados.id_usuario, student.id))
    expect((await t.call('GET', '/api/certificados/activos', { token })).body.data).toEqual([])
    expect((await t.call('GET', urls.todos, { token })).body.data[0].estado).toBe('revocado')
  })

  it('shows per course what is earned and what is missing', async () => {
    const { exam, token, course } = await aStudentWithExam(t, { modules: 2 })
    const { db } = t.deps
    const open = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[1]?.id, values: [], open: [10] })
    const url = `/api/certificados/curso/${course.id}`
    const faltan = async () => (await t.call('GET', url, { token })).body.data.faltan
    expect(await faltan()).toEqual([
      'Aprobar el examen del módulo «Módulo 1».',
      'Aprobar el examen del módulo «Módulo 2».',
    ])
    await sit(t, exam, token)
    await sit(t, open, token)
    const shown = (await t.call('GET', url, { token })).body.data
    expect(shown).toMatchObject({ curso: 'Curso de prueba', certifica: true, certificado: null })
    expect(shown.faltan).toEqual(['Esperar la calificación del examen del módulo «Módulo 2».'])
    expect(shown.modulos).toMatchObject([
      { nombre: 'Módulo 1', porcentaje: 100, id_evaluacion: exam.id, certificado: { nota: 100 } },
      { nombre: 'Módulo 2', porcentaje: null, id_evaluacion: open.id, certificado: null },
    ])
    const final = await anExam(db, { id_curso: course.id, nombre: 'Gran final' })
    expect(await faltan()).toEqual(['Aprobar el examen final «Gran final».'])
    await sit(t, final, token)
    const all = await t.call('GET', '/api/certificados/cursos', { token })
    expect(all.body.data).toMatchObject([{ id_curso: course.id, faltan: [], certificado: { nota: 100 } }])
  })

  it('says of a course without exams that it gives none', async () => {
    const student = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const all = await t.call('GET', '/api/certificados/cursos', { token: await t.tokenOf(student.id) })
    expect(all.body.data).toMatchObject([{ id_curso: course.id, certifica: false }])
  })

  it('tells how each module’s exam stands, and names the one under way', async () => {
    const { db } = t.deps
    const course = await aCourse(db, { modules: 5 })
    const student = await aPerson(db)
    await anEnrolment(db, student.id, course.id)
    const [, failed, waiting, running] = await Promise.all(
      course.modulos.slice(0, 4).map(({ id }) => anExam(db, { id_curso: course.id, id_modulo: id })),
    )
    await anAttempt(db, student.id, failed?.id ?? 0, { nota: 11.9996, nota_maxima: 20 })
    await anAttempt(db, student.id, waiting?.id ?? 0, { estado: 'pendiente' })
    const second = await anExam(db, { id_curso: course.id, id_modulo: running?.id_modulo })
    await anAttempt(db, student.id, second.id, { estado: 'abierto' })
    const none = { porcentaje: null, aprobado: false, abierto: false, pendiente: false, sin_intentos: false }
    const token = await t.tokenOf(student.id)
    const { modulos } = (await t.call('GET', `/api/certificados/curso/${course.id}`, { token })).body.data
    expect(modulos).toMatchObject([
      none,
      { ...none, porcentaje: 59.99, id_evaluacion: failed?.id },
      { ...none, pendiente: true, id_evaluacion: waiting?.id },
      { ...none, abierto: true, id_evaluacion: second.id },
      { ...none, id_evaluacion: null },
    ])
  })

  it('keeps what was earned of a module and of a course that were withdrawn', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t, { modules: 2 })
    await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[1]?.id })
    await sit(t, exam, token)
    const { sql: write } = t.database
    await write`UPDATE modulos SET activo = false WHERE id = ${exam.id_modulo}`
    await write`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`
    const earned = { nota: 100, modulo: 'Módulo 1' }
    const [shown] = (await t.call('GET', '/api/certificados/cursos', { token })).body.data
    expect(shown.faltan).toEqual(['Aprobar el examen del módulo «Módulo 2».'])
    expect(shown.modulos).toMatchObject([
      { nombre: 'Módulo 2', retirado: false, certificado: null },
      { nombre: 'Módulo 1', retirado: true, aprobado: true, porcentaje: 100, certificado: earned },
    ])
    const one = await t.call('GET', `/api/certificados/curso/${course.id}`, { token })
    expect(one.body.data).toEqual(shown)
    const own = await t.call('GET', `/api/certificado/usuario/${student.id}`, { token })
    expect(own.body.data).toMatchObject([earned])
  })

  it('works after the enrolment ends, and is closed to other students', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    await sit(t, exam, token)
    const { db } = t.deps
    await db.execute(sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`)
    const url = `/api/certificados/curso/${course.id}`
    expect((await t.call('GET', url, { token })).body.data.certificado.nota).toBe(100)
    expect((await t.call('GET', url)).status).toBe(401)
    expect((await t.call('GET', '/api/certificados/cursos')).status).toBe(401)
    const stranger = await aPerson(db)
    expect((await t.call('GET', url, { token: await t.tokenOf(stranger.id) })).status).toBe(403)
    const other = await aCourse(db, { id_cliente: 1 })
    const foreign = `/api/certificados/curso/${other.id}`
    expect((await t.call('GET', foreign, { token: await t.tokenOf(stranger.id) })).status).toBe(404)
    await anEnrolment(db, stranger.id, course.id)
    const mine = await t.call('GET', '/api/certificados/cursos', { token: await t.tokenOf(stranger.id) })
    expect(mine.body.data).toMatchObject([{ id_curso: course.id, certificado: null }])
  })
})
