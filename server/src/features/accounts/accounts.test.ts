import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { createResetLink } from './recovery.ts'

const t = useApp()

const login = (email: string, password: string, remoteAddress = '127.0.0.1') =>
  t.app.inject({ method: 'POST', url: '/api/loginalumno', payload: { email, password }, remoteAddress })

describe('POST /api/loginalumno', () => {
  it('returns a token and the user, without secrets', async () => {
    const person = await aPerson(t.deps.db)
    const answer = await t.call('POST', '/api/loginalumno', {
      body: { email: person.correo.toUpperCase(), password: PASSWORD },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toEqual({
      id: person.id,
      id_cliente: 2,
      tipo_cliente: 'Alumno',
      nombres: 'Ana María',
      apellidos: 'Quispe Núñez',
      correo: person.correo,
      falta_nombre: false,
      correo_verificado: true,
      foto_perfil: null,
    })
    const me = await t.call('GET', `/api/usuarios/${person.id}`, { token: answer.body.token })
    expect(me.status).toBe(200)
  })

  it('returns the same for an unknown email, a wrong password and a closed account', async () => {
    const person = await aPerson(t.deps.db)
    const closed = await aPerson(t.deps.db, { estado: 0 })
    const answers = [
      await login('nadie@prueba.pe', PASSWORD),
      await login(person.correo, 'Otra-clave-1'),
      await login(closed.correo, PASSWORD),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({
        message: 'Correo o contraseña incorrectos.',
        mensaje: 'Correo o contraseña incorrectos.',
        code: 'CREDENCIALES',
      })
    }
  })

  it('reports missing fields', async () => {
    const answer = await t.call('POST', '/api/loginalumno', { body: { email: 'no es un correo' } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      email: ['Escribe un correo válido.'],
      password: ['Escribe tu contraseña.'],
    })
  })

  it('stops guessing from one IP without locking the owner out', async () => {
    const { correo } = await aPerson(t.deps.db)
    for (let n = 0; n < 8; n++) expect((await login(correo, `mala-${n}-clave`, '10.0.0.66')).statusCode).toBe(401)
    const stopped = await login(correo, PASSWORD, '10.0.0.66')
    expect(stopped.statusCode).toBe(429)
    expect(stopped.json().mensaje).toMatch(/^Demasiados intentos\. Espera 1[45] minutos y vuelve a intentarlo\.$/)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(correo, PASSWORD, '10.0.0.7')).statusCode).toBe(200)
  })

  it('resets the failed attempts after a correct login', async () => {
    const { correo } = await aPerson(t.deps.db)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 7; n++) await login(correo, `mala-${n}-clave`, '10.0.0.8')
      expect((await login(correo, PASSWORD, '10.0.0.8')).statusCode).toBe(200)
    }
  })
})

describe('POST /api/logout', () => {
  it('ends this session and no other', async () => {
    const { id } = await aPerson(t.deps.db)
    const [one, other] = [await t.tokenOf(id), await t.tokenOf(id)]
    const answer = await t.call('POST', '/api/logout', { token: one })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Sesión cerrada.', mensaje: 'Sesión cerrada.' } })
    expect((await t.call('GET', `/api/usuarios/${id}`, { token: one })).status).toBe(401)
    expect((await t.call('GET', `/api/usuarios/${id}`, { token: other })).status).toBe(200)
    expect((await t.call('POST', '/api/logout')).status).toBe(401)
  })
})

const RECOVER_TEXT = 'Si el correo está registrado, recibirás un enlace para restablecer tu contraseña.'
const PASSWORD_TEXT = 'Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.'
const LINK_TEXT = 'El enlace no es válido o ha caducado.'
const fresh = { password: 'Nueva-clave-2', password_confirmation: 'Nueva-clave-2' }

