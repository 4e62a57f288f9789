import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, aDocument, anEnrolment, aPerson, REVOKED } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { encodeForm } from '../../../test/matrix.requests.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { newCode } from '../certificates/certificates.ts'

const t = useApp()

const support = async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['soporte'], nombres: 'Rosa', apellidos: 'Huamán' })
  return { id, token: await t.tokenOf(id) }
}
const send = (token: string, id: number, body: object) => t.call('PUT', `/api/gestion/alumnos/${id}`, { token, body })
const bodyOf = (person: Awaited<ReturnType<typeof aPerson>>, change: object = {}) => ({
  nombres: person.nombres,
  apellidos: person.apellidos,
  numero_documento: person.numero_documento ?? '',
  motivo: 'Lo pidió con su DNI en la mano.',
  version: person.version,
  ...change,
})

async function aCertificate(id_usuario: number, values: Partial<typeof certificados.$inferInsert> = {}) {
  const course = await aCourse(t.deps.db)
  await anEnrolment(t.deps.db, id_usuario, course.id)
  const [row] = await t.deps.db
    .insert(certificados)
    .values({
      ...{ id_usuario, id_curso: course.id, codigo_certificado: newCode(), alumno: 'Ana Maria Quispe', curso: 'Curso' },
      ...{ nota: 90, horas: 12, fecha_emision: '2026-03-01T12:00:00.000Z' },
      ...{ fecha_inicio: '2026-01-01', fecha_fin: '2026-03-01' },
      ...values,
    })
    .returning()
  if (!row) throw new Error('no certificate')
  return row
}

const verified = async (code: string) => (await t.call('GET', `/api/certificados/validacion/${code}`)).body.data
const noticesOf = (id: number) =>
  t.database.sql`SELECT mensaje, asunto, ruta FROM notificaciones WHERE id_usuario = ${id} ORDER BY id`

