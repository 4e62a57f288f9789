import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { enrolPeople } from '../learning/enrolling.ts'
import { issueCertificates } from './certificates.ts'

const t = useApp()

const certificatesOf = (id: number) =>
  t.database.sql`SELECT alumno, estado, codigo_certificado, id_modulo,
    to_char(fecha_emision AT TIME ZONE 'America/Lima', 'YYYY-MM-DD') AS emitido, to_char(fecha_fin, 'YYYY-MM-DD') AS fin
    FROM certificados WHERE id_usuario = ${id} ORDER BY id_modulo NULLS LAST`
const give = (token: string, body: object) => t.call('PUT', '/api/nombre', { token, body })

async function staff() {
  return t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
}

describe('a student whose name no one wrote', () => {
  it('is one who was enrolled by a mail alone', async () => {
    const course = await aCourse(t.deps.db)
    const correo = `luis-${randomUUID()}@mail.pe`
    const body = { cursos: [course.id], personas: [{ correo: 'luis@mail.pe' }, { correo }], hasta: null }
    expect((await t.call('POST', '/api/gestion/matriculas', { token: await staff(), body })).status).toBe(200)
    const [luis] = await t.database
      .sql`SELECT nombres, apellidos, falta_nombre FROM usuarios WHERE correo = 'luis@mail.pe'`
    expect(luis).toEqual({ nombres: 'Luis', apellidos: '', falta_nombre: true })
  })

  it('is asked for it at the login, passes without a certificate, and has it with the name, of the day it was earned', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    await t.database
      .sql`UPDATE usuarios SET nombres = 'Luis', apellidos = '', falta_nombre = true WHERE id = ${student.id}`
    expect((await t.call('GET', `/api/usuarios/${student.id}`, { token })).body.data.falta_nombre).toBe(true)
    const sent = await sit(t, exam, token)
    expect(sent.certificado ?? null).toBeNull()
    expect(await certificatesOf(student.id)).toEqual([])
    const asked = await t.call('POST', '/api/certificados', { token, body: { id_modulo: exam.id_modulo } })
    expect([asked.status, asked.body.code]).toEqual([409, 'FALTA_NOMBRE'])

    await t.database.sql`UPDATE intentos_evaluacion i SET inicio = '2026-03-02T10:00Z', enviado_en = '2026-03-02T15:00Z'
      FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND d.id_alumno = ${student.id}`
    await t.database
      .sql`UPDATE respuestas r SET calificado_en = NULL FROM intentos_evaluacion i JOIN detalle_evaluacion d
      ON d.id = i.id_detalle WHERE r.id_intento = i.id AND d.id_alumno = ${student.id}`
    expect((await give(token, { nombres: 'Luis', apellidos: ' ' })).body.errors).toEqual({
      apellidos: ['Escribe tus apellidos.'],
    })
    expect((await give(token, { nombres: 'Luis Alberto', apellidos: 'Soto Paz' })).status).toBe(200)
    const issued = { alumno: 'Luis Alberto Soto Paz', estado: 'vigente', emitido: '2026-03-02', fin: '2026-03-02' }
    expect(await certificatesOf(student.id)).toMatchObject([
      { ...issued, id_modulo: exam.id_modulo },
      { ...issued, id_modulo: null },
    ])
    expect((await t.call('GET', `/api/usuarios/${student.id}`, { token })).body.data.falta_nombre).toBe(false)
    // Afterwards the academy corrects it.
    const again = await give(token, { nombres: 'Otro', apellidos: 'Nombre' })
    expect([again.status, again.body.code]).toEqual([409, 'NOMBRE_ESCRITO'])
    expect(course.id).toBe(exam.id_curso)
  })

  it('has certificates of before printed again under their codes, and staff see who they are', async () => {
    const token = await staff()
    const { exam, student } = await aStudentWithExam(t)
    await anAttempt(t.deps.db, student.id, exam.id)
    const pair = { id_usuario: student.id, id_curso: exam.id_curso }
    await t.deps.db.transaction((tx) => issueCertificates(tx, [pair]))
    await t.database.sql`UPDATE usuarios SET apellidos = '', falta_nombre = true WHERE id = ${student.id}`
    await t.database.sql`UPDATE certificados SET alumno = 'Luis Por completar' WHERE id_usuario = ${student.id}`
    const before = await certificatesOf(student.id)
    const listed = await t.call('GET', `/api/gestion/alumnos?falta_nombre=1&curso=${exam.id_curso}`, { token })
    expect(listed.body.data.data.map(({ id }: { id: number }) => id)).toEqual([student.id])
    const people = await t.call('GET', `/api/gestion/matriculas?curso=${exam.id_curso}`, { token })
    expect(people.body.data.data).toMatchObject([{ id_usuario: student.id, falta_nombre: true }])
    const own = (await t.call('GET', `/api/gestion/alumnos/${student.id}`, { token })).body.data
    expect(own).toMatchObject({ falta_nombre: true, certificados_sin_nombre: 2 })

    const { nombres, version } = own
    const correction = {
      nombres,
      apellidos: 'Soto',
      numero_documento: own.numero_documento ?? '',
      motivo: 'Lo dijo.',
      version,
    }
    const saved = await t.call('PUT', `/api/gestion/alumnos/${student.id}`, { token, body: correction })
    expect(saved.body.data).toMatchObject({ falta_nombre: false, certificados_sin_nombre: 0 })
    expect(await certificatesOf(student.id)).toEqual(before.map((row) => ({ ...row, alumno: `${nombres} Soto` })))
  })

  it('loses no certificate when the name is given while an exam is graded', async () => {
    for (let n = 0; n < 8; n++) {
      const { exam, token, student } = await aStudentWithExam(t)
      await t.database.sql`UPDATE usuarios SET falta_nombre = true WHERE id = ${student.id}`
      await Promise.all([sit(t, exam, token), give(token, { nombres: 'Luis', apellidos: 'Soto' })])
      expect((await certificatesOf(student.id)).map(({ alumno }) => alumno)).toEqual(['Luis Soto', 'Luis Soto'])
    }
  })

  it('keeps the name that a later list writes', async () => {
    const course = await aCourse(t.deps.db)
    const correo = `${randomUUID()}@mail.pe`
    const enrol = (nombres: string, apellidos: string, guessed: boolean) =>
      enrolPeople(t.deps.db, t.deps.jobs, course.id, [{ correo, nombres, apellidos, guessed }])
    await enrol('Luis', '', true)
    await enrol('Luis', 'Soto', false)
    const [row] = await t.database.sql`SELECT apellidos, falta_nombre FROM usuarios WHERE correo = ${correo}`
    expect(row).toEqual({ apellidos: 'Soto', falta_nombre: false })
  })
})

it('the course’s certificate is of the day of its last module', async () => {
  const student = await aPerson(t.deps.db, { falta_nombre: true })
  const course = await aCourse(t.deps.db, { modules: 2 })
  await anEnrolment(t.deps.db, student.id, course.id)
  for (const [at, { id }] of course.modulos.entries()) {
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: id })
    await anAttempt(t.deps.db, student.id, exam.id)
    await t.database
      .sql`UPDATE intentos_evaluacion i SET enviado_en = ${`2026-0${at + 3}-02T15:00Z`}, inicio = '2026-01-01T15:00Z'
      FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND d.id_evaluacion = ${exam.id}`
  }
  await give(await t.tokenOf(student.id), { nombres: 'Luz', apellidos: 'Rojas' })
  const rows = await certificatesOf(student.id)
  expect(rows.map(({ id_modulo, fin }) => [id_modulo === null, fin])).toEqual(
    expect.arrayContaining([
      [false, '2026-03-02'],
      [false, '2026-04-02'],
      [true, '2026-04-02'],
    ]),
  )
})
