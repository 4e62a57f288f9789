import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, PASSWORD, REVOKED } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { inInstalments } from '../../../test/instalments.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { newCode } from '../certificates/certificates.ts'

const t = useApp()
const instalments = inInstalments(t)

beforeEach(() => t.database.sql`DELETE FROM limites`)

const support = async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['soporte'], nombres: 'Rosa', apellidos: 'Salas' })
  return { id, token: await t.tokenOf(id) }
}
const copy = (token: string, id: number, password = PASSWORD) =>
  t.call('POST', `/api/gestion/alumnos/${id}/datos`, { token, body: { password } })
const effects = (token: string, id: number) => t.call('GET', `/api/gestion/alumnos/${id}/cierre`, { token })
const close = (token: string, id: number, motivo = 'Lo pidió por escrito.') =>
  t.call('POST', `/api/gestion/alumnos/${id}/cierre`, { token, body: { motivo } })

const note = (id: number, por: number, texto: string) =>
  t.database
    .sql`INSERT INTO notas_alumno (id_usuario, texto, por, envio) VALUES (${id}, ${texto}, ${por}, ${randomUUID()})`

async function aCertificate(id_usuario: number, values: Partial<typeof certificados.$inferInsert> = {}) {
  const course = await aCourse(t.deps.db)
  const codigo_certificado = newCode()
  await t.deps.db.insert(certificados).values({
    ...{ id_usuario, id_curso: course.id, codigo_certificado, alumno: 'Ana Quispe', curso: 'Curso' },
    ...{ nota: 90, horas: 12, fecha_inicio: '2026-01-01', fecha_fin: '2026-03-01', ...values },
  })
  return codigo_certificado
}

const strangers = () =>
  Promise.all([
    aPerson(t.deps.db, { id_cliente: 1 }),
    aPerson(t.deps.db, { roles: ['docente'] }),
    aPerson(t.deps.db, { tipo_documento: 'Eliminado', numero_documento: null, estado: 0 }),
  ])

describe('the copy of a student’s data by staff', () => {
  it('is the student’s own, with the notes about them, behind the caller’s password', async () => {
    const staff = await support()
    const student = await aPerson(t.deps.db, { codigo_alumno: 'A-2026/7' })
    await note(student.id, staff.id, 'Prefiere que le escriban.')
    const { status, headers, body } = await copy(staff.token, student.id)
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="datos-A-20267.json"',
      'no-store',
    ])
    expect(body.notas).toEqual([
      { texto: 'Prefiere que le escriban.', por: 'personal de la academia', creada_en: expect.any(String) },
    ])
    const own = await t.call('GET', `/api/usuarios/${student.id}/datos`, { token: await t.tokenOf(student.id) })
    expect(Object.keys(body)).toEqual(Object.keys(own.body))
    expect(own.body.notas).toEqual(body.notas)
    expect(JSON.stringify(own.body)).not.toContain('Rosa')
    const [line] = await t.database.sql`SELECT id_usuario, objeto, detalle FROM auditoria WHERE sobre = ${student.id}`
    expect(line).toEqual({
      ...{ id_usuario: staff.id, objeto: `usuario:${student.id}` },
      detalle: { hecho: 'datos descargados' },
    })
  })

  it('needs the right password, as limited as a login, and a student of the academy', async () => {
    const { token } = await support()
    const { id } = await aPerson(t.deps.db)
    expect((await copy(token, id, 'Otra-clave-1')).body.errors).toEqual({ password: ['La contraseña no es correcta.'] })
    await t.database.sql`UPDATE limites SET cuenta = 30 WHERE regla = 'login_cuenta'`
    expect((await copy(token, id)).status).toBe(429)
    await t.database.sql`DELETE FROM limites`
    for (const stranger of await strangers()) expect((await copy(token, stranger.id)).status).toBe(404)
    expect(await t.database.sql`SELECT id FROM auditoria WHERE sobre = ${id} AND accion = 'gestion'`).toHaveLength(0)
  })
})