/** Requests a link and reads it from the email. */
async function aResetLink(correo: string): Promise<{ path: string; token: string }> {
  await t.call('POST', '/api/recuperar-contrasena', { body: { email: correo } })
  await t.deps.jobs.drain()
  const letter = t.outbox.findLast(({ to }) => to === correo)
  const [, id, token] =
    letter?.text.match(/http:\/\/campus\.test\/restablecer\/(\d+)\?token=([\w-]+)&marca=marca-2/) ?? []
  return { path: `/api/actualizar-contrasena/${id}`, token: token ?? '' }
}

describe('POST /api/recuperar-contrasena', () => {
  it('returns the same whether the email exists or not, and mails only the one that does', async () => {
    const { correo } = await aPerson(t.deps.db)
    const before = t.outbox.length
    for (const email of [correo.toUpperCase(), 'nadie@prueba.pe']) {
      const answer = await t.call('POST', '/api/recuperar-contrasena', { body: { email } })
      expect(answer).toMatchObject({ status: 200, body: { status: true, message: RECOVER_TEXT } })
    }
    await t.deps.jobs.drain()
    expect(t.outbox.slice(before)).toMatchObject([{ to: correo, subject: 'Restablece tu contraseña' }])
  })

  it.each([
    [{}, 'Escribe tu correo.'],
    [{ email: '' }, 'Escribe tu correo.'],
    [{ email: 'no es un correo' }, 'Escribe un correo válido.'],
  ])('needs a mail: %j', async (body, text) => {
    const answer = await t.call('POST', '/api/recuperar-contrasena', { body })
    expect(answer).toMatchObject({ status: 422, body: { errors: { email: [text] } } })
  })

  it('is throttled per account', async () => {
    const body = { email: 'insistente@prueba.pe' }
    for (let n = 0; n < 5; n++) expect((await t.call('POST', '/api/recuperar-contrasena', { body })).status).toBe(200)
    const answer = await t.call('POST', '/api/recuperar-contrasena', { body })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('PUT /api/actualizar-contrasena/{id} with the link', () => {
  it('sets the password, ends all sessions and works once', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const session = await t.tokenOf(id)
    const { path, token } = await aResetLink(correo)
    const answer = await t.call('PUT', path, { body: { token, ...fresh } })
    expect(answer).toMatchObject({ status: 200, body: { mensaje: 'Contraseña actualizada.' } })
    expect((await t.call('GET', `/api/usuarios/${id}`, { token: session })).status).toBe(401)
    expect((await login(correo, PASSWORD)).statusCode).toBe(401)
    expect((await login(correo, fresh.password)).statusCode).toBe(200)
    const again = await t.call('PUT', path, { body: { token, ...fresh } })
    expect(again).toMatchObject({ status: 422, body: { mensaje: LINK_TEXT, code: 'ENLACE_INVALIDO' } })
  })

  it('accepts exactly one of many concurrent uses', async () => {
    const { correo } = await aPerson(t.deps.db)
    const { path, token } = await aResetLink(correo)
    const tries = Array.from({ length: 8 }, () => t.call('PUT', path, { body: { token, ...fresh } }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(422)])
  })

  it('rejects an expired link, one replaced by a newer one, and another user’s', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const other = await aPerson(t.deps.db)
    const replaced = await aResetLink(correo)
    const { path, token } = await aResetLink(correo)
    const refused = { status: 422, body: { mensaje: LINK_TEXT } }
    expect(await t.call('PUT', path, { body: { token: replaced.token, ...fresh } })).toMatchObject(refused)
    expect(await t.call('PUT', `/api/actualizar-contrasena/${other.id}`, { body: { token, ...fresh } })).toMatchObject(
      refused,
    )
    await t.deps.db.execute(
      sql`UPDATE restablecimientos SET expira_en = now() - interval '1 second' WHERE id_usuario = ${id}`,
    )
    expect(await t.call('PUT', path, { body: { token, ...fresh } })).toMatchObject(refused)
  })

  it.each([
    ['a short one', { password: 'corta', password_confirmation: 'corta' }],
    ['two different ones', { password: 'Nueva-clave-2', password_confirmation: 'Nueva-clave-3' }],
    ['none', {}],
  ])('refuses %s with their text', async (_name, body) => {
    const { correo } = await aPerson(t.deps.db)
    const { path, token } = await aResetLink(correo)
    const answer = await t.call('PUT', path, { body: { token, ...body } })
    expect(answer).toMatchObject({ status: 422, body: { mensaje: PASSWORD_TEXT, message: PASSWORD_TEXT } })
  })
})

describe('PUT /api/actualizar-contrasena/{id} with the current password', () => {
  it('changes it and ends the other sessions', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const [mine, other] = [await t.tokenOf(id), await t.tokenOf(id)]
    const path = `/api/actualizar-contrasena/${id}`
    const answer = await t.call('PUT', path, { token: mine, body: { password_actual: PASSWORD, ...fresh } })
    expect(answer.status).toBe(200)
    expect((await t.call('GET', `/api/usuarios/${id}`, { token: mine })).status).toBe(200)
    expect((await t.call('GET', `/api/usuarios/${id}`, { token: other })).status).toBe(401)
    expect((await login(correo, fresh.password)).statusCode).toBe(200)
  })

  it('rejects a wrong current password, anonymous callers and another user', async () => {
    const { id } = await aPerson(t.deps.db)
    const thief = await t.tokenOf((await aPerson(t.deps.db)).id)
    const path = `/api/actualizar-contrasena/${id}`
    const wrong = await t.call('PUT', path, {
      token: await t.tokenOf(id),
      body: { password_actual: 'no es', ...fresh },
    })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { password_actual: ['La contraseña actual no es correcta.'] } },
    })
    for (const token of [undefined, thief]) {
      const answer = await t.call('PUT', path, { token, body: { password_actual: PASSWORD, ...fresh } })
      expect(answer).toMatchObject({ status: 422, body: { mensaje: LINK_TEXT } })
    }
    expect(await t.call('PUT', path, { body: fresh })).toMatchObject({ status: 422, body: { mensaje: LINK_TEXT } })
  })
})

