import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { certificados } from './certificates.tables.ts'
import { newCode, restoreCertificatesOf, revokeCertificatesOf } from './certificates.ts'

const t = useApp()

/** A student with the certificates of a module and of its course, and an administrator of the brand. */
async function aCertified() {
  const made = await aStudentWithExam(t, { intentos: 3 })
  const { certificado } = await sit(t, made.exam, made.token)
  const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  return { ...made, admin, code: certificado.codigo_certificado as string }
}

const change = (what: 'revocar' | 'restaurar', code: string, token: string, motivo: unknown = 'Copió el examen.') =>
  t.call('POST', `/api/certificados/${code}/${what}`, { token, body: { motivo } })
const verified = async (code: string) => (await t.call('GET', `/api/certificados/validacion/${code}`)).body.data
const news = async (id: number, token: string): Promise<string[]> =>
  (await t.call('GET', `/api/todas/notificaciones/usuario/${id}`, { token })).body.data.data.map(
    (row: { mensaje: string }) => row.mensaje,
  )
const statesOf = async (id: number) => {
  const rows = await t.deps.db.select().from(certificados).where(eq(certificados.id_usuario, id))
  return rows.map((row) => row.estado).toSorted()
}

describe('POST /api/certificados/{code}/revocar and /restaurar', () => {
  it('revokes with a public date and a reason that the student reads', async () => {
    const { code, admin, token, student } = await aCertified()
    expect(await verified(code)).toMatchObject({ estado: 'vigente', fecha_revocacion: null })
    const revoked = await change('revocar', code, admin)
    expect(revoked).toMatchObject({
      status: 200,
      body: { data: { estado: 'revocado', codigo_certificado: code, motivo_revocacion: 'Copió el examen.' } },
    })
    const shown = await verified(code)
    expect(shown).toMatchObject({ estado: 'revocado', fecha_revocacion: revoked.body.data.fecha_revocacion })
    expect(JSON.stringify(shown)).not.toContain('Copió')
    expect((await t.call('GET', `/api/certificados/${code}/pdf`)).status).toBe(404)
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${student.id}`, { token })).body
    expect(data[0]).toMatchObject({
      mensaje: `Revocamos tu certificado\n${code}: Copió el examen.`,
      asunto: 'Módulo 1',
      ruta: `/certificado/${code}`,
    })
    const own = (await t.call('GET', `/api/certificado/usuario/${student.id}`, { token })).body.data
    expect(own.find((row: { codigo_certificado: string }) => row.codigo_certificado === code)).toMatchObject({
      estado: 'revocado',
      motivo_revocacion: 'Copió el examen.',
    })
  })

  it('stays revoked whatever the student does, and is restored under its code', async () => {
    const { code, admin, token, student, exam } = await aCertified()
    await change('revocar', code, admin)
    await sit(t, exam, token)
    await t.call('POST', '/api/certificados', { token, body: { id_modulo: exam.id_modulo } })
    expect(await verified(code)).toMatchObject({ estado: 'revocado' })
    const restored = await change('restaurar', code, admin, 'Fue un error')
    expect(restored).toMatchObject({
      status: 200,
      body: { data: { estado: 'vigente', fecha_revocacion: null, motivo_revocacion: null } },
    })
    expect(await verified(code)).toMatchObject({ estado: 'vigente', fecha_revocacion: null })
    expect((await t.call('GET', `/api/certificados/${code}/pdf`)).status).toBe(200)
    expect(await news(student.id, token)).toContain(`Restauramos tu certificado\n${code}: Fue un error.`)
  })

  it('notifies once for repeated requests', async () => {
    const { code, admin, token, student } = await aCertified()
    const answers = await Promise.all(Array.from({ length: 6 }, () => change('revocar', code, admin)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await news(student.id, token)).filter((text) => text.startsWith('Revocamos'))).toHaveLength(1)
    for (let n = 0; n < 2; n++) expect((await change('restaurar', code, admin)).body.data.estado).toBe('vigente')
    expect((await news(student.id, token)).filter((text) => text.startsWith('Restauramos'))).toHaveLength(1)
  })

  it('tells who was faster, and changes nothing of theirs', async () => {
    const { code, admin, student, token } = await aCertified()
    const rosa = { tipo_cliente: 'Administrador', nombres: 'Rosa', apellidos: 'Huamán' } as const
    const other = await t.tokenOf((await aPerson(t.deps.db, rosa)).id)
    await change('revocar', code, other)
    const late = await change('revocar', code, admin, 'Lo pidió el alumno.')
    expect([late.status, late.body.code, late.body.mensaje]).toEqual([
      409,
      'YA_RESUELTO',
      'Rosa Huamán ya revocó este certificado.',
    ])
    const own = (await t.call('GET', `/api/certificado/usuario/${student.id}`, { token })).body.data
    expect(own.map((row: { motivo_revocacion: string }) => row.motivo_revocacion)).toContain('Copió el examen.')
    await change('restaurar', code, other)
    expect((await change('restaurar', code, admin)).body.mensaje).toBe('Rosa Huamán ya restauró este certificado.')
  })

  it("is for administrators of the certificate's brand, with a reason", async () => {
    const { code, admin, token } = await aCertified()
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })).id)
    const teacher = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id)
    for (const what of ['revocar', 'restaurar'] as const) {
      expect((await t.call('POST', `/api/certificados/${code}/${what}`, { body: { motivo: 'Nada' } })).status).toBe(401)
      expect((await change(what, code, token)).status).toBe(403)
      expect((await change(what, code, teacher)).status).toBe(403)
      expect((await change(what, code, foreign)).status).toBe(404)
      expect((await change(what, 'CERT-ZZZZZZZZZ', admin)).status).toBe(404)
      for (const motivo of ['', '  a ', null, 7])
        expect(await change(what, code, admin, motivo)).toMatchObject({
          status: 422,
          body: { errors: { motivo: ['Escribe el motivo.'] } },
        })
    }
    const long = await change('revocar', code, admin, 'x'.repeat(501))
    expect(long.body.errors.motivo).toEqual(['Puede tener hasta 500 caracteres.'])
    expect(await verified(code)).toMatchObject({ estado: 'vigente' })
  })
})

describe('a refunded course', () => {
  const revoke = (id_usuario: number, id_curso: number) =>
    t.deps.db.transaction((tx) => revokeCertificatesOf(tx, { id_usuario, id_curso, motivo: 'Se devolvió el pago' }))
  const restore = (id_usuario: number, id_curso: number) =>
    t.deps.db.transaction((tx) => restoreCertificatesOf(tx, { id_usuario, id_curso, motivo: 'El pago volvió' }))

  it('revokes its certificates, and restores them when it is paid again', async () => {
    const { student, course, token } = await aCertified()
    for (let n = 0; n < 2; n++) await revoke(student.id, course.id)
    expect(await statesOf(student.id)).toEqual(['revocado', 'revocado'])
    expect((await news(student.id, token)).filter((text) => text.startsWith('Revocamos'))).toEqual([
      'Revocamos tus certificados\nSon 2: Se devolvió el pago.',
    ])
    for (let n = 0; n < 2; n++) await restore(student.id, course.id)
    expect(await statesOf(student.id)).toEqual(['vigente', 'vigente'])
    expect((await news(student.id, token)).filter((text) => text.startsWith('Restauramos'))).toHaveLength(1)
  })

  it("keeps other courses' and other students' certificates, and what an administrator revoked", async () => {
    const { student, course, code, admin } = await aCertified()
    const other = await aCertified()
    await revoke(student.id, other.course.id)
    await revoke(other.student.id, course.id)
    expect(await statesOf(student.id)).toEqual(['vigente', 'vigente'])
    await revoke(student.id, course.id)
    // Revoked by an administrator too, it is not restored with the payment.
    await change('revocar', code, admin)
    await restore(student.id, course.id)
    expect(await statesOf(student.id)).toEqual(['revocado', 'vigente'])
    expect(await statesOf(other.student.id)).toEqual(['vigente', 'vigente'])
  })
})

describe("GET /api/gestion/alumnos/{id}/certificados: a student's", () => {
  const listed = (id: number, token: string) => t.call('GET', `/api/gestion/alumnos/${id}/certificados`, { token })

  it('are the newest first, with what revoked them', async () => {
    const { code, admin, student } = await aCertified()
    await change('revocar', code, admin)
    const { data, total } = (await listed(student.id, admin)).body.data
    expect(total).toBe(2)
    expect(data.find((row: { codigo_certificado: string }) => row.codigo_certificado === code)).toEqual({
      id: expect.any(Number),
      codigo_certificado: code,
      alumno: 'Ana María Quispe Núñez',
      curso: expect.any(String),
      modulo: 'Módulo 1',
      nota: 100,
      fecha_emision: expect.any(String),
      estado: 'revocado',
      fecha_revocacion: expect.any(String),
      motivo_revocacion: 'Copió el examen.',
      causa_revocacion: 'academia',
    })
  })

  it('are paged', async () => {
    const student = await aPerson(t.deps.db)
    const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    const course = await aCourse(t.deps.db, { modules: 51 })
    const printed = { alumno: 'Ana', curso: 'Un curso', nota: 90, horas: 4 }
    const days = { fecha_inicio: '2026-01-01', fecha_fin: '2026-01-31' }
    await t.deps.db.insert(certificados).values(
      course.modulos.map(({ id }) => ({
        ...{ id_usuario: student.id, id_curso: course.id, id_modulo: id, codigo_certificado: newCode() },
        ...printed,
        ...days,
      })),
    )
    const first = (await listed(student.id, admin)).body.data
    expect([first.data.length, first.total]).toEqual([50, 51])
    const path = `/api/gestion/alumnos/${student.id}/certificados?desde=${first.siguiente}`
    const rest = (await t.call('GET', path, { token: admin })).body.data
    expect(rest).toMatchObject({ data: [expect.anything()], siguiente: null })
  })

  it('are those of their own courses for a teacher, and of no one beyond reach', async () => {
    const { student, course, admin } = await aCertified()
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    const token = await t.tokenOf(teacher.id)
    expect((await listed(student.id, token)).status).toBe(404)
    await t.deps.db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    const other = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, student.id, other.id)
    await t.database
      .sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
      VALUES (${student.id}, ${other.id}, ${newCode()}, 'Ana', 'Otro curso', 90, 4, '2026-01-01', '2026-01-31')`
    expect((await listed(student.id, token)).body.data.total).toBe(2)
    expect((await listed(student.id, admin)).body.data.total).toBe(3)
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })).id)
    expect((await listed(student.id, foreign)).status).toBe(404)
  })
})
