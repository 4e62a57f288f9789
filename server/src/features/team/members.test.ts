import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

type Role = 'plataforma' | 'marca' | 'docente' | 'soporte' | 'caja'

const member = async (roles: Role[], values = {}) => {
  const person = await aPerson(t.deps.db, { ...values, roles })
  return { id: person.id, correo: person.correo, token: await t.tokenOf(person.id) }
}

let admin: Awaited<ReturnType<typeof member>>
beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
  admin = await member(['marca'])
})

const change = (id: number, body: object, token = admin.token) =>
  t.call('PUT', `/api/gestion/equipo/${id}`, {
    token,
    body: { roles: ['caja'], estado: 'activo', version: 1, password: PASSWORD, ...body },
  })

const invite = (body: object = {}, token = admin.token) => {
  const person = { nombres: 'Inés', apellidos: 'Ñaupari', correo: `${randomUUID()}@prueba.pe`, roles: ['docente'] }
  return t.call('POST', '/api/gestion/equipo', { token, body: { ...person, password: PASSWORD, ...body } })
}

describe('the team', () => {
  it('is the staff of the brand with roles, courses and last use, and no student', async () => {
    const teacher = await member(['docente'], { nombres: 'Óscar', apellidos: 'Zzyzx' })
    await aCourse(t.deps.db, { teacher: teacher.id })
    await aPerson(t.deps.db, { nombres: 'Óscar', apellidos: 'Zzyzx' })
    await aPerson(t.deps.db, { nombres: 'Óscar', apellidos: 'Zzyzx', id_cliente: 1, roles: ['docente'] })
    const { body } = await t.call('GET', '/api/gestion/equipo?q=zzyzx&rol=docente', { token: admin.token })
    expect(body.data).toEqual({
      data: [
        {
          id: teacher.id,
          nombres: 'Óscar',
          apellidos: 'Zzyzx',
          correo: teacher.correo,
          foto_perfil: null,
          roles: ['docente'],
          cursos: 1,
          ultimo_acceso: expect.any(String),
          estado: 'activo',
          version: 1,
        },
      ],
      total: 1,
      siguiente: null,
    })
  })
})

describe('an invitation', () => {
  it('mails a link of 14 days and one use that sets the password', async () => {
    const correo = `ines-${randomUUID()}@prueba.pe`
    const { status, body } = await invite({ correo, roles: ['docente', 'soporte'] })
    expect([status, body.data]).toEqual([201, expect.objectContaining({ estado: 'invitado', cursos: 0, correo })])
    await t.deps.jobs.drain()
    const mail = t.outbox.find(({ to }) => to === correo)
    expect(mail?.subject).toBe('Marca 2 te invita a su campus')
    expect(mail?.text).toContain('Crea tu contraseña para entrar. El enlace vale 14 días y se usa una sola vez.')
    const [link] = await t.database
      .sql`SELECT extract(day FROM expira_en - creado_en)::int AS dias FROM restablecimientos
      WHERE id_usuario = ${body.data.id}`
    expect(link?.dias).toBe(14)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const use = () => {
      const password = 'Otra-clave-larga-7'
      const sent = { token, password, password_confirmation: password }
      return t.call('PUT', `/api/actualizar-contrasena/${body.data.id}`, { body: sent })
    }
    expect((await use()).status).toBe(200)
    expect((await use()).body.code).toBe('ENLACE_INVALIDO')
    const login = await t.call('POST', '/api/loginalumno', { body: { email: correo, password: 'Otra-clave-larga-7' } })
    expect(login.body.user).toMatchObject({ tipo_cliente: 'Docente', correo_verificado: true })
  })

  it('is refused for a mail that has an account, without the password, and for a role above one’s own', async () => {
    const taken = await invite({ correo: admin.correo.toUpperCase() })
    expect(taken.body.errors).toEqual({ correo: ['Ya existe una cuenta con este correo.'] })
    const [line] = await t.database.sql`SELECT objeto, detalle FROM auditoria WHERE id_usuario = ${admin.id}`
    expect(line).toEqual({ objeto: 'equipo', detalle: { hecho: 'correos rechazados', rechazados: 1 } })
    expect((await invite({ password: 'otra' })).body.errors).toEqual({ password: ['La contraseña no es correcta.'] })
    expect((await invite({ nombres: 'સોફિયા' })).body.errors).toEqual({
      nombres: ['Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.'],
    })
    expect((await invite({ roles: [] })).body.errors).toEqual({ roles: ['Elige al menos un rol.'] })
    expect((await invite({ roles: ['plataforma'] })).status).toBe(403)
    expect((await invite({ roles: ['plataforma'] }, (await member(['plataforma'])).token)).status).toBe(201)
  })
})

const setPassword = (id: number, token: string | undefined) => {
  const password = 'Otra-clave-larga-7'
  return t.call('PUT', `/api/actualizar-contrasena/${id}`, {
    body: { token, password, password_confirmation: password },
  })
}

/** The token of the newest link that was mailed. */
async function mailedToken(correo: string) {
  await t.deps.jobs.drain()
  return /token=([\w-]+)/.exec(t.outbox.findLast(({ to }) => to === correo)?.text ?? '')?.[1]
}

