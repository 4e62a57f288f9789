import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBrand, aDocument } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

const valid = (values = {}) => ({
  numero_documento: aDocument(),
  nombres: ' Rosa ',
  apellidos: 'Mamani Flores',
  correo: `${randomUUID()}@prueba.pe`,
  password: 'Clave-segura-1',
  password_confirmation: 'Clave-segura-1',
  ...values,
})

async function register(body: object, headers: Record<string, string> = {}) {
  await aBrand(t.deps.db, 2)
  await aBrand(t.deps.db, 3)
  return t.call('POST', '/api/auth/register', { body, headers })
}

describe('POST /api/auth/register', () => {
  it('creates a student of the page’s brand, logged in, whatever role and state are sent', async () => {
    const body = valid({
      tipo_cliente: 'Administrador',
      estado: 0,
      id_cliente: 1,
      tipo_documento: 'CE',
      codigo_alumno: 'X',
    })
    const answer = await register(body, { cookie: 'marca=3' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      message: 'Cuenta Creada',
      user: { nombres: 'Rosa', tipo_cliente: 'Alumno', id_cliente: 3, correo: body.correo },
    })
    const me = await t.call('GET', `/api/usuarios/${answer.body.user.id}`, { token: answer.body.token })
    expect(me.body.data).toMatchObject({ numero_documento: body.numero_documento, tipo_documento: 'DNI', estado: 1 })
    const [stored] = await t.database.sql`SELECT codigo_alumno FROM usuarios WHERE id = ${answer.body.user.id}`
    expect(stored).toEqual({ codigo_alumno: body.numero_documento })
    expect((await register(valid())).body.user.id_cliente).toBe(2)
  })

  it('takes the brand that the page names before the one that another tab left in the cookie', async () => {
    await aBrand(t.deps.db, 3)
    const headers = { cookie: 'marca=3' }
    const answer = await t.call('POST', '/api/auth/register?marca=2', { body: valid(), headers })
    expect([answer.status, answer.body.user.id_cliente]).toEqual([201, 2])
  })

  it('records the marketing consent, off unless ticked, with the words that were seen', async () => {
    const off = (await register(valid())).body.user.id
    const on = (await register(valid({ acepta_promociones: true }))).body.user.id
    const rows = await t.database
      .sql`SELECT id_usuario, aceptado, version, texto FROM consentimientos ORDER BY id_usuario`
    expect(rows.find((row) => row.id_usuario === off)).toMatchObject({ aceptado: false })
    expect(rows.find((row) => row.id_usuario === on)).toMatchObject({ aceptado: true, version: '2026-11' })
  })

  it.each([
    [{ numero_documento: '1234567' }, 'numero_documento', 'El DNI debe tener 8 dígitos.'],
    [{ numero_documento: 'ABCDEFGH' }, 'numero_documento', 'El DNI debe tener 8 dígitos.'],
    [{ nombres: '  ' }, 'nombres', 'Escribe tus nombres.'],
    [{ apellidos: undefined }, 'apellidos', 'Escribe tus apellidos.'],
    [{ correo: 'no-es' }, 'correo', 'Escribe un correo válido.'],
    [
      { password: 'corta', password_confirmation: 'corta' },
      'password',
      'La contraseña debe tener como mínimo 8 caracteres.',
    ],
    [{ password_confirmation: 'otra-clave' }, 'password_confirmation', 'Las contraseñas no coinciden'],
  ])('refuses %j under its field', async (values, campo, text) => {
    const answer = await register(valid(values))
    expect([answer.status, answer.body.errors[campo]]).toEqual([422, [text]])
  })

  it('says all that is wrong at once', async () => {
    const answer = await register(valid({ numero_documento: '7', correo: '', password_confirmation: 'otra-clave' }))
    expect(answer.body.errors).toEqual({
      numero_documento: ['El DNI debe tener 8 dígitos.'],
      correo: ['Escribe tu correo.'],
      password_confirmation: ['Las contraseñas no coinciden'],
    })
  })

  it('lets one of 20 parallel registrations with one mail through', async () => {
    const correo = `${randomUUID()}@prueba.pe`
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(valid({ correo }))))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const losers = answers.filter((answer) => answer.status !== 201)
    expect(losers.every((answer) => answer.body.errors?.correo?.[0] === 'Ya existe una cuenta con este correo.')).toBe(
      true,
    )
    const upper = await register(valid({ correo: correo.toUpperCase() }))
    expect(upper.body.errors).toEqual({ correo: ['Ya existe una cuenta con este correo.'] })
  })

  it('keeps a DNI unique within its brand only', async () => {
    const numero_documento = aDocument()
    expect((await register(valid({ numero_documento }))).status).toBe(201)
    const again = await register(valid({ numero_documento }))
    expect([again.status, again.body.errors]).toEqual([
      422,
      { numero_documento: ['Ya existe una cuenta con este DNI.'] },
    ])
    expect((await register(valid({ numero_documento }), { cookie: 'marca=3' })).status).toBe(201)
  })
})

describe('POST /api/usuarios', () => {
  it('is the same thing as a form', async () => {
    await aBrand(t.deps.db, 2)
    const form = new FormData()
    for (const [name, value] of Object.entries(valid({ tipo_cliente: 'Docente' }))) form.append(name, String(value))
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const answer = await t.call('POST', '/api/usuarios', { body: Buffer.from(await encoded.arrayBuffer()), headers })
    expect(answer.status).toBe(201)
    expect(answer.body.user).toMatchObject({ tipo_cliente: 'Alumno', id_cliente: 2 })
  })
})
