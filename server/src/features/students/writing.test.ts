import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../app/job-kinds.ts'
import { runJob } from '../../kit/batches/batches.ts'

const t = useApp()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const member = async (...roles: Role[]) => {
  const { id } = await aPerson(t.deps.db, { roles })
  return { id, token: await t.tokenOf(id) }
}

async function aPlace(course: { id: number }, values: object = {}, account: object = {}) {
  const person = await aPerson(t.deps.db, account)
  return { person: person.id, id: (await anEnrolment(t.deps.db, person.id, course.id, values)).id }
}

const MESSAGE = { titulo: 'Clase de repaso', texto: 'Nos vemos el martes.\nTrae tus dudas.' }

const count = (token: string, body: object) => t.call('POST', '/api/gestion/mensajes/alcance', { token, body })
const write = (token: string, body: object, envio = randomUUID()) =>
  t.call('POST', '/api/gestion/mensajes', { token, body: { ...MESSAGE, envio, ...body } })
const run = (id: number) => runJob(t.deps.db, t.deps.jobs, id, JOB_KINDS, false)
const jobOf = async (token: string, id: number) =>
  (await t.call('GET', `/api/gestion/trabajos/${id}`, { token })).body.data
const prefer = (person: number, campus: boolean, correo: boolean) =>
  t.database
    .sql`INSERT INTO preferencias_notificacion (id_usuario, evento, campus, correo) VALUES (${person}, 'comunicado', ${campus}, ${correo})`
const noticesOf = (person: number) =>
  t.database
    .sql`SELECT mensaje, asunto, ruta, en_campus, correo FROM notificaciones WHERE id_usuario = ${person} AND evento = 'comunicado'`