describe('what opens an account without its password', () => {
  it('ends when an invited person is disabled; enabled again, they are invited again', async () => {
    const { data } = (await invite({ roles: ['caja'] })).body
    const first = await mailedToken(data.correo)
    const check = (token: string | undefined) => t.call('GET', `/api/restablecer/${data.id}?token=${token}`)
    await change(data.id, { estado: 'inactivo' })
    expect((await setPassword(data.id, first)).body.code).toBe('ENLACE_INVALIDO')
    const enabled = await change(data.id, { version: 2 })
    expect(enabled.body.data.estado).toBe('invitado')
    expect((await setPassword(data.id, first)).body.code).toBe('ENLACE_INVALIDO')
    expect((await check(first)).body.code).toBe('ENLACE_INVALIDO')
    const second = await mailedToken(data.correo)
    expect((await setPassword(data.id, second)).status).toBe(200)
  })

  it.each([
    ['disabled and enabled again', [{ estado: 'inactivo' }, { version: 2 }]],
    ['given other roles', [{ roles: ['soporte'] }]],
  ])('ends when a member is %s: recovery link, confirmation of the mail, calendar', async (_, changes) => {
    const person = await member(['caja'])
    const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token: person.token })).body.data
    const feed = () => t.call('GET', new URL(url).pathname)
    await t.call('POST', '/api/recuperar-contrasena', { body: { email: person.correo } })
    const recovery = await mailedToken(person.correo)
    await t.database.sql`UPDATE usuarios SET correo_verificado_en = NULL WHERE id = ${person.id}`
    await t.call('POST', '/api/verificar-correo', { token: person.token })
    const confirmation = await mailedToken(person.correo)
    await t.database.sql`UPDATE usuarios SET correo_verificado_en = now() WHERE id = ${person.id}`
    expect((await feed()).status).toBe(200)
    for (const body of changes) expect((await change(person.id, body)).status).toBe(200)
    expect((await setPassword(person.id, recovery)).body.code).toBe('ENLACE_INVALIDO')
    const confirm = await t.call('POST', `/api/verificar-correo/${person.id}`, { body: { token: confirmation } })
    expect(confirm.body.code).toBe('ENLACE_INVALIDO')
    expect((await feed()).status).toBe(404)
  })
})

describe('a change of roles', () => {
  it('counts at once, ends the sessions and raises the version', async () => {
    const teacher = await member(['docente'])
    const { body } = await change(teacher.id, { roles: ['soporte'] })
    expect(body.data).toMatchObject({ roles: ['soporte'], version: 2, estado: 'activo' })
    expect((await t.call('GET', '/api/gestion/yo', { token: teacher.token })).status).toBe(401)
    const again = await t.call('GET', '/api/gestion/yo', { token: await t.tokenOf(teacher.id) })
    expect(again.body.data.roles).toEqual(['soporte'])
  })

  it('disables and enables an account', async () => {
    const teacher = await member(['docente'])
    expect((await change(teacher.id, { estado: 'inactivo' })).body.data.estado).toBe('inactivo')
    const login = () => t.call('POST', '/api/loginalumno', { body: { email: teacher.correo, password: PASSWORD } })
    expect((await login()).status).toBe(401)
    await change(teacher.id, { version: 2 })
    expect((await login()).status).toBe(200)
  })

  it('that was based on an older version finds what is there, and who wrote it', async () => {
    const teacher = await member(['docente'])
    await change(teacher.id, { roles: ['soporte'] })
    const { status, body } = await change(teacher.id, { roles: ['caja'] })
    expect([status, body.code, body.mensaje]).toEqual([
      409,
      'CAMBIO_MIENTRAS',
      'Otra persona guardó cambios mientras editabas.',
    ])
    expect(body.actual).toEqual({
      datos: expect.objectContaining({ id: teacher.id, roles: ['soporte'] }),
      version: 2,
      por: { id: admin.id, nombre: 'Ana María Quispe Núñez' },
      en: expect.any(String),
    })
  })

  it('is never of oneself but for teaching, nor of a platform administrator by a brand’s', async () => {
    const own = await member(['marca'])
    const changeOwn = (body: object) => change(own.id, body, own.token)
    for (const body of [{ roles: ['docente'] }, { roles: ['marca', 'caja'] }, { roles: ['marca'], estado: 'inactivo' }])
      expect(await changeOwn(body)).toMatchObject({
        status: 403,
        body: { code: 'PROPIO_ROL', mensaje: 'De tus propios roles solo puedes cambiar el de docente.' },
      })
    expect(await changeOwn({ roles: ['marca', 'docente'] })).toMatchObject({
      status: 200,
      body: { data: { roles: ['docente', 'marca'] } },
    })
    const platform = await member(['plataforma'])
    expect((await change(platform.id, { roles: ['marca'] })).body.code).toBe('SIN_PERMISO')
    expect((await change((await aPerson(t.deps.db)).id, {})).status).toBe(404)
  })

  it('leaves the brand an administrator', async () => {
    const only = await member(['marca'], { id_cliente: 3 })
    const platform = await member(['plataforma'], { id_cliente: 3 })
    expect(await change(only.id, { roles: ['docente'] }, platform.token)).toMatchObject({
      status: 409,
      body: { code: 'ULTIMO_ADMINISTRADOR', mensaje: 'La academia se quedaría sin administrador.' },
    })
    expect((await change(only.id, { roles: ['marca'], estado: 'inactivo' }, platform.token)).status).toBe(409)
    expect((await change(only.id, { roles: ['marca', 'docente'] }, platform.token)).status).toBe(200)
  })

  it('asks for the password, as often as a login does', async () => {
    const teacher = await member(['docente'])
    expect((await change(teacher.id, { password: 'no' })).body.errors).toEqual({
      password: ['La contraseña no es correcta.'],
    })
    await t.database
      .sql`UPDATE limites SET cuenta = 30 WHERE regla = 'login_cuenta' AND clave = ${`cambio ${admin.id}`}`
    expect((await change(teacher.id, {})).status).toBe(429)
  })
})
