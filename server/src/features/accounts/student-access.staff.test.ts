import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { createResetLink } from './recovery.ts'

const t = useApp()

beforeEach(() => t.database.sql`DELETE FROM limites`)

const support = async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['soporte'] })
  return { id, token: await t.tokenOf(id) }
}
const send = (token: string, id: number) => t.call('POST', `/api/gestion/alumnos/${id}/acceso`, { token })
const end = (token: string, id: number, motivo = 'Perdió su teléfono.') =>
  t.call('POST', `/api/gestion/alumnos/${id}/cerrar-sesiones`, { token, body: { motivo } })
const lettersTo = async (correo: string) => {
  await t.deps.jobs.drain()
  return t.outbox.filter(({ to }) => to === correo).map(({ subject }) => subject)
}
const strangers = () =>
  Promise.all([
    aPerson(t.deps.db, { id_cliente: 1 }),
    aPerson(t.deps.db, { roles: ['docente'] }),
    aPerson(t.deps.db, { tipo_documento: 'Eliminado', numero_documento: null, estado: 0 }),
  ])

describe('what an account lacks, sent again', () => {
  it.each([
    ['invitacion', { clave_propia: false }, 'Marca 2 te invita a su campus'],
    ['confirmacion', { correo_verificado_en: null }, 'Confirma tu correo en Marca 2'],
    ['recuperacion', {}, 'Restablece tu contraseña'],
  ])('%s', async (enviado, shape, subject) => {
    const { token } = await support()
    const student = await aPerson(t.deps.db, shape)
    const { status, body } = await send(token, student.id)
    expect([status, body.data]).toEqual([200, { enviado }])
    expect(await lettersTo(student.correo)).toEqual([subject])
  })

  it('five times an hour to one person, and to students of the academy alone', async () => {
    const { token } = await support()
    const { id } = await aPerson(t.deps.db)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await send(token, id)).status)
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    for (const stranger of await strangers()) expect((await send(token, stranger.id)).status).toBe(404)
  })
})

describe('the sessions of a student', () => {
  it('end, and the password and a link that was mailed stay', async () => {
    const { id: by, token } = await support()
    const student = await aPerson(t.deps.db)
    const sessions = [await t.tokenOf(student.id), await t.tokenOf(student.id)]
    const expired = await t.tokenOf(student.id)
    await t.database
      .sql`UPDATE accesos SET expira_en = now() WHERE id = (SELECT max(id) FROM accesos WHERE id_usuario = ${student.id})`
    const link = await createResetLink(t.deps.db, student.correo)
    const { status, body } = await end(token, student.id, 'Le robaron el teléfono 987654321.')
    expect([status, body.data]).toEqual([200, { sesiones: 2 }])
    for (const session of [...sessions, expired])
      expect((await t.call('GET', '/api/inicio', { token: session })).status).toBe(401)
    expect((await t.call('GET', `/api/restablecer/${student.id}?token=${link?.token}`)).status).toBe(200)
    const entered = await t.call('POST', '/api/loginalumno', { body: { email: student.correo, password: PASSWORD } })
    expect(entered.status).toBe(200)
    const [line] = await t.database.sql`SELECT id_usuario, objeto, detalle FROM auditoria
      WHERE sobre = ${student.id} AND accion = 'gestion'`
    expect(line).toEqual({
      ...{ id_usuario: by, objeto: `usuario:${student.id}` },
      detalle: { hecho: 'sesiones cerradas', sesiones: 2, motivo: 'Le robaron el teléfono [número].' },
    })
    expect((await t.call('GET', '/api/gestion/yo', { token })).status).toBe(200)
  })

  it('need a reason, and are of a student of the academy', async () => {
    const { token } = await support()
    const { id } = await aPerson(t.deps.db)
    const session = await t.tokenOf(id)
    expect((await end(token, id, ' ')).body.errors).toEqual({ motivo: ['Escribe por qué se cierran sus sesiones.'] })
    expect((await t.call('GET', '/api/inicio', { token: session })).status).toBe(200)
    for (const stranger of await strangers()) expect((await end(token, stranger.id)).status).toBe(404)
  })
})