describe('a message to students', () => {
  it('reaches each person once, as their preferences say, and tells who was left out', async () => {
    const teacher = await member('docente')
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const [one, quiet, deaf] = [await aPlace(course), await aPlace(course), await aPlace(course)]
    const ended = await aPlace(course, { fecha_vencimiento: limaDay(-3) })
    const disabled = await aPlace(course, {}, { nombres: 'Luis', apellidos: 'Rojas', estado: 0 })
    await prefer(quiet.person, true, false)
    await prefer(deaf.person, false, false)
    const filtros = { curso: course.id }
    const counted = await count(teacher.token, { filtros })
    expect([counted.status, counted.body.data]).toEqual([
      ...[200, { personas: 3, correos: 2, sin_avisos: 1, desactivadas: 1 }],
    ])
    const envio = randomUUID()
    const asked = await write(teacher.token, { filtros }, envio)
    expect([asked.status, asked.body.data.tipo, asked.body.data.total]).toEqual([200, 'comunicado', 5])
    expect(asked.body.data.titulo).toBe('Escribir a 5 personas: «Clase de repaso»')
    expect((await write(teacher.token, { filtros }, envio)).body.data.id).toBe(asked.body.data.id)
    await run(asked.body.data.id)
    const job = await jobOf(teacher.token, asked.body.data.id)
    expect([job.estado, job.resultado]).toEqual(['con_errores', { personas: 3, correos: 2, sin_avisos: 1 }])
    const rows = await t.call('GET', `/api/gestion/trabajos/${job.id}/filas`, { token: teacher.token })
    expect(rows.body.data.data.map(({ mensaje }: { mensaje: string }) => mensaje)).toEqual([
      'Luis Rojas: su cuenta está desactivada.',
    ])
    const mensaje = `Mensaje de tu academia\n${MESSAGE.texto}`
    const told = { mensaje, asunto: MESSAGE.titulo, ruta: `/miscursos/${course.id}/modulos`, en_campus: true }
    expect(await noticesOf(one.person)).toEqual([{ ...told, correo: 'pendiente' }])
    expect(await noticesOf(quiet.person)).toEqual([{ ...told, correo: 'no' }])
    expect(await noticesOf(ended.person)).toEqual([{ ...told, ruta: '/notificaciones', correo: 'pendiente' }])
    for (const { person } of [deaf, disabled]) expect(await noticesOf(person)).toEqual([])
    const [line] = await t.database
      .sql`SELECT objeto, detalle FROM auditoria WHERE detalle ->> 'hecho' = 'mensaje enviado'`
    expect(line).toEqual({
      objeto: `curso:${course.id}`,
      detalle: { hecho: 'mensaje enviado', personas: 5, titulo: MESSAGE.titulo, trabajo: job.id },
    })
  })

  it('to chosen enrolments is one for who has several, and again only for those who could not be reached', async () => {
    const owner = await member('marca')
    const [first, second] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const { person, id } = await aPlace(first)
    const again = await anEnrolment(t.deps.db, person, second.id)
    const disabled = await aPlace(first, {}, { estado: 0 })
    const asked = await write(owner.token, { ids: [id, again.id, disabled.id] })
    expect(asked.body.data.total).toBe(2)
    await run(asked.body.data.id)
    await t.database.sql`UPDATE usuarios SET estado = 1 WHERE id = ${disabled.person}`
    await t.call('POST', `/api/gestion/trabajos/${asked.body.data.id}/reintentar`, { token: owner.token })
    await run(asked.body.data.id)
    expect((await jobOf(owner.token, asked.body.data.id)).estado).toBe('terminado')
    for (const one of [person, disabled.person]) expect(await noticesOf(one)).toHaveLength(1)
    expect((await noticesOf(person))[0]?.ruta).toBe(`/miscursos/${second.id}/modulos`)
  })

  it('leaves out who closed the account meanwhile', async () => {
    const owner = await member('marca')
    const course = await aCourse(t.deps.db)
    const { person, id } = await aPlace(course)
    const asked = await write(owner.token, { ids: [id] })
    await t.database.sql`UPDATE usuarios SET tipo_documento = 'Eliminado', numero_documento = NULL WHERE id = ${person}`
    await run(asked.body.data.id)
    const rows = await t.call('GET', `/api/gestion/trabajos/${asked.body.data.id}/filas`, { token: owner.token })
    expect(rows.body.data.data).toEqual([{ fila: 1, mensaje: 'Cerró su cuenta.' }])
    expect(await noticesOf(person)).toEqual([])
  })

  it('is of courses that the sender teaches, also when it is sent', async () => {
    const teacher = await member('docente')
    const [own, other] = [await aCourse(t.deps.db, { teacher: teacher.id }), await aCourse(t.deps.db)]
    const [mine, theirs] = [await aPlace(own), await aPlace(other)]
    for (const call of [count, write])
      expect((await call(teacher.token, { ids: [mine.id, theirs.id] })).status).toBe(404)
    const nobody = await write(teacher.token, { filtros: { curso: other.id } })
    expect([nobody.status, nobody.body.errors]).toEqual([422, { ids: ['No hay a quién escribirle.'] }])
    const asked = await write(teacher.token, { ids: [mine.id] })
    await t.database.sql`DELETE FROM curso_docentes WHERE id_curso = ${own.id}`
    await run(asked.body.data.id)
    expect((await jobOf(teacher.token, asked.body.data.id)).estado).toBe('fallido')
    expect(await noticesOf(mine.person)).toEqual([])
  })

  it.each([
    [{ titulo: ' ' }, { titulo: ['Escribe el título.'] }],
    [{ texto: '' }, { texto: ['Escribe el mensaje.'] }],
    [{ titulo: 'a'.repeat(81) }, { titulo: ['Puede tener hasta 80 caracteres.'] }],
    [{ texto: 'a'.repeat(2001) }, { texto: ['Puede tener hasta 2000 caracteres.'] }],
    [{ filtros: {} }, { ids: ['Elige a quién le escribes.'] }],
    [{ ids: undefined }, { ids: ['Elige a quién le escribes.'] }],
    [{ ids: undefined, filtros: { riesgo: '1' } }, { 'filtros.curso': ['Elige un curso.'] }],
  ])('with %o says what is wrong', async (body, errors) => {
    const answer = await write((await member('marca')).token, { ids: [1], ...body })
    expect([answer.status, answer.body.errors]).toEqual([422, errors])
  })

  it('is read whole in the campus', async () => {
    const owner = await member('marca')
    const course = await aCourse(t.deps.db)
    const { person, id } = await aPlace(course)
    await run((await write(owner.token, { ids: [id] })).body.data.id)
    const { body } = await t.call('GET', `/api/notificaciones/usuario/${person}`, { token: await t.tokenOf(person) })
    expect(JSON.stringify(body)).toContain('Trae tus dudas.')
  })
})