describe('closing a student’s account', () => {
  it('says first what it touches', async () => {
    const { token } = await support()
    const sale = await instalments.sold({ parts: 2 })
    const [student, [course]] = [sale.person, sale.ids]
    const ended = await aCourse(t.deps.db)
    const place = await anEnrolment(t.deps.db, student.id, ended.id)
    await t.database
      .sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id = ${place.id}`
    await aCertificate(student.id)
    await aCertificate(student.id, REVOKED)
    expect((await effects(token, student.id)).body.data).toEqual({
      cursos: [{ id: course, nombre: expect.any(String) }],
      ...{ certificados: 1, pagado_30_dias: 74.5, por_pagar: 74.5 },
    })
    await t.database
      .sql`INSERT INTO dias_de_dinero (id_cliente, dia) SELECT 2, current_date - 40 ON CONFLICT DO NOTHING`
    await t.database
      .sql`UPDATE movimientos SET dia = current_date - 40 WHERE id_orden = (SELECT id FROM ordenes WHERE id_usuario = ${student.id})`
    expect((await effects(token, student.id)).body.data.pagado_30_dias).toBe(0)
    const stranger = await aPerson(t.deps.db)
    expect((await effects(token, stranger.id)).body.data).toEqual({
      ...{ cursos: [], certificados: 0, pagado_30_dias: 0, por_pagar: 0 },
    })
  })

  it('erases what the student’s own closing does, notes and pending mails with it, and tells the old address', async () => {
    const staff = await support()
    const student = await aPerson(t.deps.db)
    const session = await t.tokenOf(student.id)
    const code = await aCertificate(student.id)
    await note(student.id, staff.id, 'Llamó dos veces.')
    const correo = `${randomUUID()}@prueba.pe`
    await t.call('POST', `/api/gestion/alumnos/${student.id}/correo`, {
      token: staff.token,
      body: { correo, motivo: 'Otro correo.' },
    })
    expect((await close(staff.token, student.id, 'x')).body.errors).toEqual({
      motivo: ['Escribe por qué se cierra la cuenta.'],
    })
    expect((await close(staff.token, student.id)).status).toBe(200)
    expect((await t.call('GET', '/api/inicio', { token: session })).status).toBe(401)
    const [row] = await t.database.sql`SELECT correo, nombres, numero_documento, estado,
      (SELECT count(*)::int FROM notas_alumno WHERE id_usuario = u.id) AS notas,
      (SELECT count(*)::int FROM verificaciones_correo WHERE id_usuario = u.id) AS enlaces FROM usuarios u WHERE id = ${student.id}`
    expect(row).toEqual({
      ...{ correo: `eliminada-${student.id}@eliminada.invalid`, nombres: 'Cuenta', numero_documento: null },
      ...{ estado: 0, notas: 0, enlaces: 0 },
    })
    expect((await t.call('GET', `/api/certificados/validacion/${code}`)).body.data.alumno).toBe('Ana Quispe')
    await t.deps.jobs.drain()
    expect(t.outbox.filter(({ to }) => to === correo)).toEqual([])
    const [letter, ...more] = t.outbox.filter(({ to }) => to === student.correo)
    expect([letter?.subject, more]).toEqual(['Cerramos tu cuenta en Marca 2', []])
    expect(letter?.text).toContain('No se puede deshacer.')
    const [line] = await t.database.sql`SELECT id_usuario, objeto, detalle FROM auditoria
      WHERE sobre = ${student.id} AND accion = 'cuenta_eliminada'`
    expect(line).toEqual({
      ...{ id_usuario: staff.id, objeto: `usuario:${student.id}` },
      detalle: { motivo: 'Lo pidió por escrito.' },
    })
    expect((await close(staff.token, student.id)).status).toBe(404)
  })

  it('is of a student of the academy, and has one effect however often it is pressed', async () => {
    const { token } = await support()
    for (const { id } of await strangers())
      for (const answer of [await close(token, id), await effects(token, id)]) expect(answer.status).toBe(404)
    const student = await aPerson(t.deps.db)
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(token, student.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    await t.deps.jobs.drain()
    expect(t.outbox.filter(({ to }) => to === student.correo)).toHaveLength(1)
  })
})