describe('correcting a student', () => {
  it('prints the name on every certificate, with its code and dates, and tells the student', async () => {
    const { id: by, token } = await support()
    const person = await aPerson(t.deps.db, { nombres: 'Ana Maria', apellidos: 'Quispe' })
    const valid = await aCertificate(person.id)
    const revoked = await aCertificate(person.id, REVOKED)
    const stranger = await aCertificate((await aPerson(t.deps.db)).id)
    const pdf = () => t.call('GET', `/api/certificados/${valid.codigo_certificado}/pdf`)
    const before = await pdf()
    const motivo = 'Su DNI 45678912 dice otra cosa.'
    const answer = await send(
      token,
      person.id,
      bodyOf(person, { nombres: ' Ana  María ', apellidos: 'Quispe Ñahui', motivo }),
    )
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { nombres: 'Ana María', apellidos: 'Quispe Ñahui', version: person.version + 1 },
    ])
    for (const { codigo_certificado, fecha_fin } of [valid, revoked])
      expect(await verified(codigo_certificado)).toMatchObject({
        ...{ alumno: 'Ana María Quispe Ñahui', codigo_certificado, nota: 90 },
        ...{ fecha_emision: expect.stringMatching(/^2026-03-01T/), CursofechaFin: fecha_fin },
      })
    expect((await verified(stranger.codigo_certificado)).alumno).toBe('Ana Maria Quispe')
    expect((await pdf()).headers['content-disposition']).not.toBe(before.headers['content-disposition'])
    expect((await pdf()).raw.equals(before.raw)).toBe(false)
    expect(await noticesOf(person.id)).toEqual([
      {
        mensaje: 'Corregimos tu nombre\nAsí figura ya en tu certificado.',
        asunto: 'Ana María Quispe Ñahui',
        ruta: '/miscertificados',
      },
    ])
    const [line] = await t.database.sql`SELECT id_usuario, sobre, detalle FROM auditoria
      WHERE objeto = ${`usuario:${person.id}`} AND accion = 'gestion'`
    expect(line).toEqual({
      ...{ id_usuario: by, sobre: person.id },
      detalle: { campos: ['nombres', 'apellidos'], certificados: 1, motivo: 'Su DNI [número] dice otra cosa.' },
    })
  })

  it('changes the document alone, with the code that was made of it', async () => {
    const { token } = await support()
    const numero_documento = aDocument()
    const person = await aPerson(t.deps.db, { numero_documento, codigo_alumno: numero_documento })
    const { codigo_certificado } = await aCertificate(person.id)
    const dni = aDocument()
    expect((await send(token, person.id, bodyOf(person, { numero_documento: dni }))).body.data.numero_documento).toBe(
      dni,
    )
    const [row] = await t.database.sql`SELECT numero_documento, codigo_alumno FROM usuarios WHERE id = ${person.id}`
    expect(row).toEqual({ numero_documento: dni, codigo_alumno: dni })
    expect((await verified(codigo_certificado)).alumno).toBe('Ana Maria Quispe')
    expect(await noticesOf(person.id)).toEqual([{ mensaje: 'Corregimos tu documento', asunto: null, ruta: '/perfil' }])
  })

  it('changes the telephone alone, told as such, and takes it away', async () => {
    const { token } = await support()
    const person = await aPerson(t.deps.db, { telefono: '+51 987 654 321' })
    const { codigo_certificado } = await aCertificate(person.id)
    const answer = await send(token, person.id, bodyOf(person, { telefono: ' 987-654.322 ' }))
    expect(answer.body.data).toMatchObject({ telefono: '987-654 322', version: person.version + 1 })
    expect((await verified(codigo_certificado)).alumno).toBe('Ana Maria Quispe')
    expect(await noticesOf(person.id)).toEqual([{ mensaje: 'Corregimos tu teléfono', asunto: null, ruta: '/perfil' }])
    const [line] = await t.database.sql`SELECT detalle FROM auditoria WHERE objeto = ${`usuario:${person.id}`}`
    expect(line?.detalle).toMatchObject({ campos: ['telefono'] })
    const numero_documento = aDocument()
    const both = { numero_documento, telefono: '', version: person.version + 1 }
    expect((await send(token, person.id, bodyOf(person, both))).body.data).toMatchObject({
      telefono: null,
      numero_documento,
    })
    expect((await noticesOf(person.id))[1]?.mensaje).toBe('Corregimos tus datos')
    const wrong = { telefono: 'mañana', version: person.version + 2 }
    expect((await send(token, person.id, bodyOf(person, wrong))).body.errors).toEqual({
      telefono: ['El teléfono solo puede tener números, espacios y el signo +.'],
    })
  })

  it('does not write an older telephone over the one that the student gave meanwhile', async () => {
    const { token } = await support()
    const person = await aPerson(t.deps.db, { telefono: '987654321', nombres: 'Luis', apellidos: 'Rojas' })
    const session = await t.tokenOf(person.id)
    const save = async (fields: Record<string, string>) => {
      const form = await encodeForm({ form: { _method: 'PUT', ...fields } })
      return (await t.call('POST', `/api/usuarios/${person.id}`, { token: session, ...form })).status
    }
    expect(await save({ telefono: '987654321', ciudad: 'Cusco' })).toBe(200)
    const change = { telefono: '987654321', nombres: 'Luis Alberto' }
    expect((await send(token, person.id, bodyOf(person, change))).status).toBe(200)
    expect(await save({ telefono: '912345678' })).toBe(200)
    const stale = bodyOf(person, { ...change, nombres: 'Luis A.', version: person.version + 1 })
    const { status, body } = await send(token, person.id, stale)
    expect([status, body.actual.datos.telefono]).toEqual([409, '912345678'])
    expect(body.actual.por).toEqual({ id: person.id, nombre: 'Luis Alberto Rojas' })
  })

  it('changes nothing when nothing differs', async () => {
    const { token } = await support()
    const person = await aPerson(t.deps.db)
    expect((await send(token, person.id, bodyOf(person))).body.data.version).toBe(person.version)
    expect(await noticesOf(person.id)).toEqual([])
  })

  it('refuses under the field what cannot be printed, is missing, or is another account’s', async () => {
    const { token } = await support()
    const [person, other] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    const errorsOf = async (change: object) => (await send(token, person.id, bodyOf(person, change))).body.errors
    expect(await errorsOf({ nombres: 'ગીતા' })).toEqual({
      nombres: ['Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.'],
    })
    expect(await errorsOf({ apellidos: ' ', motivo: 'no' })).toEqual({
      apellidos: ['Escribe los apellidos.'],
      motivo: ['Escribe por qué se corrige.'],
    })
    expect(await errorsOf({ numero_documento: '1234' })).toEqual({ numero_documento: ['El DNI debe tener 8 dígitos.'] })
    expect(await errorsOf({ numero_documento: '' })).toEqual({
      numero_documento: ['Escribe el DNI: el que tenía no se puede quitar.'],
    })
    expect(await errorsOf({ numero_documento: other.numero_documento })).toEqual({
      numero_documento: [`Ya existe una cuenta con este DNI: la de ${other.correo}.`],
    })
    const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
    expect((await send(token, foreign.id, bodyOf(foreign))).status).toBe(404)
    const colleague = await aPerson(t.deps.db, { roles: ['docente'] })
    expect((await send(token, colleague.id, bodyOf(colleague, { nombres: 'Otro' }))).status).toBe(404)
    const closed = await aPerson(t.deps.db, { tipo_documento: 'Eliminado', numero_documento: null, estado: 0 })
    expect((await send(token, closed.id, bodyOf(closed, { nombres: 'Otro' }))).status).toBe(404)
  })

  it('is limited to 120 an hour a person', async () => {
    const { id, token } = await support()
    const person = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
      VALUES ('corregir_usuario', ${String(id)}, 120, now() + interval '1 hour')`
    expect((await send(token, person.id, bodyOf(person))).status).toBe(429)
  })

  it('a stale save gets the newer data and its author, and changes no certificate', async () => {
    const [one, two] = [await support(), await support()]
    const person = await aPerson(t.deps.db)
    const { codigo_certificado } = await aCertificate(person.id)
    await send(one.token, person.id, bodyOf(person, { nombres: 'Luz' }))
    const { status, body } = await send(two.token, person.id, bodyOf(person, { nombres: 'Sol' }))
    expect([status, body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(body.actual).toMatchObject({
      ...{ version: person.version + 1, por: { id: one.id, nombre: 'Rosa Huamán' } },
      datos: { nombres: 'Luz' },
    })
    expect((await verified(codigo_certificado)).alumno).toBe('Luz Quispe Núñez')
  })

  it('of many at once one wins, and the certificates say what the account says', async () => {
    const { token } = await support()
    const person = await aPerson(t.deps.db)
    const { codigo_certificado } = await aCertificate(person.id)
    const names = ['Alba', 'Berta', 'Clara', 'Dora', 'Elsa', 'Flor', 'Gala', 'Inés']
    const answers = await Promise.all(names.map((nombres) => send(token, person.id, bodyOf(person, { nombres }))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...names.slice(1).map(() => 409)])
    const [row] = await t.database.sql`SELECT nombres, version FROM usuarios WHERE id = ${person.id}`
    expect(row?.version).toBe(person.version + 1)
    expect((await verified(codigo_certificado)).alumno).toBe(`${row?.nombres} Quispe Núñez`)
    expect(await noticesOf(person.id)).toHaveLength(1)
  })

  it('waits for a certificate that is being issued, which then says the new name', async () => {
    const { token } = await support()
    const person = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, person.id, course.id)
    const code = newCode()
    const { status } = await changedMeanwhile(t, {
      hold: sql`SELECT FROM matriculas WHERE id_usuario = ${person.id} FOR NO KEY UPDATE`,
      change: sql`INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
        VALUES (${person.id}, ${course.id}, ${code}, 'Ana María Quispe Núñez', 'Curso', 90, 12, '2026-01-01', '2026-03-01')`,
      start: () => send(token, person.id, bodyOf(person, { nombres: 'Luz' })),
    })
    expect([status, (await verified(code)).alumno]).toEqual([200, 'Luz Quispe Núñez'])
  })

  it('of many that take one document at once one gets it', async () => {
    const { token } = await support()
    const numero_documento = aDocument()
    const people = await Promise.all(
      Array.from({ length: 8 }, () => aPerson(t.deps.db, { apellidos: randomUUID().replace(/[^a-f]/g, 'x') })),
    )
    const answers = await Promise.all(
      people.map((person) => send(token, person.id, bodyOf(person, { numero_documento }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...people.slice(1).map(() => 422)])
    for (const { status, body } of answers)
      if (status === 422) expect(body.errors.numero_documento[0]).toMatch(/^Ya existe una cuenta con este DNI/)
  })
})