describe('GET /api/usuarios/{id}', () => {
  it('is the own; staff see their brand, teachers the students of their courses', async () => {
    const one = await aPerson(t.deps.db)
    const other = await aPerson(t.deps.db)
    const path = `/api/usuarios/${one.id}`
    expect((await t.call('GET', path)).status).toBe(401)
    const stranger = await t.call('GET', path, { token: await t.tokenOf(other.id) })
    expect(stranger).toMatchObject({ status: 403, body: { mensaje: 'No tienes permiso para hacer esto.' } })
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const foreign = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    const statusFor = async ({ id }: { id: number }) =>
      (await t.call('GET', path, { token: await t.tokenOf(id) })).status
    expect([await statusFor(teacher), await statusFor(admin), await statusFor(foreign)]).toEqual([404, 200, 404])
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    expect(await statusFor(teacher)).toBe(404)
    await anEnrolment(t.deps.db, one.id, course.id)
    expect(await statusFor(teacher)).toBe(200)
  })

  it('tells a teacher no document, address, phone or birthday of a student', async () => {
    const personal = { telefono: '999 111 222', direccion: 'Jirón Uno 1', fecha_nacimiento: '1999-05-04' }
    const student = await aPerson(t.deps.db, { ...personal, ciudad: 'Cusco' })
    const teacher = await aPerson(t.deps.db, { ...personal, tipo_cliente: 'Docente' })
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    await anEnrolment(t.deps.db, student.id, course.id)
    const seenBy = async (who: number, whom: number) =>
      (await t.call('GET', `/api/usuarios/${whom}`, { token: await t.tokenOf(who) })).body.data
    expect(await seenBy(teacher.id, student.id)).toMatchObject({
      ciudad: 'Cusco',
      numero_documento: null,
      telefono: null,
      direccion: null,
      fecha_nacimiento: null,
    })
    const whole = { ...personal, numero_documento: expect.any(String) }
    expect(await seenBy(admin.id, student.id)).toMatchObject(whole)
    expect(await seenBy(student.id, student.id)).toMatchObject(whole)
    expect(await seenBy(teacher.id, teacher.id)).toMatchObject(personal)
  })

  it.each(['1e3', '0x10', 'abc', '0', '01', '-1', '1.5', '99999999999999999', '%00'])(
    'finds nothing under %s',
    async (id) => {
      const { id: own } = await aPerson(t.deps.db)
      const answer = await t.call('GET', `/api/usuarios/${id}`, { token: await t.tokenOf(own) })
      expect(answer).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    },
  )
})

describe('a token', () => {
  it('ends with its idle days, its last day and its account', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const status = async () => (await t.call('GET', `/api/usuarios/${id}`, { token })).status
    const set = (change: string) => t.deps.db.execute(sql.raw(`UPDATE accesos SET ${change} WHERE id_usuario = ${id}`))
    await set("usado_en = now() - interval '8 days'")
    expect(await status()).toBe(401)
    await set("usado_en = now() - interval '6 days'")
    expect(await status()).toBe(200)
    await set('expira_en = now()')
    expect(await status()).toBe(401)
    await set("expira_en = now() + interval '1 day'")
    await t.deps.db.execute(sql.raw(`UPDATE usuarios SET estado = 0 WHERE id = ${id}`))
    expect(await status()).toBe(401)
  })

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer no-es-un-token', `Bearer ${'x'.repeat(5000)}`])(
    'is not %s',
    async (authorization) => {
      const { id } = await aPerson(t.deps.db)
      const answer = await t.call('GET', `/api/usuarios/${id}`, { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { mensaje: 'Inicia sesión para continuar.' } })
    },
  )
})

describe('the hourly cleanup job', () => {
  it('deletes expired sessions, links and throttle windows, and keeps the valid ones', async () => {
    const person = await aPerson(t.deps.db)
    const live = await t.tokenOf(person.id)
    await t.tokenOf(person.id)
    await t.database
      .sql`UPDATE accesos SET expira_en = now() - interval '1 minute' WHERE id = (SELECT max(id) FROM accesos)`
    await t.database
      .sql`INSERT INTO limites (regla, clave, termina_en) VALUES ('x', 'viejo', now() - interval '2 hours'), ('x', 'nuevo', now())`
    await t.deps.jobs.send(t.deps.db, 'limpieza', {})
    await t.deps.jobs.drain()
    const [left] = await t.database.sql`SELECT count(*)::int AS n FROM accesos WHERE id_usuario = ${person.id}`
    expect(left?.n).toBe(1)
    expect((await t.call('GET', `/api/usuarios/${person.id}`, { token: live })).status).toBe(200)
    const windows = await t.database.sql`SELECT clave FROM limites WHERE regla = 'x'`
    expect(windows.map((row) => row.clave)).toEqual(['nuevo'])
  })
})

it('a reset link expires when the password is changed another way', async () => {
  const person = await aPerson(t.deps.db)
  const link = await createResetLink(t.deps.db, person.correo)
  const path = `/api/actualizar-contrasena/${person.id}`
  const password = 'Otra-clave-78'
  const body = { password_actual: PASSWORD, password, password_confirmation: password }
  expect((await t.call('PUT', path, { token: await t.tokenOf(person.id), body })).status).toBe(200)
  const late = { token: link?.token, password: 'Tercera-clave-79', password_confirmation: 'Tercera-clave-79' }
  const answer = await t.call('PUT', path, { body: late })
  expect([answer.status, answer.body.code]).toEqual([422, 'ENLACE_INVALIDO'])
})
